import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'

interface Tab {
	readonly label: string
	readonly panel: (show: (index: number) => void) => ReactNode
}

/** Tabs of the results. Mounts the open panel only. */
export const Tabs = ({
	tabs,
	label,
}: {
	readonly tabs: readonly Tab[]
	readonly label: string
}) => {
	const [chosen, setChosen] = useState(0)
	const id = useId()
	const list = useRef<HTMLDivElement>(null)

	const show = (index: number): void => {
		setChosen(index)
		list.current?.querySelectorAll<HTMLElement>('[role=tab]')[index]?.focus()
	}
	const onKeyDown = (event: KeyboardEvent): void => {
		const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1
		const step = { ArrowRight: forward, ArrowLeft: -forward }[event.key]
		if (step === undefined) return
		event.preventDefault()
		show((chosen + step + tabs.length) % tabs.length)
	}
	return (
		<>
			<div
				ref={list}
				role="tablist"
				aria-label={label}
				className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,7.5rem),1fr))] gap-1 rounded-field bg-base-200 p-1"
			>
				{tabs.map((tab, index) => (
					<button
						key={tab.label}
						type="button"
						role="tab"
						id={`${id}-tab-${index}`}
						aria-selected={index === chosen}
						aria-controls={`${id}-panel`}
						tabIndex={index === chosen ? 0 : -1}
						className="min-h-12 rounded-lg px-4 font-medium text-muted aria-selected:bg-raised aria-selected:text-primary aria-selected:shadow-paper forced-colors:aria-selected:bg-[Highlight] forced-colors:aria-selected:text-[HighlightText] forced-colors:aria-selected:forced-color-adjust-none"
						onClick={() => setChosen(index)}
						onKeyDown={onKeyDown}
					>
						{tab.label}
					</button>
				))}
			</div>
			<div
				role="tabpanel"
				id={`${id}-panel`}
				aria-labelledby={`${id}-tab-${chosen}`}
				className="mt-6"
			>
				{tabs[chosen]?.panel(show)}
			</div>
		</>
	)
}
