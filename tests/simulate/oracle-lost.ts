import type { Effect } from './backend.ts'
import { groupBy } from './group.ts'
import type { Stored, Truth } from './oracle.ts'
import type { Run } from './run.ts'

/** What an answer or a guess is about; null for what is neither. */
const placeOf = ({ kind, attemptId, policyId }: Effect): string | null =>
	kind === 'interact' || kind === 'guess' ? `${attemptId}/${policyId}` : null

/**
 * I2: what a restored server lost is on it again, once the voter has looked at it. Only what the voter left behind or
 * gave up, and what was refused since, stays lost.
 * @param marked streams in which something was refused or discarded.
 */
export const checkLost = (
	run: Run,
	{ standings, testStandings }: Truth,
	{ attempts, testSessions }: Stored,
	marked: ReadonlySet<string>,
): void => {
	const kept = new Map(attempts.map((attempt) => [attempt.id, attempt]))
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
			if (sessions.has(attemptId) && !there) run.complain('I2', `${name} stays lost`)
			continue
		}
		const attempt = kept.get(stream)
		// Erased from the device, or left behind by a reset.
		if (attempt === undefined || attempt.superseded) continue
		const standing = standings.get(attempt.serverId ?? '')
		const there =
			kind === 'complete'
				? standing?.status === 'COMPLETED'
				: policyId === null
					? standing?.selection !== null && standing !== undefined
					: standing?.answers[policyId] !== undefined
		if (!there) run.complain('I2', `${name} stays lost`)
	}
}

/** A repeated beginning that arrives after the restore begins an attempt of its own, as another device might. */
const hasLateBeginning = (effects: readonly Effect[]): boolean =>
	effects.some(({ kind, copy }) => copy && (kind === 'start' || kind === 'reset'))

/** I2: no attempt vanishes but one that the voter reset. */
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
		run.complain('I2', `${id.slice(0, 8)} vanished`)
	}
}

/** I7: an attempt that came back holds no answers of another one, such as the one that it left behind. */
export const checkMixed = (
	run: Run,
	{ effects }: Truth,
	{ attempts }: Stored,
	marked: ReadonlySet<string>,
): void => {
	if (hasLateBeginning(effects)) return
	const written = groupBy([...run.written.values()], ({ stream }) => stream)
	const begun = run.server.backups?.lost.filter(({ kind }) => kind === 'start' || kind === 'reset')
	const lost = new Set(begun?.map(({ stream }) => stream))
	for (const { id, answers, superseded } of attempts) {
		const entries = written.get(id) ?? []
		if (superseded || marked.has(id) || !lost.has(id)) continue
		const given = new Set(entries.map(({ args }) => (args as { policyId?: string }).policyId))
		for (const policyId of Object.keys(answers)) {
			if (!given.has(policyId))
				run.complain('I7', `nobody answered ${policyId} in ${id.slice(0, 8)}`)
		}
	}
}
