import type { QuizType } from '#domain/types.ts'
import { answers } from '#web/texts/answers.ts'

const { scale, binary, pick } = answers

/** The answers of a SCALE quiz in words, in the order in which they stand. */
export const SCALE_CHOICES = [
	{ value: -2, label: scale.stronglyDisagree },
	{ value: -1, label: scale.disagree },
	{ value: 0, label: scale.neutral },
	{ value: 1, label: scale.agree },
	{ value: 2, label: scale.stronglyAgree },
] as const

/** The answers of a BINARY quiz in words. */
export const BINARY_CHOICES = [
	{ value: 0, label: binary.disagree },
	{ value: 1, label: binary.agree },
] as const

const PICK_CHOICES = [
	{ value: 0, label: pick.notPicked },
	{ value: 1, label: pick.picked },
] as const

const CHOICES = { SCALE: SCALE_CHOICES, BINARY: BINARY_CHOICES, POLICY_PICK: PICK_CHOICES }

/** An answer's value in words; null is a statement without an answer. */
export const answerText = (quizType: QuizType, value: number | null): string =>
	CHOICES[quizType].find((choice) => choice.value === value)?.label ?? answers.none
