import { memo } from 'react'
import { BINARY_CHOICES } from '#web/ui/answers.ts'
import type { AnswersProps } from './answers-props.ts'

const SHORTCUTS = ['1 ArrowLeft D', '2 ArrowRight A']

/**
 * Disagree and Agree, equal in look: neither is the right one. Keys 1 and 2, D and A, or the arrows. Disagreement stands on
 * the left also where texts run from the right, because the arrow keys mean that side.
 */
export const BinaryAnswers = memo(({ value, onChoose }: AnswersProps) => (
	<div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] gap-3">
		{BINARY_CHOICES.map((choice, index) => (
			<button
				key={choice.value}
				type="button"
				aria-pressed={value === choice.value}
				aria-keyshortcuts={SHORTCUTS[index]}
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
