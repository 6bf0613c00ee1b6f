import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'

export interface Tab<Name extends string> {
	readonly name: Name
	readonly label: string
	readonly content: ReactNode
}

interface TabsProps<Name extends string> {
	readonly label: string
	readonly tabs: readonly Tab<Name>[]
	readonly open: Name
	readonly onOpen: (name: Name) => void
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }

/** Tabs. Hidden panels stay mounted, to keep their input. */
export const Tabs = <Name extends string>({ label, tabs, open, onOpen }: TabsProps<Name>) => {
	const id = useId()
	const list = useRef<HTMLDivElement>(null)
	const move = (event: KeyboardEvent): void => {
		const step = STEPS[event.key]
		if (step === undefined) return
		event.preventDefault()
		const at = tabs.findIndex(({ name }) => name === open)
		const next = (at + step + tabs.length) % tabs.length
		const tab = tabs[next]
		if (tab) onOpen(tab.name)
		list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus()
	}
	return (
		<>
			<div
				ref={list}
				role="tablist"
				aria-label={label}
				className="mt-4 flex gap-1 border-b border-base-300"
				onKeyDown={move}
			>
				{tabs.map((tab) => (
					<button
						key={tab.name}
						type="button"
						role="tab"
						id={`${id}-${tab.name}-tab`}
						aria-selected={tab.name === open}
						aria-controls={`${id}-${tab.name}`}
						tabIndex={tab.name === open ? 0 : -1}
						className="min-h-12 border-b-3 border-transparent px-4 font-medium text-muted aria-selected:border-primary aria-selected:text-primary"
						onClick={() => onOpen(tab.name)}
					>
						{tab.label}
					</button>
				))}
			</div>
			{tabs.map((tab) => (
				<div
					key={tab.name}
					role="tabpanel"
					id={`${id}-${tab.name}`}
					aria-labelledby={`${id}-${tab.name}-tab`}
					hidden={tab.name !== open}
				>
					{tab.content}
				</div>
			))}
		</>
	)
}
