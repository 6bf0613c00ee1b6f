import type { ComponentType } from 'react'
import { scaleOfSwipe } from '#domain/swipe.ts'
import type { QuizType } from '#domain/types.ts'
import type { AnswersProps } from './answers-props.ts'
import { BinaryAnswers } from './binary-answers.tsx'
import { ScaleAnswers } from './scale-answers.tsx'
import type { Keys } from './use-keys.ts'

/** The types that ask one statement after the other. */
export type StatementQuizType = Exclude<QuizType, 'POLICY_PICK'>

interface WayToAnswer {
	readonly Answers: ComponentType<AnswersProps>
	/** Left and right are the screen's own, in every script: disagreement is on the left, where cards go by a swipe. */
	readonly keys: Keys
	/** Where the card goes that an answer sends away: -1 left, which is disagreement, 1 right, 0 neither. */
	readonly sideOf: (value: number) => number
	/** What a swipe of its card answers; null where cards are not swiped. */
	readonly answerOfSwipe: typeof scaleOfSwipe | null
}

/** How a statement of each quiz type is answered. */
export const WAYS_TO_ANSWER: Readonly<Record<StatementQuizType, WayToAnswer>> = {
	SCALE: {
		Answers: ScaleAnswers,
		keys: {
			1: -2,
			2: -1,
			3: 0,
			4: 1,
			5: 2,
			d: -1,
			a: 1,
			ArrowLeft: -1,
			ArrowRight: 1,
			'Shift+ArrowLeft': -2,
			'Shift+ArrowRight': 2,
		},
		sideOf: Math.sign,
		answerOfSwipe: scaleOfSwipe,
	},
	BINARY: {
		Answers: BinaryAnswers,
		keys: { 1: 0, 2: 1, d: 0, a: 1, ArrowLeft: 0, ArrowRight: 1 },
		sideOf: (value) => value * 2 - 1,
		answerOfSwipe: null,
	},
}
