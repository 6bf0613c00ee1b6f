import type { FieldElementProps } from '@formisch/react'
import { Eye, EyeOff } from 'lucide-react'
import { type ChangeEventHandler, useId, useState } from 'react'
import { account } from '#web/texts/account.ts'
import { said } from '#web/texts/language.ts'
import type { Draft } from './use-draft.ts'

interface TextFieldProps {
	readonly label: string
	readonly type: 'text' | 'email' | 'password'
	readonly autoComplete: string
	readonly input: string | undefined
	readonly errors: readonly string[] | null
	/** Errors are shown once the field was left or the form was submitted, not while it is typed for the first time. */
	readonly submitted: boolean
	readonly props: FieldElementProps
	/** Keeps what is typed while the tab is reloaded; never of a password. */
	readonly draft?: Draft
	/** Called on every change. */
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

/** A labelled input with its error below, and for passwords a button that shows what was typed. */
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
					{said(error)}
				</p>
			)}
		</div>
	)
}
