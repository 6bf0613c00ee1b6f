interface SwitchProps {
	readonly name: string
	readonly label: string
	readonly on: boolean
	readonly busy?: boolean
	/** Disabled but focusable, so that `describedBy` can explain why. */
	readonly locked?: boolean
	readonly describedBy?: string | undefined
	readonly onSwitch: () => void
}

export const Switch = (props: SwitchProps) => {
	const { name, label, on, busy = false, locked = false, describedBy, onSwitch } = props
	return (
		<button
			type="button"
			role="switch"
			aria-checked={on}
			aria-label={name}
			aria-describedby={describedBy}
			aria-disabled={busy || locked}
			aria-busy={busy}
			className="group inline-flex min-h-12 items-center gap-3 rounded-field px-2 font-medium hover:bg-base-200 aria-busy:opacity-60 aria-disabled:cursor-default"
			onClick={() => {
				if (!busy && !locked) onSwitch()
			}}
		>
			<span
				aria-hidden="true"
				className="flex h-7 w-12 shrink-0 items-center rounded-full border-2 border-edge bg-base-200 p-0.5 transition-colors group-aria-checked:border-primary group-aria-checked:bg-primary forced-colors:border-[ButtonText]"
			>
				<span className="size-5 rounded-full bg-edge transition-transform group-aria-checked:translate-x-5 group-aria-checked:bg-primary-content rtl:group-aria-checked:-translate-x-5 forced-colors:bg-[ButtonText]" />
			</span>
			<span>{label}</span>
		</button>
	)
}
