import { Minus, ThumbsDown, ThumbsUp } from 'lucide-react'
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

/** Icon of an answer from -2 to 2. Both sides mirror each other to avoid bias. Strong answers are filled. */
const AnswerIcon = ({ strength }: { readonly strength: number }) => {
	const Icon = strength === 0 ? Minus : strength < 0 ? ThumbsDown : ThumbsUp
	const fill = Math.abs(strength) > 1 ? 'currentColor' : 'none'
	return <Icon aria-hidden="true" fill={fill} className="size-6 shrink-0" />
}

const hasKeyboard = matchMedia('(hover: hover) and (pointer: fine) and (min-width: 40rem)').matches

/** Hint at shortcut keys, on desktops. Screen readers get `aria-keyshortcuts` instead. */
const KeyHints = ({ names }: { readonly names: readonly string[] }) =>
	hasKeyboard && (
		<span aria-hidden="true" translate="no" className="flex gap-1">
			{names.map((name) => (
				<kbd key={name} className="rounded border border-current px-1 text-xs font-normal">
					{name}
				</kbd>
			))}
		</span>
	)

const CHOSEN =
	'border-primary bg-primary text-primary-content forced-colors:bg-[Highlight] forced-colors:text-[HighlightText] forced-colors:forced-color-adjust-none'

const lookOf = (strength: number, chosen: boolean): string =>
	chosen
		? CHOSEN
		: `bg-surface group-hover:bg-primary/10 ${Math.abs(strength) > 1 ? 'border-primary text-primary' : 'border-edge'}`

const SCALE_SHORTCUTS = [
	{ aria: '1 Shift+ArrowLeft', shown: ['1'] },
	{ aria: '2 ArrowLeft D', shown: ['2', '←'] },
	{ aria: '3', shown: ['3'] },
	{ aria: '4 ArrowRight A', shown: ['4', '→'] },
	{ aria: '5 Shift+ArrowRight', shown: ['5'] },
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
				aria-keyshortcuts={SCALE_SHORTCUTS[index]?.aria}
				className="group flex min-h-12 items-center gap-3 rounded-field @[17rem]:min-h-24 @[17rem]:flex-col @[17rem]:gap-2 @[17rem]:pt-1"
				onClick={() => onChoose(choice.value)}
			>
				<span
					className={`grid size-9 shrink-0 place-items-center rounded-full border-2 group-active:bg-primary/20 @[17rem]:size-[min(3.5rem,16cqw)] ${lookOf(choice.value, value === choice.value)}`}
				>
					<AnswerIcon strength={choice.value} />
				</span>
				<span
					dir="auto"
					className="text-start text-sm leading-tight @[17rem]:text-center @[17rem]:text-xs @[36rem]:text-sm"
				>
					{choice.label}
				</span>
				<KeyHints names={SCALE_SHORTCUTS[index]?.shown ?? []} />
			</button>
		))}
	</div>
))

const BINARY_SHORTCUTS = [
	{ aria: '1 ArrowLeft D', shown: ['1', '←'] },
	{ aria: '2 ArrowRight A', shown: ['2', '→'] },
]

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
				aria-keyshortcuts={BINARY_SHORTCUTS[index]?.aria}
				className={`flex min-h-16 items-center justify-center gap-3 rounded-box border-2 border-primary text-lg font-semibold active:bg-primary/20 ${
					value === choice.value ? CHOSEN : 'bg-surface text-primary hover:bg-primary/10'
				}`}
				onClick={() => onChoose(choice.value)}
			>
				<AnswerIcon strength={choice.value * 2 - 1} />
				<span dir="auto">{choice.label}</span>
				<KeyHints names={BINARY_SHORTCUTS[index]?.shown ?? []} />
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
		<span>{texts.skip}</span>
		<KeyHints names={['S']} />
	</button>
))
