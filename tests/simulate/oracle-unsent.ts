import type { OutboxEntry, StoredAttempt } from '#device/db.ts'
import type { Standing } from './backend.ts'
import { groupBy } from './group-by.ts'
import type { Stored } from './oracle.ts'
import type { Run } from './run.ts'

interface Answered {
	readonly policyId?: string
	readonly value?: number | null
	readonly selectedPolicyIds?: readonly string[]
}

const argsOf = (entry: OutboxEntry): Answered => entry.args as Answered

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** True if the attempt shows its newest waiting answers. */
const showsAnswers = (attempt: StoredAttempt, waiting: readonly OutboxEntry[]): boolean => {
	const newest = new Map(waiting.map((entry) => [argsOf(entry).policyId ?? null, argsOf(entry)]))
	return [...newest].every(([policyId, { value, selectedPolicyIds }]) =>
		policyId === null
			? same(attempt.selection, selectedPolicyIds)
			: attempt.answers[policyId] === value,
	)
}

const checkStream = (
	run: Run,
	attempt: StoredAttempt | undefined,
	waiting: readonly OutboxEntry[],
): void => {
	const [first] = waiting
	const name = `${first?.command} ${first?.id.slice(0, 8)}`
	if (attempt === undefined) {
		run.reportViolation('I1', `${name} waits without its attempt`)
		return
	}
	const answers = waiting.filter(({ command }) => command === 'quiz.interact')
	if (!showsAnswers(attempt, answers)) {
		run.reportViolation('I1', `an answer waits in ${attempt.id.slice(0, 8)} and is not shown`)
	}
	const completed = waiting.some(({ command }) => command === 'quiz.complete')
	if (completed && attempt.status !== 'COMPLETED') {
		run.reportViolation('I1', `${attempt.id.slice(0, 8)} waits to be completed and goes on`)
	}
	if (waiting.some(({ userId }) => userId !== attempt.userId)) {
		run.reportViolation('I6', `${name} waits in another voter's attempt`)
	}
}

/**
 * I1: an attempt shows what waits in its stream.
 * @param marked streams with refused or discarded entries.
 */
export const checkUnsent = (
	run: Run,
	{ attempts, outbox }: Stored,
	marked: ReadonlySet<string>,
): void => {
	const byId = new Map(attempts.map((attempt) => [attempt.id, attempt]))
	const waiting = outbox.filter(
		({ state, command }) => state === 'waiting' && command.startsWith('quiz.'),
	)
	for (const [stream, entries] of groupBy(waiting, (entry) => entry.stream)) {
		// Retried entries may be older than answers given since.
		if (marked.has(stream) || entries.some(({ id }) => run.retried.has(id))) continue
		checkStream(run, byId.get(stream), entries)
	}
}

/** I1: each stored answer has an entry or an effect. */
export const checkAnswers = (
	run: Run,
	standings: ReadonlyMap<string, Standing>,
	{ attempts, outbox }: Stored,
	marked: ReadonlySet<string>,
): void => {
	const entries = groupBy(outbox, (entry) => entry.stream)
	const sharing = groupBy(attempts, ({ id, serverId }) => serverId ?? id)
	for (const attempt of attempts) {
		if (marked.has(attempt.id)) continue
		// A superseded attempt need not be recovered after a restore.
		if (run.restored && attempt.superseded) continue
		// With two streams on one attempt, the last to arrive counts, so the other's answer may apply.
		const shared = (sharing.get(attempt.serverId ?? attempt.id)?.length ?? 0) > 1
		const queued = entries.get(attempt.id) ?? []
		const known = standings.get(attempt.serverId ?? '')
		for (const [policyId, value] of Object.entries(attempt.answers)) {
			const waits = queued.some(
				(entry) => argsOf(entry).policyId === policyId && argsOf(entry).value === value,
			)
			const current = known?.answers[policyId]
			// The device shows what a retried entry changes only once it is settled.
			const isRetried = queued.some(
				(entry) =>
					run.retried.has(entry.id) &&
					argsOf(entry).policyId === policyId &&
					argsOf(entry).value === current,
			)
			if (waits || current === value || isRetried || (shared && current !== undefined)) continue
			run.reportViolation(
				'I1',
				`the answer ${value} in ${attempt.id.slice(0, 8)} has no entry and no effect`,
			)
		}
		const picked = queued.some((entry) => same(argsOf(entry).selectedPolicyIds, attempt.selection))
		const current =
			same(known?.selection, attempt.selection) || (shared && (known?.selection ?? null) !== null)
		if (attempt.selection !== null && !picked && !current) {
			run.reportViolation(
				'I1',
				`the selection in ${attempt.id.slice(0, 8)} has no entry and no effect`,
			)
		}
		const completed = queued.some((entry) => entry.command === 'quiz.complete')
		if (attempt.status === 'COMPLETED' && !completed && known?.status !== 'COMPLETED') {
			run.reportViolation(
				'I1',
				`${attempt.id.slice(0, 8)} is completed without an entry or an effect`,
			)
		}
	}
}
