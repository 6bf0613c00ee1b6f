import { type Change, type HistoryNoun, history } from '#contract/history.ts'
import { manageCandidates } from '#contract/manage-candidates.ts'
import { manageElections } from '#contract/manage-elections.ts'
import { managePolicies } from '#contract/manage-policies.ts'
import { manageQuizzes } from '#contract/manage-quizzes.ts'
import { manageUsers } from '#contract/manage-users.ts'
import type { PageOf } from '#contract/paging.ts'
import type { Result } from '#domain/types.ts'
import type { Failure } from '#http/failure.ts'
import { call } from '#web/app/client.ts'
import { uuid } from '#web/app/uuid.ts'
import { idsOf } from './changes.ts'
import type { HistoryFilter } from './search.ts'

/** A page of the log, newest first. */
export const readHistory = (
	filter: HistoryFilter,
	after: string | undefined,
	signal: AbortSignal,
): Promise<Result<PageOf<Change>, Failure>> => {
	const { by, ...rest } = filter
	// The history of one record is told whole.
	const admins = by === undefined && filter.target === undefined
	const query = { ...rest, ...(admins && { by: 'admins' as const }), ...(after && { after }) }
	return call(history.page, { query }, { signal })
}

const RESTORES: Partial<Record<HistoryNoun, (id: string) => Promise<Result<unknown, Failure>>>> = {
	election: (id) => call(manageElections.restore, { params: { id } }, { idempotencyKey: uuid() }),
	candidate: (id) => call(manageCandidates.restore, { params: { id } }, { idempotencyKey: uuid() }),
	compareQuiz: (id) => call(manageQuizzes.restore, { params: { id } }, { idempotencyKey: uuid() }),
	policy: (id) => call(managePolicies.restore, { params: { id } }, { idempotencyKey: uuid() }),
	user: (id) => call(manageUsers.restore, { params: { id } }, { idempotencyKey: uuid() }),
}

/** What takes the deletion of a kind of record back; undefined where nothing does. */
export const restoreOf = (noun: HistoryNoun | null) => (noun === null ? undefined : RESTORES[noun])

/** So many names of one change are looked up; what is beyond is shown by its id. */
const NAMES_MAX = 60

/** The names of the elections and candidates that a change is about; those that are gone are left out. */
export const readNames = async (
	change: Pick<Change, 'before' | 'after'>,
	signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> => {
	const options = { signal }
	const look = async (
		ids: readonly string[],
		row: typeof manageElections.get | typeof manageCandidates.get,
	): Promise<(readonly [string, string])[]> => {
		const found = await Promise.all(
			ids.slice(0, NAMES_MAX).map((id) => call(row, { params: { id } }, options)),
		)
		return found.flatMap((reply) => (reply.ok ? [[reply.value.id, reply.value.name] as const] : []))
	}
	const names = await Promise.all([
		look(idsOf(change, /^elections?Ids?$/i), manageElections.get),
		look(idsOf(change, /^candidate\d?Ids?$/i), manageCandidates.get),
	])
	return new Map(names.flat())
}
