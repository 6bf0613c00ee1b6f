import { COMPARE_MIN_CANDIDATES } from './constants.ts'
import { policyCount } from './draw.ts'

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
