import type { QuizType } from '#domain/types.ts'

/** What a quiz type is called on a badge. */
export const QUIZ_TYPE_LABELS: Readonly<Record<QuizType, string>> = {
	POLICY_PICK: 'Policy Pick',
	SCALE: 'Scale Rating',
	BINARY: 'Yes/No',
}

/** How many candidates a quiz compares, in words. */
export const candidatesText = (count: number): string =>
	count === 1 ? '1 candidate' : `${count} candidates`
