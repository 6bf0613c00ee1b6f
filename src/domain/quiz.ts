import { policyCount } from './draw.ts'
import {
	COMPARE_MIN_CANDIDATES,
	POLICY_PICK_MIN,
	RESPONSE_TIME_CAP_MS,
	SECONDS_PER_STATEMENT,
} from './limits.ts'
import type { AttemptStatus, QuizType, Result, Statement } from './types.ts'

/**
 * An attempt as data. Transitions are pure functions that return a new attempt or say why they cannot.
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
	/** In the order in which they are asked. */
	readonly statements: readonly Statement[]
	/** Value by policy id; SCALE and BINARY only. */
	readonly answers: Readonly<Record<string, number>>
	/** POLICY_PICK only; null until it is submitted. */
	readonly selection: readonly string[] | null
	/** Version of the score's formula, fixed when the attempt begins; missing in attempts older than versions. */
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

/** Where an attempt stands. `current` is the first unanswered statement, null when there is none. */
export interface Progress {
	readonly total: number
	readonly answered: number
	readonly current: Statement | null
	/** 1-based; the total once everything is answered. */
	readonly currentNumber: number
	/** 0 to 100, whole. */
	readonly percentage: number
	readonly isComplete: boolean
}

const fail = (error: AnswerError): Result<Attempt, AnswerError> => ({ ok: false, error })

/** The whole numbers that answer one statement, from none of its agreement to all of it. */
interface AnswerRange {
	readonly least: number
	readonly most: number
}

const ANSWER_RANGES: Readonly<Record<QuizType, AnswerRange>> = {
	SCALE: { least: -2, most: 2 },
	BINARY: { least: 0, most: 1 },
	POLICY_PICK: { least: 0, most: 1 },
}

/** What answers a statement of this quiz type; a picked one counts as 1. An unknown type counts as binary, as specified. */
export const answerRange = (quizType: QuizType): AnswerRange =>
	ANSWER_RANGES[quizType] ?? ANSWER_RANGES.BINARY

/** Whether `value` is an answer of this quiz type. */
export const isAnswerValue = (quizType: QuizType, value: number): boolean => {
	const { least, most } = answerRange(quizType)
	return Number.isInteger(value) && value >= least && value <= most
}

/** How many statements a POLICY_PICK selection needs: six, or all where the quiz has fewer. */
export const picksNeeded = (total: number): number => Math.min(POLICY_PICK_MIN, total)

/** A response time as it is sent: whole ms from 0 to the cap; 0 where no timer ran. */
export const responseTime = (startedAt: number | null, now: number): number =>
	startedAt === null ? 0 : Math.max(0, Math.min(RESPONSE_TIME_CAP_MS, Math.round(now - startedAt)))

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

/** Records an answer; one already given to the same statement is replaced while the attempt is IN_PROGRESS. */
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

/** Marks the attempt COMPLETED. Completing a completed one changes nothing; an unfinished one says how many are missing. */
export const complete = (
	attempt: Attempt,
): Result<Attempt, { readonly code: 'unfinished'; readonly missing: number }> => {
	const { total, answered, isComplete } = progress(attempt)
	if (attempt.status === 'COMPLETED') return { ok: true, value: attempt }
	if (!isComplete) return { ok: false, error: { code: 'unfinished', missing: total - answered } }
	return { ok: true, value: { ...attempt, status: 'COMPLETED' } }
}

/** Where the attempt stands: counts, the statement to ask next, and whether nothing is left to ask. */
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

/** Minutes that answering takes, rounded up; 0 without statements. */
export const minutesFor = (quizType: QuizType, statements: number): number =>
	Math.ceil((statements * SECONDS_PER_STATEMENT[quizType]) / 60)

/**
 * The text that a voter agrees to by beginning a quiz, by the day on which it was written. Another text, in any language,
 * is another version.
 */
export const CONSENT_VERSION = '2026-11-25'

export interface QuizToValidate {
	readonly active: boolean
	/** ISO dates (YYYY-MM-DD), both inclusive; null is open. */
	readonly startDate: string | null
	readonly endDate: string | null
	readonly candidates: readonly { readonly name: string; readonly validatedPolicies: number }[]
}

export interface QuizValidation {
	readonly valid: boolean
	readonly message: string
	/** How many statements an attempt asks. */
	readonly policyCount: number
}

/** What a voter who has completed the quiz is told; the quiz stays valid. */
export const ALREADY_COMPLETED = 'You have already completed this quiz.'

/** The rest of a message after the sentence of {@link ALREADY_COMPLETED}, which the intro has already said in other words. */
export const afterCompleted = (message: string): string =>
	message.replace(ALREADY_COMPLETED, '').trim()

/**
 * Whether the quiz is active on `today` (YYYY-MM-DD): its flag is set and the day lies between its dates, both included.
 * @param today null where no server has told the day: the dates decide nothing then.
 */
export const isActiveOn = (
	quiz: Pick<QuizToValidate, 'active' | 'startDate' | 'endDate'>,
	today: string | null,
): boolean =>
	quiz.active &&
	(today === null || quiz.startDate === null || quiz.startDate <= today) &&
	(today === null || quiz.endDate === null || today <= quiz.endDate)

const problemOf = (quiz: QuizToValidate, today: string | null): string | null => {
	if (!quiz.active) return 'This quiz is not active.'
	if (today !== null && quiz.startDate !== null && today < quiz.startDate) {
		return `This quiz opens on ${quiz.startDate}.`
	}
	if (today !== null && quiz.endDate !== null && today > quiz.endDate) {
		return `This quiz ended on ${quiz.endDate}.`
	}
	if (quiz.candidates.length < COMPARE_MIN_CANDIDATES) {
		return 'This quiz needs at least 2 candidates.'
	}
	const without = quiz.candidates.filter((candidate) => candidate.validatedPolicies === 0)
	if (without.length > 0) {
		const names = without.map((candidate) => candidate.name).join(', ')
		return `No validated policies yet for: ${names}.`
	}
	return null
}

/**
 * Whether a quiz can be taken: active today, at least two candidates, each with a validated policy. The message says
 * what is wrong otherwise. A voter who completed it before is told so, and may reset it.
 */
export const validateQuiz = (
	quiz: QuizToValidate,
	today: string | null,
	completedBefore: boolean,
): QuizValidation => {
	const problem = problemOf(quiz, today)
	const count = policyCount(quiz.candidates.map((candidate) => candidate.validatedPolicies))
	if (problem !== null) return { valid: false, message: problem, policyCount: count }
	const message = completedBefore ? ALREADY_COMPLETED : 'This quiz is ready.'
	return { valid: true, message, policyCount: count }
}

const CANNOT_START = [/already answered/i, /already completed/i, /no unanswered/i]

/** Whether a validation message says that the voter has nothing left to answer (voter specification, "Intro flow"). */
export const saysAlreadyDone = (message: string): boolean =>
	CANNOT_START.some((pattern) => pattern.test(message))
