import { MESSAGES } from '#contract/messages.ts'
import type { OutboxEntry, StoredAttempt, StoredTestSession } from '#device/db.ts'
import type { CommandArgs } from '#device/sync/commands.ts'
import { progress } from '#domain/quiz.ts'
import type { Effect, Standing, TestStanding } from './backend.ts'
import { groupBy } from './group-by.ts'
import { checkLost, checkMixed, checkVanished } from './oracle-lost.ts'
import { checkTestsShown, checkTestsUnsent } from './oracle-tests.ts'
import { checkAnswers, checkUnsent } from './oracle-unsent.ts'
import type { Run } from './run.ts'

export interface Truth {
	readonly effects: readonly Effect[]
	readonly standings: ReadonlyMap<string, Standing>
	readonly testStandings: ReadonlyMap<string, TestStanding>
}

export interface Stored {
	readonly attempts: readonly StoredAttempt[]
	readonly outbox: readonly OutboxEntry[]
	readonly testSessions: readonly StoredTestSession[]
}

const short = (id: string | null | undefined): string => (id ?? '-').slice(0, 8)

const truthOf = async ({ server }: Run): Promise<Truth> => ({
	effects: await server.effects(),
	standings: await server.standings(),
	testStandings: await server.testStandings(),
})

const storedOf = ({ device }: Run): Promise<Stored> =>
	device.look((db) =>
		db.transaction('r', db.attempts, db.outbox, db.testSessions, async () => ({
			attempts: await db.attempts.toArray(),
			outbox: await db.outbox.toArray(),
			testSessions: await db.testSessions.toArray(),
		})),
	)

const resetBy = (entry: OutboxEntry | undefined): string | undefined =>
	(entry?.args as { resetAttemptId?: string } | undefined)?.resetAttemptId

/** Streams with refused or discarded entries, where the device marks or rereads the attempt. */
const markedOf = (run: Run, { outbox }: Stored): ReadonlySet<string> => {
	const discarded = [...run.discarded].map((id) => run.written.get(id)?.stream ?? '')
	const refused = outbox.filter(({ state }) => state === 'refused').map(({ stream }) => stream)
	return new Set([...discarded, ...refused])
}

/** True for a refused answer that the completed attempt has from another entry: the device drops it. */
const isCounted = (run: Run, { standings }: Truth, { attempts }: Stored, id: string): boolean => {
	const entry = run.written.get(id)
	if (entry?.command !== 'quiz.interact') return false
	if (!run.server.refusals.some(({ key }) => key === id)) return false
	const { policyId, value, selectedPolicyIds } = entry.args as CommandArgs<'quiz.interact'>
	const attempt = attempts.find((stored) => stored.id === entry.stream)
	const truth = standings.get(attempt?.serverId ?? '')
	if (truth?.status !== 'COMPLETED') return false
	return policyId === undefined
		? JSON.stringify(truth.selection) === JSON.stringify(selectedPolicyIds)
		: truth.answers[policyId] === value
}

/** I2, I3, I6, I7, I13: each saved entry takes effect once, for its author, and there are no other effects. */
const checkEntries = (run: Run, truth: Truth, stored: Stored): void => {
	const { effects } = truth
	const { outbox } = stored
	const byKey = groupBy(effects, (effect) => effect.key ?? '')
	const listed = new Set(outbox.map((entry) => entry.id))
	const lost = new Set(run.server.backups?.lost.map(({ key }) => key))
	for (const id of run.saved) {
		if (byKey.has(id) || listed.has(id) || run.discarded.has(id) || lost.has(id)) continue
		if (isCounted(run, truth, stored, id)) continue
		run.reportViolation('I2', `${run.written.get(id)?.command} ${short(id)} was saved and is gone`)
	}
	for (const [key, done] of byKey) {
		const entry = run.written.get(key)
		const user = done[0]?.user
		if (done.length > 1) run.reportViolation('I3', `${short(key)} took effect ${done.length} times`)
		if (entry === undefined) run.reportViolation('I7', `unknown effect ${short(key)}`)
		else if (entry.userId !== user) {
			run.reportViolation('I6', `${short(key)} of ${entry.userId} went under ${user}`)
		}
	}
}

