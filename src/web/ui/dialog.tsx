import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { interruptReading } from './reading-time.ts'

interface DialogProps {
	readonly title: string
	readonly children: ReactNode
	/** Called on Escape, or another close gesture of the platform. */
	readonly onClose: () => void
	readonly className?: string
}

/** Modal dialog that is open while rendered. The browser manages the focus. */
export const Dialog = ({ title, children, onClose, className = 'max-w-md' }: DialogProps) => {
	const ref = useRef<HTMLDialogElement>(null)
	const titleId = useId()
	// A layout effect closes it before the element is removed, which returns the focus.
	useLayoutEffect(() => {
		const dialog = ref.current
		if (dialog === null || dialog.open) return
		dialog.showModal()
		return () => {
			dialog.close()
			interruptReading()
		}
	}, [])
	return (
		<dialog
			ref={ref}
			aria-labelledby={titleId}
			onCancel={(event) => {
				// Bubbled from a nested dialog or a file chooser.
				if (event.target !== event.currentTarget) return
				event.preventDefault()
				onClose()
			}}
			onClose={({ target, currentTarget: dialog }) => {
				// A second Escape in a row closes it even if the first was canceled. Reopen it and let its page decide.
				if (target !== dialog || dialog.open) return
				dialog.showModal()
				onClose()
			}}
			className={`m-auto w-[calc(100%-2rem)] animate-rise rounded-box border border-base-300 bg-surface p-6 text-base-content shadow-paper backdrop:bg-black/55 ${className}`}
		>
			<h2 id={titleId} className="text-xl font-semibold wrap-anywhere">
				{title}
			</h2>
			{children}
		</dialog>
	)
}

interface PopupProps {
	readonly id: string
	readonly label: string
	readonly icon: ReactNode
	readonly children: (close: () => void) => ReactNode
}

/** Button with a panel below it, closed by Escape or a tap elsewhere (popover). */
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
				// A tap that closes the menu must not answer the question below it.
				onBeforeToggle={interruptReading}
				className="inset-auto top-[calc(4rem+env(safe-area-inset-top))] end-[calc(0.75rem+env(safe-area-inset-right))] m-0 w-64 max-w-[calc(100%-2rem)] rounded-box border border-base-300 bg-surface p-2 text-base-content shadow-paper"
			>
				{children(() => panel.current?.hidePopover())}
			</div>
		</>
	)
}
