import { BINARY_CHOICES } from '#web/ui/answers.ts'

interface AnswersProps {
	readonly value: number | null
	readonly onChoose: (value: number) => void
}

/** Disagree and Agree, equal in look: neither is the right one. Keys 1 and 2, or the arrows. */
export const BinaryAnswers = ({ value, onChoose }: AnswersProps) => (
	<fieldset className="grid grid-cols-2 gap-3">
		<legend className="sr-only">Your answer</legend>
		{BINARY_CHOICES.map((choice, index) => (
			<button
				key={choice.value}
				type="button"
				aria-pressed={value === choice.value}
				aria-keyshortcuts={String(index + 1)}
				className={`min-h-16 rounded-box border-2 border-primary text-lg font-semibold transition-transform active:scale-98 ${
					value === choice.value
						? 'bg-primary text-primary-content'
						: 'bg-surface text-primary hover:bg-primary/10'
				}`}
				onClick={() => onChoose(choice.value)}
			>
				{choice.label}
			</button>
		))}
	</fieldset>
)
