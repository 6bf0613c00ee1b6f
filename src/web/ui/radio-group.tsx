interface Option<Value> {
	readonly value: Value
	readonly label: string
}

interface RadioGroupProps<Value> {
	readonly legend: string
	readonly options: readonly Option<Value>[]
	/** None of them is chosen where it is no option's. */
	readonly value: Value | null
	readonly onChange: (value: Value) => void
	/** Where it stands, and how many options stand side by side on a phone. */
	readonly className: string
	readonly columns?: string
}

/** One of a few choices, each large enough for a finger. */
export const RadioGroup = <Value,>({
	legend,
	options,
	value,
	onChange,
	className,
	columns = '',
}: RadioGroupProps<Value>) => (
	<fieldset className={className}>
		<legend className="font-semibold">{legend}</legend>
		<div className={`mt-2 grid gap-3 sm:grid-cols-3 ${columns}`}>
			{options.map((option) => (
				<label
					key={option.label}
					className="flex min-h-12 cursor-pointer items-center gap-3 rounded-field border border-edge bg-surface px-4 py-2"
				>
					<input
						type="radio"
						name={legend}
						className="size-5 shrink-0"
						style={{ accentColor: 'var(--color-primary)' }}
						checked={value === option.value}
						onChange={() => onChange(option.value)}
					/>
					<span>{option.label}</span>
				</label>
			))}
		</div>
	</fieldset>
)
