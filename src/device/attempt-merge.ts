import type { QuizAttempt, QuizState } from '#contract/quiz.ts'
import { IMPORTANCE_DEFAULT } from '#domain/limits.ts'
import type { Statement } from '#domain/types.ts'
import type { LocalDb, NotCounted, OutboxEntry, StoredAttempt } from './db.ts'
import { waitingIn } from './entries.ts'

/** What of an attempt still waits to be sent: the server does not know it yet, so the device's word stands. */
export interface Unsent {
	readonly policyIds: ReadonlySet<string>
	readonly selection: boolean
	readonly completion: boolean
}

const statementsOf = (state: QuizState, known: readonly Statement[]): readonly Statement[] => {
	if (state.allPolicies.length === 0) return known
	const before = new Map(known.map((statement) => [statement.policyId, statement]))
	return state.allPolicies.map(({ id, text, candidateId, weight, ...rest }) => ({
		...rest,
		policyId: id,
		text,
		candidateId,
		weight: weight ?? before.get(id)?.weight ?? rest.importance ?? IMPORTANCE_DEFAULT,
	}))
}

const answersOf = (
	state: QuizState,
	attempt: StoredAttempt,
	unsent: Unsent,
): Readonly<Record<string, number>> => {
	// A server that does not repeat the answers has nothing to correct them with.
	if (state.answers === undefined) return attempt.answers
	const merged: Record<string, number> = {}
	for (const { policyId, value } of state.answers) merged[policyId] = value
	for (const policyId of unsent.policyIds) {
		const value = attempt.answers[policyId]
		if (value !== undefined) merged[policyId] = value
	}
	return merged
}

const NOTHING_UNSENT: Unsent = { policyIds: new Set(), selection: false, completion: false }

/** What a state lacks of what the server had confirmed before. */
export interface Lost {
	readonly answers: readonly (readonly [policyId: string, value: number])[]
	readonly selection: readonly string[] | null
	readonly completion: boolean
}

/** What a server that has lost an attempt, or a part of it, lacks. @param state null if it lacks the whole attempt. */
export const lostFrom = (known: StoredAttempt, state: QuizState | null): Lost => {
	const { answers, selection, status } = known.confirmed ?? {
		answers: {},
		selection: null,
		status: 'IN_PROGRESS',
	}
	const all = Object.entries(answers)
	if (state === null) return { answers: all, selection, completion: status === 'COMPLETED' }
	const completion = status === 'COMPLETED' && state.status !== 'COMPLETED'
	// A server that does not repeat the answers lacks none as far as anybody can tell.
	if (state.answers === undefined) return { answers: [], selection: null, completion }
	const there = new Map(state.answers.map(({ policyId, value }) => [policyId, value]))
	// Of two different answers the server's is the newer one, unless its state is older as a whole.
	const older = state.revision !== undefined && state.revision < (known.revision ?? 0)
	const isLost = (policyId: string, value: number): boolean =>
		there.has(policyId) ? older && there.get(policyId) !== value : true
	const other = JSON.stringify(state.selectedPolicyIds) !== JSON.stringify(selection)
	return {
		answers: all.filter(([policyId, value]) => isLost(policyId, value)),
		selection: state.selectedPolicyIds === null || (older && other) ? selection : null,
		completion,
	}
}

/** Whether a state lacks something that the server had confirmed before. */
export const isLacking = (known: StoredAttempt, state: QuizState): boolean => {
	const { answers, selection, completion } = lostFrom(known, state)
	return answers.length > 0 || selection !== null || completion
}

/** A server that repeats the answers means it when it names no selection. */
const selectionOf = (state: QuizState, attempt: StoredAttempt): readonly string[] | null =>
	state.answers === undefined
		? (state.selectedPolicyIds ?? attempt.selection)
		: state.selectedPolicyIds

/** The attempt as the server knows it, with what is still unsent kept as the voter left it. */
export const mergeState = (
	attempt: StoredAttempt,
	state: QuizState,
	unsent: Unsent,
): StoredAttempt => {
	const statements = statementsOf(state, attempt.statements)
	const asked = [...new Set(statements.map((statement) => statement.candidateId))]
	return {
		...attempt,
		serverId: state.quizAttemptId ?? attempt.serverId,
		compareQuizId: attempt.compareQuizId || (state.compareQuizId ?? ''),
		quizType: state.quizType,
		status: unsent.completion ? attempt.status : state.status,
		seed: state.seed ?? attempt.seed,
		statements,
		candidateIds: attempt.candidateIds.length > 0 ? attempt.candidateIds : asked,
		answers: answersOf(state, attempt, unsent),
		selection: unsent.selection ? attempt.selection : selectionOf(state, attempt),
		reported: statements.length > 0 ? null : attempt.reported,
		confirmed: {
			answers: answersOf(state, attempt, NOTHING_UNSENT),
			selection: selectionOf(state, attempt),
			status: state.status,
		},
		...(state.revision !== undefined && { revision: state.revision }),
		...(state.formula !== undefined && { formula: state.formula }),
	}
}

/** An attempt that this device first hears of from the voter's history. */
export const attemptFromHistory = (
	row: QuizAttempt,
	id: string,
	userId: string,
): StoredAttempt => ({
	id,
	serverId: row.id,
	userId,
	compareQuizId: row.compareQuizId ?? '',
	electionId: row.electionId,
	quizName: row.quizName,
	electionName: row.electionName,
	quizType: row.quizType,
	status: row.status,
	seed: row.id,
	statements: [],
	candidateIds: [],
	answers: {},
	selection: null,
	startedAt: row.startedAt,
	completedAt: row.completedAt,
	settled: 0,
	superseded: false,
	reported: reportedOf(row),
})

