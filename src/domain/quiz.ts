import { policyCount } from './draw.ts'
import { COMPARE_MIN_CANDIDATES, POLICY_PICK_MIN, SECONDS_PER_STATEMENT } from './limits.ts'
import type { AttemptStatus, QuizType, Result, Statement } from './types.ts'

/**
 * An attempt as data. Transitions are pure functions that return a new attempt or an error.
 *
 * | quiz type   | an answer is                        | complete when            |
 * |-------------|-------------------------------------|--------------------------|
 * | SCALE       | -2 to 2 for one statement           | every statement answered |
 * | BINARY      | 1 agree or 0 disagree for one       | every statement answered |
 * | POLICY_PICK | the whole selection, sent at once   | a selection is there     |
 */
export interface Attempt {
	readonly quizType: QuizType
	readonly status: AttemptStatus
	readonly statements: readonly Statement[]
	/** Value by policy id; SCALE and BINARY only. */
	readonly answers: Readonly<Record<string, number>>
	/** POLICY_PICK only; null until submitted. */
	readonly selection: readonly string[] | null
	/** Version of the score formula, fixed at the start; missing in attempts that predate versions. */
	readonly formula?: number
}

export type Answer =
	| { readonly policyId: string; readonly value: number }
	| { readonly selectedPolicyIds: readonly string[] }

export type AnswerError =
	| { readonly code: 'completed' }
	| { readonly code: 'unknown-policy'; readonly policyId: string }
	| { readonly code: 'bad-value' }
	| { readonly code: 'too-few'; readonly needed: number }
	| { readonly code: 'duplicate'; readonly policyId: string }
	| { readonly code: 'wrong-kind' }

/** Progress of an attempt. `current` is the first unanswered statement, or null. */
export interface Progress {
	readonly total: number
	readonly answered: number
	readonly current: Statement | null
	/** 1-based; equals the total when everything is answered. */
	readonly currentNumber: number
	readonly percentage: number
	readonly isComplete: boolean
}

const fail = (error: AnswerError): Result<Attempt, AnswerError> => ({ ok: false, error })

interface AnswerRange {
	readonly least: number
	readonly most: number
}

const ANSWER_RANGES: Readonly<Record<QuizType, AnswerRange>> = {
	SCALE: { least: -2, most: 2 },
	BINARY: { least: 0, most: 1 },
	POLICY_PICK: { least: 0, most: 1 },
}

/** Answer range of a quiz type; picked counts as 1. Unknown types count as BINARY, as specified. */
export const answerRange = (quizType: QuizType): AnswerRange =>
	ANSWER_RANGES[quizType] ?? ANSWER_RANGES.BINARY

export const isAnswerValue = (quizType: QuizType, value: number): boolean => {
	const { least, most } = answerRange(quizType)
	return Number.isInteger(value) && value >= least && value <= most
}

/** Minimum size of a POLICY_PICK selection; all statements if the quiz has fewer. */
export const picksNeeded = (total: number): number => Math.min(POLICY_PICK_MIN, total)

const select = (attempt: Attempt, ids: readonly string[]): Result<Attempt, AnswerError> => {
	const known = new Set(attempt.statements.map((statement) => statement.policyId))
	const seen = new Set<string>()
	for (const policyId of ids) {
		if (!known.has(policyId)) return fail({ code: 'unknown-policy', policyId })
		if (seen.has(policyId)) return fail({ code: 'duplicate', policyId })
		seen.add(policyId)
	}
	const needed = picksNeeded(attempt.statements.length)
	if (ids.length < needed) return fail({ code: 'too-few', needed })
	return { ok: true, value: { ...attempt, selection: ids } }
}

/** Records an answer. While the attempt is IN_PROGRESS, a new answer replaces the previous one. */
export const answer = (attempt: Attempt, given: Answer): Result<Attempt, AnswerError> => {
	if (attempt.status === 'COMPLETED') return fail({ code: 'completed' })
	if ('selectedPolicyIds' in given) {
		if (attempt.quizType !== 'POLICY_PICK') return fail({ code: 'wrong-kind' })
		return select(attempt, given.selectedPolicyIds)
	}
	if (attempt.quizType === 'POLICY_PICK') return fail({ code: 'wrong-kind' })
	if (!isAnswerValue(attempt.quizType, given.value)) return fail({ code: 'bad-value' })
	if (!attempt.statements.some((statement) => statement.policyId === given.policyId)) {
		return fail({ code: 'unknown-policy', policyId: given.policyId })
	}
	const answers = { ...attempt.answers, [given.policyId]: given.value }
	return { ok: true, value: { ...attempt, answers } }
}

