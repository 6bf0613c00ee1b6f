import { memo } from 'react'
import { quiz as texts } from '#web/texts/en/quiz.ts'
import { BINARY_CHOICES, SCALE_CHOICES } from './format.ts'
import type { Keys } from './use-shortcut-keys.ts'

export interface AnswersProps {
	readonly value: number | null
	readonly onChoose: (value: number) => void
}

/** Left and right are physical, in RTL scripts too: disagreement is on the left, as with swipes. */
export const ANSWER_KEYS: Readonly<Record<'SCALE' | 'BINARY', Keys<number>>> = {
	SCALE: {
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
	BINARY: { 1: 0, 2: 1, d: 0, a: 1, ArrowLeft: 0, ArrowRight: 1 },
}

/** Circle sizes by strength, the same on both sides to avoid bias. */
const SIZES = ['size-1/2', 'size-3/4', 'size-full'] as const

const lookOf = (value: number, chosen: boolean): string => {
	const look = chosen
		? 'border-primary bg-primary forced-colors:bg-[Highlight] forced-colors:forced-color-adjust-none'
		: 'border-primary bg-surface group-hover:bg-primary/10'
	return `${SIZES[Math.abs(value)]} ${look}`
}

const SHORTCUTS = [
	'1 Shift+ArrowLeft',
	'2 ArrowLeft D',
	'3',
	'4 ArrowRight A',
	'5 Shift+ArrowRight',
]

/**
 * Five answers of a SCALE statement, keys 1 to 5. Disagreement is on the left in RTL scripts too, to match swipes. With
 * very large text, the buttons stack.
 */
export const ScaleAnswers = memo(({ value, onChoose }: AnswersProps) => (
	<div className="grid gap-1 @[17rem]:grid-cols-5">
		{SCALE_CHOICES.map((choice, index) => (
			<button
				key={choice.value}
				type="button"
				aria-pressed={value === choice.value}
				aria-keyshortcuts={SHORTCUTS[index]}
				className="group flex min-h-12 items-center gap-3 rounded-field @[17rem]:min-h-24 @[17rem]:flex-col @[17rem]:gap-2 @[17rem]:pt-1"
				onClick={() => onChoose(choice.value)}
			>
				<span className="grid size-9 shrink-0 place-items-center @[17rem]:size-14">
					<span
						className={`rounded-full border-2 transition-transform group-active:scale-92 ${lookOf(choice.value, value === choice.value)}`}
					/>
				</span>
				<span
					dir="auto"
					className="text-start text-sm leading-tight @[17rem]:text-center @[17rem]:text-xs @[36rem]:text-sm"
				>
					{choice.label}
				</span>
			</button>
		))}
	</div>
))

const BINARY_SHORTCUTS = ['1 ArrowLeft D', '2 ArrowRight A']

/**
 * Disagree and Agree, styled alike to avoid bias. Disagreement is on the left in RTL scripts too, to match the arrow
 * keys.
 */
export const BinaryAnswers = memo(({ value, onChoose }: AnswersProps) => (
	<div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] gap-3">
		{BINARY_CHOICES.map((choice, index) => (
			<button
				key={choice.value}
				type="button"
				aria-pressed={value === choice.value}
				aria-keyshortcuts={BINARY_SHORTCUTS[index]}
				className={`min-h-16 rounded-box border-2 border-primary text-lg font-semibold transition-transform active:scale-98 ${
					value === choice.value
						? 'bg-primary text-primary-content forced-colors:bg-[Highlight] forced-colors:text-[HighlightText] forced-colors:forced-color-adjust-none'
						: 'bg-surface text-primary hover:bg-primary/10'
				}`}
				onClick={() => onChoose(choice.value)}
			>
				<span dir="auto">{choice.label}</span>
			</button>
		))}
	</div>
))

interface SkipProps {
	readonly skipped: boolean
	readonly onSkip: () => void
}

/** Plain, so that it does not compete with the answers. */
export const SkipButton = memo(({ skipped, onSkip }: SkipProps) => (
	<button
		type="button"
		aria-pressed={skipped}
		aria-keyshortcuts="S"
		className={`btn btn-ghost px-3 font-medium text-primary ${skipped ? 'bg-base-200' : ''}`}
		onClick={onSkip}
	>
		{texts.skip}
	</button>
))