/** What the server counted of an attempt. */
export const reportedOf = (row: QuizAttempt): NonNullable<StoredAttempt['reported']> => ({
	answered: row.answeredQuestions,
	total: row.totalQuestions,
	percentage: row.progressPercentage,
})

/** Whether a command began the attempt that its stream is named after: what follows in the stream hangs on it. */
export const isBeginning = ({ command }: Pick<OutboxEntry, 'command'>): boolean =>
	command === 'quiz.start' || command === 'quiz.reset'

/** What of a voter waits to be sent. */
export const waitingOf = (db: LocalDb, userId: string): Promise<OutboxEntry[]> =>
	db.outbox.where('[userId+state]').equals([userId, 'waiting']).toArray()

/** What of a stream's waiting entries the server's state does not hold yet. */
export const unsentOf = (entries: readonly OutboxEntry[]): Unsent => {
	const policyIds = new Set<string>()
	let selection = false
	for (const { command, args } of entries) {
		if (command !== 'quiz.interact') continue
		const { policyId } = args as { policyId?: string }
		if (policyId === undefined) selection = true
		else policyIds.add(policyId)
	}
	const completion = entries.some((entry) => entry.command === 'quiz.complete')
	return { policyIds, selection, completion }
}

/** Whether an attempt that stands as `status` is left behind by a reset among what waits; a completed one stays in the history. */
export const isBeingReset = (
	{ id, status }: Pick<StoredAttempt, 'id' | 'status'>,
	waiting: readonly OutboxEntry[],
): boolean =>
	status !== 'COMPLETED' &&
	waiting.some(({ command, args }) => {
		const { resetAttemptId } = args as { resetAttemptId?: string }
		return command === 'quiz.reset' && resetAttemptId === id
	})

/** The same attempt under other ids of this device: the history may have brought it in, or a start led to it again. */
const twinsOf = async (
	db: LocalDb,
	attempt: StoredAttempt,
	serverId: string | null,
): Promise<StoredAttempt[]> => {
	if (serverId === null) return []
	const same = await db.attempts.where({ serverId }).toArray()
	return same.filter(({ id, userId }) => id !== attempt.id && userId === attempt.userId)
}

/** Forgets them; one that has unsent answers stays. */
const dropTwins = async (db: LocalDb, twins: readonly StoredAttempt[]): Promise<void> => {
	for (const { id } of twins) {
		if ((await waitingIn(db, id)).length === 0) await db.attempts.delete(id)
	}
}

/** Whether a state, or a row of the history, tells how an attempt stood before what is known of it: replies to repeated requests do. */
export const isOld = ({ revision }: Pick<QuizState, 'revision'>, known: StoredAttempt): boolean =>
	revision !== undefined && revision < (known.revision ?? 0)

/** What is known of an attempt, as the server would tell it. */
const asTold = (state: QuizState, known: StoredAttempt): QuizState => ({
	...state,
	status: known.status,
	answers: Object.entries(known.answers).map(([policyId, value]) => ({ policyId, value })),
	selectedPolicyIds: known.selection === null ? null : [...known.selection],
	revision: known.revision,
})

/** Whether an attempt stays listed after its beginning was refused: a completed one, or one whose quiz closed meanwhile. */
const staysListed = (
	{ status, answers, selection }: StoredAttempt,
	{ closedOn }: NotCounted,
): boolean =>
	status === 'COMPLETED' ||
	(closedOn !== null && (selection !== null || Object.keys(answers).length > 0))

/**
 * Undoes a beginning that will never take effect, and brings back what a reset had left behind. Runs inside a
 * transaction over `attempts` and `outbox`.
 * @param why the server's refusal. Null if the voter discarded it.
 */
export const takeBack = async (
	db: LocalDb,
	entry: OutboxEntry,
	why: NotCounted | null,
): Promise<void> => {
	if (!isBeginning(entry)) return
	const { attemptId, resetAttemptId } = entry.args as {
		attemptId?: string
		resetAttemptId?: string
	}
	const attempt = await db.attempts.get(attemptId ?? '')
	if (attempt) {
		const notCounted = why && staysListed(attempt, why) ? why : null
		await db.attempts.update(attempt.id, { superseded: true, notCounted })
	}
	if (!resetAttemptId) return
	// One whose own beginning was refused has nothing to come back to.
	const refused = await db.outbox
		.where('stream')
		.equals(resetAttemptId)
		.filter((begun) => begun.state === 'refused' && isBeginning(begun))
		.count()
	if (refused === 0) await db.attempts.update(resetAttemptId, { superseded: false })
}

/**
 * Writes the server's state into an attempt, inside a transaction over `attempts` and `outbox`. One that is older than
 * what is known of it changes nothing but the server's id.
 */
export const applyState = async (
	db: LocalDb,
	attempt: StoredAttempt,
	state: QuizState,
): Promise<void> => {
	const twins = await twinsOf(db, attempt, state.quizAttemptId ?? attempt.serverId)
	const newest = [attempt, ...twins].find((known) => isOld(state, known))
	const told = newest === undefined ? state : asTold(state, newest)
	await dropTwins(db, twins)
	const next = mergeState(attempt, told, unsentOf(await waitingIn(db, attempt.id)))
	// A completion that never arrived: the reset that was to follow it leaves this attempt behind.
	const reopened = attempt.status === 'COMPLETED' && next.status !== 'COMPLETED'
	const left = reopened && isBeingReset(next, await waitingOf(db, attempt.userId))
	const { confirmed } = newest ?? next
	await db.attempts.put({
		...next,
		...(left && { superseded: true }),
		...(confirmed && { confirmed }),
	})
}
