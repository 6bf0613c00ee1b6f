import { useLayoutEffect, useRef } from 'react'
import { positions as texts } from '#web/texts/en/admin/positions.ts'
import { VALUES } from './grid-model.ts'
import { valueLabel } from './position-dialog.tsx'

/** Distance from the edges of the screen, in px. */
const EDGE = 8

interface ChooserProps {
	readonly name: string
	readonly value: number | null
	readonly onValue: (value: number | null) => void
	readonly onDetails: () => void
	readonly onClose: () => void
}

/** A panel beside a cell with the values. The focus stays in the cell, so that its keys work too. */
export const Chooser = ({ name, value, onValue, onDetails, onClose }: ChooserProps) => {
	const ref = useRef<HTMLFieldSetElement>(null)
	useLayoutEffect(() => {
		const panel = ref.current
		const cell = panel?.parentElement
		if (!panel || !cell) return
		const place = (): void => {
			const { left, top, bottom } = cell.getBoundingClientRect()
			const { offsetWidth: width, offsetHeight: height } = panel
			const below = bottom + height + EDGE <= innerHeight ? bottom : Math.max(EDGE, top - height)
			panel.style.left = `${Math.max(EDGE, Math.min(left, innerWidth - width - EDGE))}px`
			panel.style.top = `${below}px`
		}
		panel.showPopover()
		place()
		// Follow the cell: focusing it may scroll it into view.
		addEventListener('scroll', place, { capture: true, passive: true })
		return () => removeEventListener('scroll', place, { capture: true })
	}, [])
	const choose = (act: () => void) => (): void => {
		onClose()
		act()
	}
	const button = (label: string, pressed: boolean | undefined, act: () => void) => (
		<button
			key={label}
			type="button"
			tabIndex={-1}
			aria-pressed={pressed}
			className="flex min-h-11 w-full items-center rounded-field px-3 text-start text-sm hover:bg-base-200 aria-pressed:bg-primary/10 aria-pressed:font-semibold"
			onClick={choose(act)}
		>
			{label}
		</button>
	)
	const actions = VALUES.toReversed().map((each) =>
		button(valueLabel(each), each === value, () => onValue(each)),
	)
	return (
		<fieldset
			ref={ref}
			aria-label={texts.choose(name)}
			popover="auto"
			className="fixed inset-auto m-0 w-56 rounded-box border border-base-300 bg-raised p-1.5 text-base-content shadow-paper"
			onBeforeToggle={({ newState }) => {
				if (newState === 'closed') onClose()
			}}
			// Keep the focus in the cell.
			onMouseDown={(event) => event.preventDefault()}
		>
			{actions}
			{value !== null && button(texts.remove, undefined, () => onValue(null))}
			{button(texts.details, undefined, onDetails)}
		</fieldset>
	)
}