/** Marks the attempt COMPLETED (idempotent). Fails with the number of missing answers if it is unfinished. */
export const complete = (
	attempt: Attempt,
): Result<Attempt, { readonly code: 'unfinished'; readonly missing: number }> => {
	const { total, answered, isComplete } = progress(attempt)
	if (attempt.status === 'COMPLETED') return { ok: true, value: attempt }
	if (!isComplete) return { ok: false, error: { code: 'unfinished', missing: total - answered } }
	return { ok: true, value: { ...attempt, status: 'COMPLETED' } }
}

export const progress = (attempt: Attempt): Progress => {
	const total = attempt.statements.length
	const picked = attempt.selection !== null
	const isAnswered = (statement: Statement): boolean =>
		attempt.quizType === 'POLICY_PICK' ? picked : Object.hasOwn(attempt.answers, statement.policyId)
	const answered = attempt.statements.filter(isAnswered).length
	const current = attempt.statements.find((statement) => !isAnswered(statement)) ?? null
	return {
		total,
		answered,
		current,
		currentNumber: Math.min(answered + 1, total),
		percentage: total === 0 ? 0 : Math.round((100 * answered) / total),
		isComplete: total > 0 && current === null,
	}
}

/** Estimated duration in minutes, rounded up; 0 without statements. */
export const minutesFor = (quizType: QuizType, statements: number): number =>
	Math.ceil((statements * SECONDS_PER_STATEMENT[quizType]) / 60)

/**
 * Version of the consent text that a voter accepts by starting a quiz: its date. Update it whenever the text changes in
 * any language.
 */
export const CONSENT_VERSION = '2026-11-25'

export interface QuizToValidate {
	readonly active: boolean
	/** ISO dates (YYYY-MM-DD), inclusive; null is open. */
	readonly startDate: string | null
	readonly endDate: string | null
	readonly candidates: readonly { readonly name: string; readonly validatedPolicies: number }[]
}

export type QuizFinding =
	| 'quiz-ready'
	| 'quiz-already-completed'
	| 'quiz-not-active'
	| { readonly code: 'quiz-opens-on'; readonly values: { readonly day: string } }
	| { readonly code: 'quiz-ended-on'; readonly values: { readonly day: string } }
	| { readonly code: 'quiz-needs-candidates'; readonly values: { readonly least: number } }
	| { readonly code: 'quiz-needs-policies'; readonly values: { readonly names: string } }

export interface QuizCheck {
	readonly valid: boolean
	readonly finding: QuizFinding
	readonly policyCount: number
}

/**
 * True if the quiz is enabled and `today` (YYYY-MM-DD) is between its dates, inclusive.
 * @param today null if unknown; the dates are ignored then.
 */
export const isActiveOn = (
	quiz: Pick<QuizToValidate, 'active' | 'startDate' | 'endDate'>,
	today: string | null,
): boolean =>
	quiz.active &&
	(today === null || quiz.startDate === null || quiz.startDate <= today) &&
	(today === null || quiz.endDate === null || today <= quiz.endDate)

const problemOf = (quiz: QuizToValidate, today: string | null): QuizFinding | null => {
	if (!quiz.active) return 'quiz-not-active'
	if (today !== null && quiz.startDate !== null && today < quiz.startDate) {
		return { code: 'quiz-opens-on', values: { day: quiz.startDate } }
	}
	if (today !== null && quiz.endDate !== null && today > quiz.endDate) {
		return { code: 'quiz-ended-on', values: { day: quiz.endDate } }
	}
	if (quiz.candidates.length < COMPARE_MIN_CANDIDATES) {
		return { code: 'quiz-needs-candidates', values: { least: COMPARE_MIN_CANDIDATES } }
	}
	const without = quiz.candidates.filter((candidate) => candidate.validatedPolicies === 0)
	if (without.length > 0) {
		const names = without.map((candidate) => candidate.name).join(', ')
		return { code: 'quiz-needs-policies', values: { names } }
	}
	return null
}

/**
 * Checks that a quiz can be taken: active today, with at least two candidates that all have validated policies. A
 * previous completion does not make it invalid, because the voter may reset it.
 */
export const checkQuiz = (
	quiz: QuizToValidate,
	today: string | null,
	completedBefore: boolean,
): QuizCheck => {
	const problem = problemOf(quiz, today)
	const count = policyCount(quiz.candidates.map((candidate) => candidate.validatedPolicies))
	if (problem !== null) return { valid: false, finding: problem, policyCount: count }
	const finding = completedBefore ? 'quiz-already-completed' : 'quiz-ready'
	return { valid: true, finding, policyCount: count }
}

const CANNOT_START = [/already answered/i, /already completed/i, /no unanswered/i]

/** True if a validation message means that nothing is left to answer (voter specification, "Intro flow"). */
export const saysAlreadyDone = (message: string): boolean =>
	CANNOT_START.some((pattern) => pattern.test(message))
