import { policyCount as countOwned } from './draw.ts'
import {
	COMPARE_MIN_CANDIDATES,
	POLICY_PICK_MIN,
	SCORED_MIN,
	SECONDS_PER_STATEMENT,
} from './limits.ts'
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
	/** Value by policy id; SCALE and BINARY only. Null if skipped. */
	readonly answers: Answers
	/** POLICY_PICK only; null until submitted. */
	readonly selection: readonly string[] | null
	/** Version of the score formula, fixed at the start; missing in attempts that predate versions. */
	readonly formula?: number
}

export type Answers = Readonly<Record<string, number | null>>

export type Answer =
	/** Null skips the statement. */
	| { readonly policyId: string; readonly value: number | null }
	| { readonly selectedPolicyIds: readonly string[] }

export type AnswerError =
	| { readonly code: 'completed' }
	| { readonly code: 'unknown-policy'; readonly policyId: string }
	| { readonly code: 'bad-value' }
	| { readonly code: 'too-few'; readonly needed: number }
	| { readonly code: 'duplicate'; readonly policyId: string }
	| { readonly code: 'wrong-kind' }

/**
 * Progress of an attempt. `current` is the first statement without an answer that was not skipped, or null. If skips
 * leave too few answers for the results, it is the first skipped one about a candidate who needs more.
 */
export interface Progress {
	readonly total: number
	readonly answered: number
	readonly skipped: number
	readonly current: Statement | null
	/** 1-based; equals the total when everything is answered. */
	readonly currentNumber: number
	readonly percentage: number
	/** Every statement is answered or skipped, and every candidate can be scored. */
	readonly isComplete: boolean
	/** The voter may see the results: every candidate can be scored. */
	readonly canFinish: boolean
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
	const { value } = given
	if (value !== null && !isAnswerValue(attempt.quizType, value)) return fail({ code: 'bad-value' })
	if (!attempt.statements.some((statement) => statement.policyId === given.policyId)) {
		return fail({ code: 'unknown-policy', policyId: given.policyId })
	}
	const answers = { ...attempt.answers, [given.policyId]: value }
	return { ok: true, value: { ...attempt, answers } }
}

export const OWNER_POSITION = 2

/** Position of a candidate on a statement, -2 to 2; null if unknown. */
export const positionOn = (
	{ candidateId: owner, positions }: Pick<Statement, 'candidateId' | 'positions'>,
	candidateId: string,
): number | null => {
	if (candidateId === owner) return OWNER_POSITION
	// Own keys only: an id may equal the name of an inherited property.
	return positions && Object.hasOwn(positions, candidateId)
		? (positions[candidateId] ?? null)
		: null
}

/** Scored statements that a candidate needs for a percentage. */
export const scoredNeeded = (asked: number): number => Math.min(SCORED_MIN, asked)

/** Candidates with a known position on a statement. */
const candidatesOn = ({ candidateId, positions }: Statement): ReadonlySet<string> =>
	new Set([candidateId, ...Object.keys(positions ?? {})])

/** Candidates with too few answers for a percentage. */
const lackingIn = (
	statements: readonly Statement[],
	isAnswered: (each: Statement) => boolean,
): ReadonlySet<string> => {
	const asked = new Map<string, { all: number; answered: number }>()
	for (const each of statements) {
		for (const id of candidatesOn(each)) {
			const { all, answered } = asked.get(id) ?? { all: 0, answered: 0 }
			asked.set(id, { all: all + 1, answered: answered + Number(isAnswered(each)) })
		}
	}
	const lacking = [...asked].filter(([, { all, answered }]) => answered < scoredNeeded(all))
	return new Set(lacking.map(([id]) => id))
}

/**
 * Marks the attempt COMPLETED (idempotent). Fails with the number of missing answers if it is unfinished.
 * @param early accepts an attempt with unanswered statements if every candidate can be scored.
 */
export const complete = (
	attempt: Attempt,
	early = false,
): Result<Attempt, { readonly code: 'unfinished'; readonly missing: number }> => {
	const { total, answered, isComplete, canFinish } = progress(attempt)
	if (attempt.status === 'COMPLETED') return { ok: true, value: attempt }
	if (!isComplete && !(early && canFinish)) {
		return { ok: false, error: { code: 'unfinished', missing: total - answered } }
	}
	return { ok: true, value: { ...attempt, status: 'COMPLETED' } }
}

