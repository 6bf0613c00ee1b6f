import {
	ChevronLeft,
	ChevronRight,
	ChevronsLeft,
	ChevronsRight,
	Equal,
	type LucideIcon,
} from 'lucide-react'
import { SCALE_CHOICES } from '#web/ui/answers.ts'

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
	if (chosen) return 'border-primary bg-primary text-primary-content'
	const size = Math.abs(value) === 2 ? 'border-2 border-primary' : 'border-edge'
	return `${size} bg-surface text-primary group-hover:bg-primary/10`
}

interface AnswersProps {
	/** The answer given before, if any. */
	readonly value: number | null
	readonly onChoose: (value: number) => void
}

/** The five answers of a SCALE statement, in reach of the thumb; each has a key from 1 to 5. */
export const ScaleAnswers = ({ value, onChoose }: AnswersProps) => (
	<fieldset className="grid grid-cols-5 gap-1">
		<legend className="sr-only">Your answer</legend>
		{SCALE_CHOICES.map((choice, index) => {
			const Icon = ICONS[choice.value]
			return (
				<button
					key={choice.value}
					type="button"
					aria-pressed={value === choice.value}
					aria-keyshortcuts={String(index + 1)}
					className="group flex min-h-24 flex-col items-center gap-2 rounded-field pt-1"
					onClick={() => onChoose(choice.value)}
				>
					<span
						className={`grid size-14 place-items-center rounded-full border transition-transform group-active:scale-92 ${lookOf(choice.value, value === choice.value)}`}
					>
						<Icon aria-hidden="true" className="size-6" />
					</span>
					<span className="text-xs leading-tight sm:text-sm">{choice.label}</span>
				</button>
			)
		})}
	</fieldset>
)