/** I2: only entries that the server refused, or that depend on a refused start, are listed as refused. */
const checkRefused = (run: Run, { outbox }: Stored, marked: ReadonlySet<string>): void => {
	const refused = new Set(run.server.refusals.map(({ key }) => key))
	const lost = [...run.written.values()].filter(({ id, stream, command }) => {
		const begins = command === 'quiz.start' || command === 'quiz.reset'
		return begins && marked.has(stream) && (refused.has(id) || run.discarded.has(id))
	})
	const streams = new Set(lost.map(({ stream }) => stream))
	for (const { id, state, stream, command } of outbox) {
		if (state !== 'refused' || refused.has(id) || streams.has(stream)) continue
		run.reportViolation('I2', `${command} ${short(id)} is listed as refused, but was not refused`)
	}
}

/** I4: effects of a stream are in order, and an attempt is superseded after all its answers. */
const checkOrder = (run: Run, { effects }: Truth): void => {
	const last = new Map<string, number>()
	const refused = new Set(
		run.server.refusals.filter(({ path }) => path.includes('/batch')).map(({ key }) => key),
	)
	for (const { key, stream, seq, copy } of effects) {
		// A restored server treats network duplicates as new.
		if (copy && run.restored) continue
		// Discarded entries in transit may arrive at any time.
		if (run.retried.has(key ?? '') || run.discarded.has(key ?? '')) continue
		// Refused in a batch whose rest was applied, then applied when resent by a device that missed the reply.
		if (refused.has(key)) continue
		if (stream === null || seq === null) {
			run.reportViolation('I4', `${short(key)} was sent without its place`)
			continue
		}
		const before = last.get(stream) ?? 0
		if (seq < before) run.reportViolation('I4', `#${seq} of ${short(stream)} came after #${before}`)
		last.set(stream, Math.max(seq, before))
	}
	// A reset sent before the device detects a restore may supersede a lost completion, which is then listed.
	if (run.restored) return
	// A discarded reset may still have arrived.
	const left = new Set([...run.discarded].map((id) => resetBy(run.written.get(id))))
	// A retried entry is late by the voter's choice, and so are those behind it in the stream.
	const retried = new Set([...run.retried].map((id) => run.written.get(id)?.stream))
	// A refusal reopens the attempt, so the voter may continue it while it is being superseded.
	const reopened = new Set(
		run.server.refusals
			.filter(({ message }) => !message.includes(MESSAGES['attempt-reset']))
			.map(({ key }) => run.written.get(key ?? '')?.stream),
	)
	for (const { key, path, copy, message } of run.server.refusals) {
		if (copy) continue
		if (run.retried.has(key ?? '') || run.discarded.has(key ?? '')) continue
		if (!message.includes(MESSAGES['attempt-reset'])) continue
		const stream = run.written.get(key ?? '')?.stream
		if (left.has(stream) || retried.has(stream) || reopened.has(stream)) continue
		// If two local attempts are one on the server, the other's reset does not concern this stream.
		const id = path.slice(path.lastIndexOf('/') + 1)
		if (effects.some((effect) => effect.attemptId === id && effect.stream !== stream)) continue
		run.reportViolation('I4', `${path} ${short(key)} came after its attempt was left behind`)
	}
}

/** I5: the newest answer of a stream to a statement counts. */
const checkNewest = (run: Run, { effects, standings }: Truth): void => {
	const answers = effects.filter(({ kind }) => kind === 'interact')
	for (const [attemptId, given] of groupBy(answers, (effect) => effect.attemptId)) {
		const attempt = standings.get(attemptId)
		// With two streams on one attempt, the last to arrive counts.
		const streams = new Set(given.map(({ stream }) => stream))
		if (attempt === undefined || streams.size > 1) continue
		for (const [policyId, ofPolicy] of groupBy(given, (effect) => effect.policyId)) {
			const newest = ofPolicy.reduce((a, b) => ((b.seq ?? 0) > (a.seq ?? 0) ? b : a))
			const applied =
				policyId === null
					? JSON.stringify(attempt.selection) === JSON.stringify(newest.selected)
					: attempt.answers[policyId] === newest.value
			if (!applied)
				run.reportViolation('I5', `an older answer to ${policyId} counts in ${attemptId}`)
		}
	}
}

