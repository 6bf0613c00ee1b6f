import { ChevronsUpDown } from 'lucide-react'

export interface Option<Value extends string> {
	readonly value: Value
	readonly label: string
}

interface SelectProps<Value extends string> {
	readonly id?: string
	/** What it is called, where no label stands beside it. */
	readonly label?: string
	readonly value: Value
	readonly options: readonly Option<Value>[]
	readonly onValue: (value: Value) => void
	readonly invalid?: boolean
	readonly describedBy?: string | undefined
}

/** The platform's choice of one of a few. */
export const Select = <Value extends string>(props: SelectProps<Value>) => {
	const { id, label, value, options, onValue, invalid = false, describedBy } = props
	return (
		<div className="relative">
			<select
				id={id}
				aria-label={label}
				value={value}
				aria-invalid={invalid}
				aria-describedby={describedBy}
				className={`input w-full bg-surface pe-10 text-base ${invalid ? 'input-error' : 'border-edge'}`}
				onChange={({ target }) => onValue(target.value as Value)}
			>
				{options.map((option) => (
					<option key={option.value} value={option.value}>
						{option.label}
					</option>
				))}
			</select>
			<ChevronsUpDown
				aria-hidden="true"
				className="pointer-events-none absolute inset-y-0 end-3 my-auto size-5 text-muted"
			/>
		</div>
	)
}
