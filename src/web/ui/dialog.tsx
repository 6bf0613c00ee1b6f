import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'

interface DialogProps {
	readonly title: string
	readonly children: ReactNode
	/** Escape, or whatever else the platform closes dialogs with. */
	readonly onClose: () => void
}

/** A modal dialog that is open as long as it is rendered. Focus goes in, stays in, and returns: the browser's own. */
export const Dialog = ({ title, children, onClose }: DialogProps) => {
	const ref = useRef<HTMLDialogElement>(null)
	const titleId = useId()
	// Before the element is taken out of the page: closing gives the focus back to where it came from.
	useLayoutEffect(() => {
		const dialog = ref.current
		if (dialog === null || dialog.open) return
		dialog.showModal()
		return () => dialog.close()
	}, [])
	return (
		<dialog
			ref={ref}
			aria-labelledby={titleId}
			onCancel={(event) => {
				event.preventDefault()
				onClose()
			}}
			className="m-auto w-[calc(100%-2rem)] max-w-md animate-rise rounded-box border border-base-300 bg-surface p-6 text-base-content shadow-paper backdrop:bg-black/55"
		>
			<h2 id={titleId} className="text-xl font-semibold">
				{title}
			</h2>
			{children}
		</dialog>
	)
}
