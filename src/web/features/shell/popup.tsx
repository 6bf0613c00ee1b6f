import { type ReactNode, useRef } from 'react'
import { interruptReading } from '#web/ui/reading-time.ts'

interface PopupProps {
	readonly id: string
	/** What the button is called. */
	readonly label: string
	readonly icon: ReactNode
	readonly children: (close: () => void) => ReactNode
}

/** A button with a panel below it, closed by Escape or a tap elsewhere: the platform's popover. */
export const Popup = ({ id, label, icon, children }: PopupProps) => {
	const panel = useRef<HTMLDivElement>(null)
	return (
		<>
			<button
				type="button"
				aria-label={label}
				popoverTarget={id}
				className="grid size-12 place-items-center rounded-field hover:bg-base-200"
			>
				{icon}
			</button>
			<div
				ref={panel}
				id={id}
				popover="auto"
				// A tap that closes the menu must not answer what lies below it.
				onBeforeToggle={interruptReading}
				className="inset-auto top-[calc(4rem+env(safe-area-inset-top))] end-[calc(0.75rem+env(safe-area-inset-right))] m-0 w-64 max-w-[calc(100%-2rem)] rounded-box border border-base-300 bg-surface p-2 text-base-content shadow-paper"
			>
				{children(() => panel.current?.hidePopover())}
			</div>
		</>
	)
}
