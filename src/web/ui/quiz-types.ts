import type { QuizType } from '#domain/types.ts'
import { answers } from '#web/texts/answers.ts'

/** What a quiz type is called on a badge. */
export const QUIZ_TYPE_LABELS: Readonly<Record<QuizType, string>> = answers.types

/** How many candidates a quiz compares, in words. */
export const candidatesText = (count: number): string => answers.candidates(count)
