import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'

interface Tab {
	readonly label: string
	readonly panel: (show: (index: number) => void) => ReactNode
}

/** Tabs with their panels: arrow keys move between them. */
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
		const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
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
				className="grid auto-cols-fr grid-flow-col gap-1 rounded-field bg-base-200 p-1"
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
						className="min-h-12 rounded-lg px-4 font-medium text-muted aria-selected:bg-surface aria-selected:text-primary aria-selected:shadow-paper dark:aria-selected:bg-base-300"
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
