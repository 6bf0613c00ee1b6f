import { useEffect, useRef, useState } from 'react'
import { refused } from '#web/texts/refused.ts'
import { copyText, type Refusal } from './refusal.ts'
import { saveText } from './save-file.ts'
import { useAction } from './use-action.ts'

const ONE = { retry: refused.retry, copy: refused.copy, discard: refused.discard }
const ALL = { retry: refused.retryAll, copy: refused.copyAll, discard: refused.discardAll }

/** Saves what was refused as a text file. */
export const saveCopy = (rows: readonly Refusal[]): void =>
	saveText(refused.fileName, copyText(rows, Date.now()))

interface SureProps {
	readonly question: string
	readonly onDiscard: () => void
	readonly onKeep: () => void
}

/** Asks once before something is gone for good. */
const Sure = ({ question, onDiscard, onKeep }: SureProps) => {
	const keep = useRef<HTMLButtonElement>(null)
	useEffect(() => keep.current?.focus(), [])
	return (
		<fieldset className="mt-2">
			<legend className="text-sm font-medium">{question}</legend>
			<div className="mt-2 flex flex-wrap gap-2">
				<button ref={keep} type="button" className="btn" onClick={onKeep}>
					{refused.keep}
				</button>
				<button type="button" className="btn btn-outline btn-error" onClick={onDiscard}>
					{refused.discard}
				</button>
			</div>
		</fieldset>
	)
}

interface RefusedActionsProps {
	readonly rows: readonly Refusal[]
	readonly all?: boolean
	/** What the buttons are about, for those who hear them one by one. */
	readonly about: string
	readonly question: string
	/** @returns what went wrong, or null. */
	readonly retry: () => Promise<string | null>
	readonly discard: () => Promise<void>
}

/** What can be done about something that was refused: try it again, keep a copy, or let it go. */
export const RefusedActions = (props: RefusedActionsProps) => {
	const { rows, all = false, about, question, retry, discard } = props
	const [asking, setAsking] = useState(false)
	const first = useRef<HTMLButtonElement>(null)
	const { busy, error, run } = useAction()
	const labels = all ? ALL : ONE
	const buttons = [
		{ label: labels.retry, ref: first, onClick: () => void run(retry) },
		{ label: labels.copy, onClick: () => saveCopy(rows) },
		{ label: labels.discard, onClick: () => setAsking(true) },
	]
	const keep = (): void => {
		setAsking(false)
		// Once the buttons are back.
		requestAnimationFrame(() => first.current?.focus())
	}
	const letGo = async (): Promise<null> => {
		await discard()
		return null
	}
	return (
		<>
			<p role="alert" className="mt-1 text-sm font-medium text-error empty:hidden">
				{error}
			</p>
			{asking ? (
				<Sure question={question} onKeep={keep} onDiscard={() => void run(letGo)} />
			) : (
				<div className="mt-1 -ms-3 flex flex-wrap">
					{buttons.map(({ label, ref, onClick }) => (
						<button
							key={label}
							ref={ref}
							type="button"
							className="btn btn-ghost px-3"
							aria-disabled={busy}
							onClick={onClick}
						>
							<span>{label}</span>
							<span className="sr-only">{`: ${about}`}</span>
						</button>
					))}
				</div>
			)}
		</>
	)
}
