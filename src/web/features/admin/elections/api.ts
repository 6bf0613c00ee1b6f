import { type ManagedElection, manageElections } from '#contract/admin/elections.ts'
import type { PageOf } from '#contract/admin/fields.ts'
import { type Election, elections } from '#contract/elections.ts'
import type { Result } from '#domain/types.ts'
import type { Failure } from '#http/failure.ts'
import { call, serverClock } from '#web/app/api.ts'
import { local } from '#web/app/local.ts'
import { isLacking } from '../kit/errors.ts'
import { listFallback, mentions } from '../kit/use-list.ts'

export interface ElectionFilter {
	readonly search: string
	/** "true" or "false"; undefined for both. */
	readonly active?: 'true' | 'false' | undefined
}

/** From a server that says no more of it than voters see. */
const asManaged = (election: Election): ManagedElection => ({
	...election,
	candidateCount: null,
	quizCount: null,
})

const isWanted =
	({ search, active }: ElectionFilter) =>
	(election: ManagedElection): boolean =>
		(active === undefined || String(election.active) === active) &&
		mentions(search, [
			election.name,
			election.state,
			election.county,
			election.city,
			election.zipCode,
		])

/** A page of the elections; the whole list, filtered here, from a server that has no pages. */
export const readElections = async (
	filter: ElectionFilter,
	after: string | undefined,
	signal: AbortSignal,
): Promise<Result<PageOf<ManagedElection>, Failure>> => {
	const { search, active } = filter
	const query = { ...(after && { after }), ...(search && { search }), ...(active && { active }) }
	const page = await listFallback(
		await call(manageElections.page, { query }, { signal }),
		async () => {
			const all = await call(elections.list, {}, { signal })
			return all.ok ? { ok: true, value: all.value.map(asManaged) } : all
		},
		isWanted(filter),
	)
	if (page.ok) serverClock.learn(page.value.rows)
	return page
}

/** One election as administrators see it, or as everybody does from a server that has no other. */
export const readElection = async (id: string): Promise<Result<ManagedElection, Failure>> => {
	const params = { id }
	const managed = await call(manageElections.get, { params })
	if (managed.ok || !isLacking(managed.error)) return managed
	const plain = await call(elections.get, { params })
	return plain.ok ? { ok: true, value: asManaged(plain.value) } : plain
}

/** Finds elections by their names, for a picker. */
export const findElections = (term: string, signal: AbortSignal) =>
	readElections({ search: term }, undefined, signal)

/**
 * Has this browser read the active elections anew: what it keeps of them, voters' pages show for five minutes, and an
 * administrator looks there for what was just made, changed or deleted. Without a reply they stay as they are.
 */
export const rereadActive = (): void => {
	local.elections.refreshActive({ force: true }).catch(reportError)
}