const sortedAnswers = (answers: StoredAttempt['answers']): string =>
	JSON.stringify(Object.entries(answers).sort())

const isSame = (attempt: StoredAttempt, truth: Standing): boolean =>
	attempt.status === truth.status &&
	sortedAnswers(attempt.answers) === sortedAnswers(truth.answers) &&
	JSON.stringify(attempt.selection) === JSON.stringify(truth.selection)

/** I11: the device shows the server's state. @param excused streams marked for the voter. */
const checkShown = (
	run: Run,
	{ standings }: Truth,
	{ attempts }: Stored,
	excused: ReadonlySet<string>,
): void => {
	for (const attempt of attempts) {
		if (attempt.superseded || excused.has(attempt.id) || attempt.statements.length === 0) continue
		const truth = standings.get(attempt.serverId ?? '')
		if (truth === undefined) {
			run.reportViolation('I11', `${short(attempt.id)} is shown and unknown to the server`)
		} else if (!isSame(attempt, truth)) {
			run.reportViolation('I11', `${short(attempt.id)} is shown otherwise than it is on the server`)
		}
	}
}

/** I11: a completed attempt shows results, even if some statements are unanswered. */
const checkEarly = (run: Run, { attempts }: Stored, excused: ReadonlySet<string>): void => {
	for (const attempt of attempts) {
		const { id, status, superseded, early = false, statements } = attempt
		if (status !== 'COMPLETED' || superseded || excused.has(id) || statements.length === 0) continue
		if (early === progress(attempt).isComplete)
			run.reportViolation('I11', `the results of ${short(id)} are not shown`)
	}
}

/** I11: a refused start restores the attempt it superseded and hides the new one. */
const checkTakenBack = (run: Run, { standings }: Truth, { attempts, outbox }: Stored): void => {
	const byId = new Map(attempts.map((attempt) => [attempt.id, attempt]))
	for (const entry of outbox) {
		const begins = entry.command === 'quiz.start' || entry.command === 'quiz.reset'
		if (entry.state !== 'refused' || !begins) continue
		if (byId.get(entry.stream)?.superseded === false) {
			run.reportViolation('I11', `${short(entry.stream)} goes on though its beginning was refused`)
		}
		const old = byId.get(resetBy(entry) ?? '')
		const truth = standings.get(old?.serverId ?? '')
		const others = [...run.written.values()].some(
			(other) => other.id !== entry.id && resetBy(other) === old?.id,
		)
		if (!old?.superseded || truth === undefined || truth.superseded || others) continue
		run.reportViolation('I11', `${short(old.id)} is hidden though its reset was refused`)
	}
}

/** I11: each attempt of the server is shown exactly once. */
const checkListed = (run: Run, { standings }: Truth, { attempts }: Stored): void => {
	const shown = attempts.filter((attempt) => !attempt.superseded)
	for (const [id, { superseded }] of standings) {
		const times = shown.filter((attempt) => attempt.serverId === id).length
		if (times === 1 || (superseded && times === 0)) continue
		run.reportViolation(
			'I11',
			`${short(id)}${superseded ? ', which was reset,' : ''} is shown ${times} times`,
		)
	}
}

/** I7: an answer counts in the quiz type in which it was given. */
const checkTypes = (run: Run, { effects, standings }: Truth): void => {
	for (const { key, kind, attemptId } of effects) {
		const { quizType } = (run.written.get(key ?? '')?.args ?? {}) as { quizType?: string }
		const truth = standings.get(attemptId)
		if (kind !== 'interact' || truth === undefined || quizType === truth.quizType) continue
		run.reportViolation(
			'I7',
			`${short(key)} was given as ${quizType} and counts as ${truth.quizType}`,
		)
	}
}

