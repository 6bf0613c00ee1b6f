import type { QuizAttempt, QuizState } from '#contract/quiz.ts'
import { IMPORTANCE_DEFAULT } from '#domain/limits.ts'
import { type Answers, progress } from '#domain/quiz.ts'
import type { Statement } from '#domain/types.ts'
import type { LocalDb, NotCounted, OutboxEntry, StoredAttempt } from './db.ts'
import { waitingIn } from './entries.ts'

/** Unsent parts of an attempt. The server lacks them, so the device's values win. */
export interface Unsent {
	readonly policyIds: ReadonlySet<string>
	readonly selection: boolean
	readonly completion: boolean
}

const statementsOf = (state: QuizState, known: readonly Statement[]): readonly Statement[] => {
	if (state.allPolicies.length === 0) return known
	const before = new Map(known.map((statement) => [statement.policyId, statement]))
	return state.allPolicies.map(({ id, text, candidateId, weight, positions, ...rest }) => ({
		...rest,
		policyId: id,
		text,
		candidateId,
		weight: weight ?? before.get(id)?.weight ?? rest.importance ?? IMPORTANCE_DEFAULT,
		positions: positions ?? before.get(id)?.positions ?? null,
	}))
}

/** Answers and skips of a state. Null if the server omits the answers. @param known keeps skips that it omits. */
export const answersIn = (state: QuizState, known: Answers): Answers | null => {
	if (state.answers === undefined) return null
	const skipped = state.skippedPolicyIds ?? skippedIn(known)
	return Object.fromEntries([
		...skipped.map((policyId) => [policyId, null] as const),
		...state.answers.map(({ policyId, value }) => [policyId, value] as const),
	])
}

const skippedIn = (answers: Answers): string[] =>
	Object.keys(answers).filter((policyId) => answers[policyId] === null)

const answersOf = (state: QuizState, { answers }: StoredAttempt, unsent: Unsent): Answers => {
	const there = answersIn(state, answers)
	// A server that omits the answers has no corrections.
	if (there === null) return answers
	const here = Object.entries(answers).filter(([policyId]) => unsent.policyIds.has(policyId))
	return { ...there, ...Object.fromEntries(here) }
}

const NOTHING_UNSENT: Unsent = { policyIds: new Set(), selection: false, completion: false }

export interface Lost {
	/** Null if skipped. */
	readonly answers: readonly (readonly [policyId: string, value: number | null])[]
	readonly selection: readonly string[] | null
	readonly completion: boolean
}

/** Finds confirmed parts that the server has lost. @param state null if it lost the whole attempt. */
export const lostFrom = (known: StoredAttempt, state: QuizState | null): Lost => {
	const { answers, selection, status } = known.confirmed ?? {
		answers: {},
		selection: null,
		status: 'IN_PROGRESS',
	}
	const all = Object.entries(answers)
	if (state === null) return { answers: all, selection, completion: status === 'COMPLETED' }
	const completion = status === 'COMPLETED' && state.status !== 'COMPLETED'
	const there = answersIn(state, answers)
	// A server that omits the answers cannot show a loss.
	if (there === null) return { answers: [], selection: null, completion }
	// If two answers differ, the server's is newer, unless its whole state is older.
	const older = state.revision !== undefined && state.revision < (known.revision ?? 0)
	const isLost = (policyId: string, value: number | null): boolean =>
		Object.hasOwn(there, policyId) ? older && there[policyId] !== value : true
	const other = JSON.stringify(state.selectedPolicyIds) !== JSON.stringify(selection)
	return {
		answers: all.filter(([policyId, value]) => isLost(policyId, value)),
		selection: state.selectedPolicyIds === null || (older && other) ? selection : null,
		completion,
	}
}

export const isLacking = (known: StoredAttempt, state: QuizState): boolean => {
	const { answers, selection, completion } = lostFrom(known, state)
	return answers.length > 0 || selection !== null || completion
}

/** Trusts a missing selection only if the server also sends the answers. */
const selectionOf = (state: QuizState, attempt: StoredAttempt): readonly string[] | null =>
	state.answers === undefined
		? (state.selectedPolicyIds ?? attempt.selection)
		: state.selectedPolicyIds

