import type { QuizType } from '#domain/types.ts'

/** The answers of a SCALE quiz in words, in the order in which they stand. */
export const SCALE_CHOICES = [
	{ value: -2, label: 'Strongly disagree' },
	{ value: -1, label: 'Disagree' },
	{ value: 0, label: 'Neutral' },
	{ value: 1, label: 'Agree' },
	{ value: 2, label: 'Strongly agree' },
] as const

/** The answers of a BINARY quiz in words. */
export const BINARY_CHOICES = [
	{ value: 0, label: 'Disagree' },
	{ value: 1, label: 'Agree' },
] as const

const PICK_CHOICES = [
	{ value: 0, label: 'Not picked' },
	{ value: 1, label: 'Picked' },
] as const

const CHOICES = { SCALE: SCALE_CHOICES, BINARY: BINARY_CHOICES, POLICY_PICK: PICK_CHOICES }

/** An answer's value in words; null is a statement without an answer. */
export const answerText = (quizType: QuizType, value: number | null): string =>
	CHOICES[quizType].find((choice) => choice.value === value)?.label ?? 'No answer'
