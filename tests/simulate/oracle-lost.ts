import type { Effect } from './backend.ts'
import { groupBy } from './group-by.ts'
import type { Stored, Truth } from './oracle.ts'
import type { Run } from './run.ts'

/** Place of an answer or guess; null for other effects. */
const placeOf = ({ kind, attemptId, policyId }: Effect): string | null =>
	kind === 'interact' || kind === 'guess' ? `${attemptId}/${policyId}` : null

/**
 * I2: everything lost by a restore is sent again once the voter has opened it, unless it was superseded,
 * discarded or refused since.
 * @param marked streams with refused or discarded entries.
 */
export const checkLost = (
	run: Run,
	{ standings, testStandings }: Truth,
	{ attempts, testSessions }: Stored,
	marked: ReadonlySet<string>,
): void => {
	const byStream = new Map(attempts.map((attempt) => [attempt.id, attempt]))
	const sessions = new Set(testSessions.map(({ id }) => id))
	for (const effect of run.server.backups?.lost ?? []) {
		const { key, kind, stream, policyId, attemptId } = effect
		const place = placeOf(effect)
		if (place === null && kind !== 'complete' && kind !== 'finish' && kind !== 'feedback') continue
		if (stream === null || marked.has(stream) || !run.written.has(key ?? '')) continue
		const name = `${kind} of ${attemptId} by ${key?.slice(0, 8)}`
		if (stream === attemptId) {
			const session = testStandings.get(attemptId)
			const there =
				kind === 'guess'
					? session?.guesses[policyId ?? ''] !== undefined
					: kind === 'finish'
						? session?.completed
						: (session?.feedback ?? 0) > 0
			if (sessions.has(attemptId) && !there) run.reportViolation('I2', `${name} stays lost`)
			continue
		}
		const attempt = byStream.get(stream)
		// Erased from the device or superseded by a reset.
		if (attempt === undefined || attempt.superseded) continue
		const standing = standings.get(attempt.serverId ?? '')
		const there =
			kind === 'complete'
				? standing?.status === 'COMPLETED'
				: policyId === null
					? standing?.selection !== null && standing !== undefined
					: standing?.answers[policyId] !== undefined
		if (!there) run.reportViolation('I2', `${name} stays lost`)
	}
}

/** A duplicated start that arrives after the restore creates another attempt, like another device might. */
const hasLateBeginning = (effects: readonly Effect[]): boolean =>
	effects.some(({ kind, copy }) => copy && (kind === 'start' || kind === 'reset'))

/** I2: no attempt disappears unless the voter reset it. */
export const checkVanished = (
	run: Run,
	{ effects }: Truth,
	{ attempts }: Stored,
	marked: ReadonlySet<string>,
): void => {
	if (hasLateBeginning(effects)) return
	const reset = new Set(
		[...run.written.values()].map(
			({ args }) => (args as { resetAttemptId?: string }).resetAttemptId,
		),
	)
	for (const { id, superseded, notCounted } of attempts) {
		if (!superseded || notCounted || marked.has(id) || reset.has(id)) continue
		run.reportViolation('I2', `${id.slice(0, 8)} vanished`)
	}
}

/** I7: a recovered attempt contains no answers of another attempt, e.g. its predecessor. */
export const checkMixed = (
	run: Run,
	{ effects }: Truth,
	{ attempts }: Stored,
	marked: ReadonlySet<string>,
): void => {
	if (hasLateBeginning(effects)) return
	const written = groupBy([...run.written.values()], ({ stream }) => stream)
	// A start that continued an attempt, e.g. one erased from the device, has its answers.
	const begun = run.server.backups?.lost.filter(
		({ kind, applied }) => applied && (kind === 'start' || kind === 'reset'),
	)
	const lost = new Set(begun?.map(({ stream }) => stream))
	for (const { id, answers, superseded } of attempts) {
		const entries = written.get(id) ?? []
		if (superseded || marked.has(id) || !lost.has(id)) continue
		const given = new Set(entries.map(({ args }) => (args as { policyId?: string }).policyId))
		for (const policyId of Object.keys(answers)) {
			if (!given.has(policyId))
				run.reportViolation('I7', `unknown answer to ${policyId} in ${id.slice(0, 8)}`)
		}
	}
}
