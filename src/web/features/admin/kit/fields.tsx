import { ChevronsUpDown } from 'lucide-react'
import { type HTMLInputTypeAttribute, type ReactNode, useId } from 'react'
import { common } from '#web/texts/en/admin/common.ts'
import type { Bound } from './use-record-form.ts'

export interface Option<Value extends string> {
	readonly value: Value
	readonly label: string
}

interface SelectProps<Value extends string> {
	readonly id?: string
	readonly label?: string
	readonly value: Value
	readonly options: readonly Option<Value>[]
	readonly onValue: (value: Value) => void
	readonly invalid?: boolean
	readonly describedBy?: string | undefined
}

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

interface FieldProps {
	readonly label: string
	readonly hint?: string
	readonly optional?: boolean
}

interface FrameProps extends FieldProps {
	readonly id: string
	readonly error: string | undefined
	readonly children: ReactNode
}

const describedBy = (id: string, error: string | undefined, hint: string | undefined) =>
	[error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined

const Frame = ({ id, label, hint, optional, error, children }: FrameProps) => (
	<div>
		<label htmlFor={id} className="mb-1.5 block font-medium">
			<span>{label}</span>
			{optional && <span className="ms-1.5 font-normal text-muted">({common.optional})</span>}
		</label>
		{children}
		{hint && (
			<p id={`${id}-hint`} className="mt-1.5 text-sm text-muted">
				{hint}
			</p>
		)}
		{error !== undefined && (
			<p id={`${id}-error`} className="mt-1.5 text-sm font-medium text-error">
				{error}
			</p>
		)}
	</div>
)

const look = (error: string | undefined): string => (error ? 'input-error' : 'border-edge')

interface TextInputProps extends FieldProps {
	readonly bound: Bound<string>
	readonly type?: HTMLInputTypeAttribute
	readonly range?: { readonly min: number; readonly max: number; readonly step: number }
}

export const TextInput = ({
	bound,
	range,
	type = range ? 'number' : 'text',
	...field
}: TextInputProps) => {
	const id = useId()
	const { value, error, onValue } = bound
	return (
		<Frame {...field} id={id} error={error}>
			<input
				id={id}
				type={type}
				{...range}
				value={value}
				autoComplete="off"
				spellCheck={type === 'text'}
				aria-invalid={error !== undefined}
				aria-describedby={describedBy(id, error, field.hint)}
				className={`input w-full bg-surface text-base ${look(error)}`}
				onChange={({ target }) => onValue(target.value)}
			/>
		</Frame>
	)
}

interface TextAreaProps extends FieldProps {
	readonly bound: Bound<string>
}

export const TextArea = ({ bound, ...field }: TextAreaProps) => {
	const id = useId()
	const { value, error, onValue } = bound
	return (
		<Frame {...field} id={id} error={error}>
			<textarea
				id={id}
				value={value}
				rows={2}
				aria-invalid={error !== undefined}
				aria-describedby={describedBy(id, error, field.hint)}
				className={`input field-sizing-content h-auto min-h-24 w-full items-start bg-surface py-2.5 text-base leading-normal whitespace-pre-wrap ${look(error)}`}
				onChange={({ target }) => onValue(target.value)}
			/>
		</Frame>
	)
}

interface SelectInputProps<Value extends string> extends FieldProps {
	readonly bound: Bound<Value>
	readonly options: readonly Option<Value>[]
}

export const SelectInput = <Value extends string>({
	bound,
	options,
	...field
}: SelectInputProps<Value>) => {
	const id = useId()
	const { value, error, onValue } = bound
	return (
		<Frame {...field} id={id} error={error}>
			<Select
				id={id}
				value={value}
				options={options}
				onValue={onValue}
				invalid={error !== undefined}
				describedBy={describedBy(id, error, field.hint)}
			/>
		</Frame>
	)
}

interface CheckInputProps extends Pick<FieldProps, 'label' | 'hint'> {
	readonly bound: Bound<boolean>
}

export const CheckInput = ({ bound, label, hint }: CheckInputProps) => {
	const id = useId()
	return (
		<div>
			<label className="flex min-h-12 items-center gap-3 font-medium">
				<input
					type="checkbox"
					checked={bound.value}
					aria-describedby={hint && `${id}-hint`}
					className="checkbox checkbox-primary border-edge"
					onChange={({ target }) => bound.onValue(target.checked)}
				/>
				<span>{label}</span>
			</label>
			{hint && (
				<p id={`${id}-hint`} className="text-sm text-muted">
					{hint}
				</p>
			)}
		</div>
	)
}
