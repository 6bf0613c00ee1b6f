import type { LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { common } from '#web/texts/en/admin/common.ts'
import { useOneAtATime } from '#web/ui/hooks.ts'

export interface Action {
	readonly busy: boolean
	readonly error: string | null
	/** Runs an action, unless one is running, and shows the error message that it returns; null for none. */
	run(act: () => Promise<string | null>): void
	clear(): void
}

export const useAction = (): Action => {
	const { busy, run } = useOneAtATime()
	const [error, setError] = useState<string | null>(null)
	const clear = (): void => setError(null)
	return {
		busy,
		error,
		run: (act) =>
			run(async () => {
				clear()
				setError(await act())
			}),
		clear,
	}
}

interface IconButtonProps {
	readonly label: string
	/** Name of the record. Makes the accessible name unique. */
	readonly name: string
	readonly icon: LucideIcon
	readonly className?: string
	readonly onPress: () => void
}

export const IconButton = ({
	label,
	name,
	icon: Icon,
	className = '',
	onPress,
}: IconButtonProps) => (
	<button
		type="button"
		className={`btn btn-ghost ${className}`}
		aria-label={common.of(label, name)}
		onClick={onPress}
	>
		<Icon aria-hidden="true" className="size-5 shrink-0" />
		<span>{label}</span>
	</button>
)

interface ConfirmButtonsProps {
	readonly label: string
	readonly busyLabel: string
	readonly state: Pick<Action, 'busy' | 'error'>
	readonly ready?: boolean
	readonly look?: 'btn-primary' | 'btn-error'
	readonly onConfirm: () => void
	readonly onCancel: () => void
}

/** The end of a dialog: error message, "Cancel", and the button that acts. */
export const ConfirmButtons = (props: ConfirmButtonsProps) => {
	const { label, busyLabel, state, ready = true, look = 'btn-primary', onConfirm, onCancel } = props
	const { busy, error } = state
	const enabled = ready && !busy
	return (
		<>
			<p role="alert" className="mt-3 font-medium text-error empty:hidden">
				{error}
			</p>
			<div className="mt-5 grid gap-3 sm:grid-cols-2">
				<button
					type="button"
					className="btn"
					aria-disabled={busy}
					onClick={() => {
						if (!busy) onCancel()
					}}
				>
					{common.cancel}
				</button>
				<button
					type="button"
					className={`btn ${look}`}
					aria-disabled={!enabled}
					onClick={() => {
						if (enabled) onConfirm()
					}}
				>
					{busy ? busyLabel : label}
				</button>
			</div>
		</>
	)
}
