import type { QuizAttempt, QuizState } from '#contract/quiz.ts'
import { IMPORTANCE_DEFAULT } from '#domain/constants.ts'
import type { Statement } from '#domain/types.ts'
import type { StoredAttempt } from './db.ts'

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
