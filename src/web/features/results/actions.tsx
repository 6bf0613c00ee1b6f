import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { StoredNotes } from '#device/db.ts'
import type { AttemptResults } from '#device/results.ts'
import { results as texts } from '#web/texts/en/results.ts'
import { canDiffer, WhereYouDiffer } from './differ.tsx'
import { canWeigh, YourPriorities } from './priorities.tsx'
import { CARD } from './top-match.tsx'

interface PanelProps {
	readonly id: string
	readonly title: string
	readonly children: ReactNode
}

/** Section that a button opened. Takes the focus, which also scrolls it into view. */
const Panel = ({ id, title, children }: PanelProps) => {
	const heading = useRef<HTMLHeadingElement>(null)
	useEffect(() => heading.current?.focus(), [])
	return (
		<section id={id} className={`${CARD} mt-4 bg-surface`}>
			<h2 ref={heading} tabIndex={-1} className="scroll-mt-24 text-xl font-semibold">
				{title}
			</h2>
			{children}
		</section>
	)
}

const PANELS = [
	{ title: texts.whereYouDiffer, offered: canDiffer, Content: WhereYouDiffer },
	{ title: texts.yourPriorities, offered: canWeigh, Content: YourPriorities },
] as const

interface ActionsProps {
	readonly results: AttemptResults
	readonly notes: StoredNotes | null | undefined
	/** Primary action, above the others. */
	readonly children?: ReactNode
}

/** Next steps after the figures. Opens one panel at a time. */
export const Actions = ({ results, notes, children }: ActionsProps) => {
	const id = useId()
	const [open, setOpen] = useState<string | null>(null)
	const offered = PANELS.filter((panel) => panel.offered(results))
	const shown = offered.find(({ title }) => title === open)
	return (
		<div className="mt-6">
			{children}
			{offered.length > 0 && (
				<div className="mt-3 grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-3">
					{offered.map(({ title }) => (
						<button
							key={title}
							type="button"
							className="btn btn-outline px-2 text-base"
							aria-expanded={title === open}
							aria-controls={title === open ? id : undefined}
							onClick={() => setOpen(title === open ? null : title)}
						>
							{title}
						</button>
					))}
				</div>
			)}
			{shown && (
				<Panel key={shown.title} id={id} title={shown.title}>
					<shown.Content results={results} notes={notes} />
				</Panel>
			)}
		</div>
	)
}
