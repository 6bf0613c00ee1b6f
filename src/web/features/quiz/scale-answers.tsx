import {
	ChevronLeft,
	ChevronRight,
	ChevronsLeft,
	ChevronsRight,
	Equal,
	type LucideIcon,
} from 'lucide-react'
import { memo } from 'react'
import { quiz as texts } from '#web/texts/quiz.ts'
import { SCALE_CHOICES } from '#web/ui/answers.ts'
import type { AnswersProps } from './answers-props.ts'

type ScaleValue = (typeof SCALE_CHOICES)[number]['value']

const ICONS: Readonly<Record<ScaleValue, LucideIcon>> = {
	'-2': ChevronsLeft,
	'-1': ChevronLeft,
	'0': Equal,
	'1': ChevronRight,
	'2': ChevronsRight,
}

/** Strong answers look strong on both sides alike. */
const lookOf = (value: number, chosen: boolean): string => {
	if (chosen) {
		return 'border-primary bg-primary text-primary-content forced-colors:bg-[Highlight] forced-colors:text-[HighlightText] forced-colors:forced-color-adjust-none'
	}
	const size = Math.abs(value) === 2 ? 'border-2 border-primary' : 'border-edge'
	return `${size} bg-surface text-primary group-hover:bg-primary/10`
}

const SHORTCUTS = [
	'1 Shift+ArrowLeft',
	'2 ArrowLeft D',
	'3',
	'4 ArrowRight A',
	'5 Shift+ArrowRight',
]

/**
 * The five answers of a SCALE statement, in reach of the thumb; each has a key from 1 to 5. Beside each other, disagreement
 * on the left, also where texts run from the right: a swipe to the left means that side. With very large text below each other.
 */
export const ScaleAnswers = memo(({ value, onChoose }: AnswersProps) => (
	<fieldset dir="ltr" className="grid gap-1 @[17rem]:grid-cols-5">
		<legend className="sr-only">{texts.yourAnswer}</legend>
		{SCALE_CHOICES.map((choice, index) => {
			const Icon = ICONS[choice.value]
			return (
				<button
					key={choice.value}
					type="button"
					aria-pressed={value === choice.value}
					aria-keyshortcuts={SHORTCUTS[index]}
					className="group flex min-h-12 items-center gap-3 rounded-field @[17rem]:min-h-24 @[17rem]:flex-col @[17rem]:gap-2 @[17rem]:pt-1"
					onClick={() => onChoose(choice.value)}
				>
					<span
						className={`grid size-9 shrink-0 place-items-center rounded-full @[17rem]:size-14 border transition-transform group-active:scale-92 ${lookOf(choice.value, value === choice.value)}`}
					>
						<Icon aria-hidden="true" className="size-6" />
					</span>
					<span
						dir="auto"
						className="text-start text-sm leading-tight @[17rem]:text-center @[17rem]:text-xs @[36rem]:text-sm"
					>
						{choice.label}
					</span>
				</button>
			)
		})}
	</fieldset>
))