/** Merges the server's state into an attempt. Unsent changes win. */
export const mergeState = (
	attempt: StoredAttempt,
	state: QuizState,
	unsent: Unsent,
): StoredAttempt => {
	const statements = statementsOf(state, attempt.statements)
	const asked = [...new Set(statements.map((statement) => statement.candidateId))]
	const status = unsent.completion ? attempt.status : state.status
	const answers = answersOf(state, attempt, unsent)
	const selection = unsent.selection ? attempt.selection : selectionOf(state, attempt)
	const { isComplete } = progress({ ...attempt, statements, answers, selection })
	// Only a server that sends all answers shows which ones are missing.
	const early = state.answers === undefined ? attempt.early : !isComplete
	return {
		...attempt,
		serverId: state.quizAttemptId ?? attempt.serverId,
		compareQuizId: attempt.compareQuizId || (state.compareQuizId ?? ''),
		quizType: state.quizType,
		status,
		seed: state.seed ?? attempt.seed,
		statements,
		candidateIds: attempt.candidateIds.length > 0 ? attempt.candidateIds : asked,
		answers,
		selection,
		early: status === 'COMPLETED' && early === true,
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

export const reportedOf = (row: QuizAttempt): NonNullable<StoredAttempt['reported']> => ({
	answered: row.answeredQuestions,
	total: row.totalQuestions,
	percentage: row.progressPercentage,
})

/** True for commands that create the attempt of their stream. The rest of the stream depends on them. */
export const isBeginning = ({ command }: Pick<OutboxEntry, 'command'>): boolean =>
	command === 'quiz.start' || command === 'quiz.reset'

export const waitingOf = (db: LocalDb, userId: string): Promise<OutboxEntry[]> =>
	db.outbox.where('[userId+state]').equals([userId, 'waiting']).toArray()

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

/** True if a waiting reset supersedes the attempt. Completed attempts stay in the history. */
export const isBeingReset = (
	{ id, status }: Pick<StoredAttempt, 'id' | 'status'>,
	waiting: readonly OutboxEntry[],
): boolean =>
	status !== 'COMPLETED' &&
	waiting.some(({ command, args }) => {
		const { resetAttemptId } = args as { resetAttemptId?: string }
		return command === 'quiz.reset' && resetAttemptId === id
	})

/** Finds other rows of the same server attempt. The history or a repeated start may have added them. */
const twinsOf = async (
	db: LocalDb,
	attempt: StoredAttempt,
	serverId: string | null,
): Promise<StoredAttempt[]> => {
	if (serverId === null) return []
	const same = await db.attempts.where({ serverId }).toArray()
	return same.filter(({ id, userId }) => id !== attempt.id && userId === attempt.userId)
}

/** Moves the notes of a dropped twin. Those of the attempt win. */
const moveNotes = async (db: LocalDb, from: string, to: string): Promise<void> => {
	const [moved, own] = await db.notes.bulkGet([from, to])
	if (moved === undefined) return
	await db.notes.put({ ...moved, ...own, attemptId: to })
	await db.notes.delete(from)
}

const dropTwins = async (
	db: LocalDb,
	twins: readonly StoredAttempt[],
	keptId: string,
): Promise<void> => {
	for (const { id } of twins) {
		if ((await waitingIn(db, id)).length > 0) continue
		await db.attempts.delete(id)
		await moveNotes(db, id, keptId)
	}
}

/** True if a state or history row is older than the stored revision. Replies to repeated requests can be. */
export const isOld = ({ revision }: Pick<QuizState, 'revision'>, known: StoredAttempt): boolean =>
	revision !== undefined && revision < (known.revision ?? 0)

const asKnown = (state: QuizState, known: StoredAttempt): QuizState => ({
	...state,
	status: known.status,
	answers: Object.entries(known.answers).flatMap(([policyId, value]) =>
		value === null ? [] : [{ policyId, value }],
	),
	skippedPolicyIds: skippedIn(known.answers),
	selectedPolicyIds: known.selection === null ? null : [...known.selection],
	revision: known.revision,
})

/** True if an attempt stays listed after its start was refused: completed, or answered before its quiz closed. */
const staysListed = (
	{ status, answers, selection }: StoredAttempt,
	{ closedOn }: NotCounted,
): boolean =>
	status === 'COMPLETED' ||
	(closedOn !== null && (selection !== null || Object.keys(answers).length > 0))

/**
 * Undoes a start that will never take effect and restores the attempt that its reset superseded, in a transaction
 * over `attempts` and `outbox`. @param why the server's refusal; null if the voter discarded it.
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
	// An attempt whose start was refused too cannot be restored.
	const refused = await db.outbox
		.where('stream')
		.equals(resetAttemptId)
		.filter((begun) => begun.state === 'refused' && isBeginning(begun))
		.count()
	if (refused === 0) await db.attempts.update(resetAttemptId, { superseded: false })
}

/**
 * Stores the server's state. An outdated state only updates the server's id. Call it in a transaction over `attempts`,
 * `notes` and `outbox`.
 */
export const applyState = async (
	db: LocalDb,
	attempt: StoredAttempt,
	state: QuizState,
): Promise<void> => {
	const twins = await twinsOf(db, attempt, state.quizAttemptId ?? attempt.serverId)
	const newest = [attempt, ...twins].find((known) => isOld(state, known))
	const accepted = newest === undefined ? state : asKnown(state, newest)
	await dropTwins(db, twins, attempt.id)
	const next = mergeState(attempt, accepted, unsentOf(await waitingIn(db, attempt.id)))
	// The completion never reached the server, so the pending reset supersedes this attempt.
	const reopened = attempt.status === 'COMPLETED' && next.status !== 'COMPLETED'
	const left = reopened && isBeingReset(next, await waitingOf(db, attempt.userId))
	const { confirmed } = newest ?? next
	await db.attempts.put({
		...next,
		...(left && { superseded: true }),
		...(confirmed && { confirmed }),
	})
}