export const progress = (attempt: Attempt): Progress => {
	const { quizType, statements, answers, selection } = attempt
	const total = statements.length
	const isPick = quizType === 'POLICY_PICK'
	const isSeen = ({ policyId }: Statement): boolean =>
		isPick ? selection !== null : Object.hasOwn(answers, policyId)
	const isAnswered = (each: Statement): boolean =>
		isSeen(each) && (isPick || answers[each.policyId] !== null)
	const seen = statements.filter(isSeen).length
	const answered = statements.filter(isAnswered).length
	const lacking = lackingIn(statements, isAnswered)
	const canFinish = answered > 0 && lacking.size === 0
	const isNeeded = (each: Statement): boolean =>
		!isAnswered(each) && [...candidatesOn(each)].some((id) => lacking.has(id))
	const current = statements.find((each) => !isSeen(each)) ?? statements.find(isNeeded) ?? null
	return {
		total,
		answered,
		skipped: seen - answered,
		current,
		currentNumber: Math.min(seen + 1, total),
		percentage: total === 0 ? 0 : Math.round((100 * seen) / total),
		isComplete: total > 0 && current === null,
		canFinish,
	}
}

/** Least number of further answers that give every candidate of a SCALE or BINARY attempt a percentage. */
export const answersMissing = ({ statements, answers }: Attempt): number => {
	const isAnswered = ({ policyId }: Statement): boolean =>
		Object.hasOwn(answers, policyId) && answers[policyId] !== null
	const others = statements.flatMap(({ positions }) => Object.keys(positions ?? {}))
	const ids = new Set([...statements.map(({ candidateId }) => candidateId), ...others])
	const missing = [...ids].map((id) => {
		const asked = statements.filter((each) => positionOn(each, id) !== null)
		return Math.max(0, scoredNeeded(asked.length) - asked.filter(isAnswered).length)
	})
	// One answer may count for several candidates, unless only owners have positions.
	return others.length > 0 ? Math.max(0, ...missing) : missing.reduce((sum, each) => sum + each, 0)
}

/** Estimated duration in minutes, rounded up; 0 without statements. */
export const minutesFor = (quizType: QuizType, statements: number): number =>
	Math.ceil((statements * SECONDS_PER_STATEMENT[quizType]) / 60)

/**
 * Version of the consent text that a voter accepts by starting a quiz: its date. Update it whenever the text changes in
 * any language.
 */
export const CONSENT_VERSION = '2026-11-26'

export interface QuizToValidate {
	readonly active: boolean
	/** ISO dates (YYYY-MM-DD), inclusive; null is open. */
	readonly startDate: string | null
	readonly endDate: string | null
	/** With the number of validated statements on which each has a position; own ones included. */
	readonly candidates: readonly { readonly name: string; readonly validatedPolicies: number }[]
	/** Number of statements that an attempt asks. Without it the candidates have no positions on others' statements. */
	readonly policyCount?: number
}

/** Counts the statements on which each candidate has a known position, own ones included. */
export const countKnown = (
	candidates: readonly { readonly id: string; readonly name: string }[],
	statements: readonly Pick<Statement, 'candidateId' | 'positions'>[],
): QuizToValidate['candidates'] =>
	candidates.map(({ id, name }) => ({
		name,
		validatedPolicies: statements.filter((each) => positionOn(each, id) !== null).length,
	}))

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
	const counts = quiz.candidates.map((candidate) => candidate.validatedPolicies)
	const { policyCount = countOwned(counts) } = quiz
	if (problem !== null) return { valid: false, finding: problem, policyCount }
	const finding = completedBefore ? 'quiz-already-completed' : 'quiz-ready'
	return { valid: true, finding, policyCount }
}

const CANNOT_START = [/already answered/i, /already completed/i, /no unanswered/i]

/** True if a validation message means that nothing is left to answer (voter specification, "Intro flow"). */
export const saysAlreadyDone = (message: string): boolean =>
	CANNOT_START.some((pattern) => pattern.test(message))
