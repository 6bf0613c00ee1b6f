import type { FieldElementProps } from '@formisch/react'
import { Eye, EyeOff } from 'lucide-react'
import { type ChangeEventHandler, useId, useState } from 'react'
import { readIssue } from '#contract/messages.ts'
import { account } from '#web/texts/en/account.ts'
import { messageText } from '#web/texts/language.ts'
import type { Draft } from './draft.ts'

interface TextFieldProps {
	readonly label: string
	readonly type: 'text' | 'email' | 'password'
	readonly autoComplete: string
	readonly input: string | undefined
	readonly errors: readonly string[] | null
	/** Shows errors even if the field was never left. */
	readonly submitted: boolean
	readonly props: FieldElementProps
	/** Keeps the text when the tab is reloaded. Never use it for passwords. */
	readonly draft?: Draft
	readonly onEdit?: () => void
}

const Reveal = ({
	label,
	shown,
	onToggle,
}: {
	readonly label: string
	readonly shown: boolean
	readonly onToggle: () => void
}) => (
	<button
		type="button"
		aria-label={(shown ? account.hide : account.show)(label.toLowerCase())}
		aria-pressed={shown}
		className="absolute inset-y-0 end-0 grid w-12 place-items-center rounded-field text-muted hover:text-base-content"
		onClick={onToggle}
	>
		{shown ? (
			<EyeOff aria-hidden="true" className="size-5" />
		) : (
			<Eye aria-hidden="true" className="size-5" />
		)}
	</button>
)

/** Labeled input with its error, and a reveal button for passwords. */
export const TextField = (field: TextFieldProps) => {
	const { label, type, autoComplete, input, errors, submitted, props, draft, onEdit } = field
	const id = useId()
	const [left, setLeft] = useState(false)
	const [shown, setShown] = useState(false)
	const error = left || submitted ? errors?.[0] : undefined
	const onChange: ChangeEventHandler<HTMLInputElement> = (event) => {
		onEdit?.()
		draft?.keep(event.target.value)
		props.onChange(event)
	}
	return (
		<div>
			<label htmlFor={id} className="mb-1.5 block font-medium">
				{label}
			</label>
			<div className="relative">
				<input
					{...props}
					id={id}
					type={shown ? 'text' : type}
					value={input ?? ''}
					autoComplete={autoComplete}
					autoCapitalize="none"
					spellCheck={false}
					aria-invalid={error !== undefined}
					aria-describedby={error === undefined ? undefined : `${id}-error`}
					className={`input w-full bg-surface text-base ${type === 'password' ? 'pe-12' : ''} ${error ? 'input-error' : 'border-edge'}`}
					onChange={onChange}
					onBlur={() => {
						setLeft(true)
						props.onBlur()
					}}
				/>
				{type === 'password' && (
					<Reveal label={label} shown={shown} onToggle={() => setShown(!shown)} />
				)}
			</div>
			{error !== undefined && (
				<p id={`${id}-error`} className="mt-1.5 text-sm font-medium text-error">
					{messageText(readIssue(error))}
				</p>
			)}
		</div>
	)
}

interface Option<Value> {
	readonly value: Value
	readonly label: string
}

interface RadioGroupProps<Value> {
	readonly legend: string
	readonly options: readonly Option<Value>[]
	/** Null, or a value without an option, selects none. */
	readonly value: Value | null
	readonly onChange: (value: Value) => void
	readonly className: string
	readonly columns?: string
}

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