/** I7: the server asks the statements that the device drew, by the same formula. */
const checkDrawn = (run: Run, { effects, standings }: Truth): void => {
	for (const { key, kind, applied, attemptId } of effects) {
		const entry = run.written.get(key ?? '')
		const begun = run.begun.get(entry?.stream ?? '')
		const truth = standings.get(attemptId)
		if (!applied || (kind !== 'start' && kind !== 'reset') || !begun || !truth) continue
		// A merged attempt was restored with the seed of another one.
		if (((entry?.args ?? {}) as { seed?: string }).seed !== begun.seed) continue
		const drawn = begun.statements.map(({ policyId }) => policyId)
		if (truth.formula === begun.formula && drawn.join() === truth.policyIds.join()) continue
		run.reportViolation('I7', `${short(begun.id)} asks other statements than ${attemptId}`)
	}
}

/** I2: a completion arrives with the answers that allow it. */
const checkUnfinished = (run: Run, { effects }: Truth): void => {
	const { refusals } = run.server
	const streamOf = (key: string | null): string | undefined => run.written.get(key ?? '')?.stream
	for (const { key, path, message } of refusals) {
		if (run.restored || !/not finished|unanswered/.test(message)) continue
		const stream = streamOf(key)
		const isOther = (id: string | null): boolean => id !== key && streamOf(id) === stream
		// Refused and discarded answers are missing, and those of another stream may have been skips.
		if (refusals.some((refusal) => isOther(refusal.key)) || [...run.discarded].some(isOther))
			continue
		const id = path.slice(path.lastIndexOf('/') + 1)
		if (effects.some((effect) => effect.attemptId === id && effect.stream !== stream)) continue
		run.reportViolation('I2', `${short(key)} of ${short(stream)} was completed too early`)
	}
}

/** I2: an attempt with a refused start stays listed with the reason if completed or if its quiz closed. */
const checkNotCounted = (run: Run, { attempts, outbox }: Stored): void => {
	const byId = new Map(attempts.map((attempt) => [attempt.id, attempt]))
	for (const { state, command, stream, reason } of outbox) {
		const begins = command === 'quiz.start' || command === 'quiz.reset'
		const attempt = byId.get(stream)
		if (state !== 'refused' || !begins || attempt === undefined || attempt.notCounted) continue
		const { status, answers, selection } = attempt
		const answered = selection !== null || Object.keys(answers).length > 0
		const cutShort = answered && reason === MESSAGES['quiz-not-active']
		if (status !== 'COMPLETED' && !cutShort) continue
		run.reportViolation('I2', `${short(stream)} vanished when its beginning was refused`)
	}
}

/** Checks the invariants of waiting entries, at any time. */
export const checkWaiting = async (run: Run): Promise<void> => {
	const stored = await storedOf(run)
	const truth = await truthOf(run)
	checkUnsent(run, stored, markedOf(run, stored))
	checkTakenBack(run, truth, stored)
	// Lost effects have no entry until the device detects the restore.
	if (run.restored) return
	checkAnswers(run, truth.standings, stored, markedOf(run, stored))
	checkTestsUnsent(run, truth.testStandings, stored)
}

/** Checks the device and the server against the invariants once nothing waits. */
export const checkStored = async (run: Run): Promise<void> => {
	const stored = await storedOf(run)
	const truth = await truthOf(run)
	const marked = markedOf(run, stored)
	checkEntries(run, truth, stored)
	checkRefused(run, stored, marked)
	checkOrder(run, truth)
	checkNewest(run, truth)
	checkAnswers(run, truth.standings, stored, marked)
	checkShown(run, truth, stored, marked)
	checkTestsUnsent(run, truth.testStandings, stored)
	checkTestsShown(run, truth.testStandings, stored)
	checkLost(run, truth, stored, marked)
	if (run.restored) {
		checkVanished(run, truth, stored, marked)
		checkMixed(run, truth, stored, marked)
	}
	checkTakenBack(run, truth, stored)
	checkTypes(run, truth)
	checkDrawn(run, truth)
	checkUnfinished(run, truth)
	checkNotCounted(run, stored)
}

export const checkShownState = async (run: Run): Promise<void> => {
	const stored = await storedOf(run)
	const truth = await truthOf(run)
	const refused = stored.outbox.map(({ stream }) => stream)
	checkShown(run, truth, stored, new Set(refused))
	checkEarly(run, stored, new Set(refused))
	checkListed(run, truth, stored)
}
