import { useEffect, useRef } from 'react'
import type { RetryError } from '#local/retry.ts'
import { local } from '#web/app/local.ts'
import { RefusedActions } from './refused-actions.tsx'
import type { Refusal } from './sync-words.ts'

const RETRY_ERRORS: Readonly<Record<RetryError['code'], string>> = {
	replaced: 'You have another attempt at this quiz by now, so this one cannot be sent.',
	gone: 'What this belongs to is no longer on this device, so it cannot be sent.',
}

const tryOne = async (seq: number): Promise<string | null> => {
	const tried = await local.outbox.retry(seq)
	return tried.ok ? null : RETRY_ERRORS[tried.error.code]
}

const tryAll = async (): Promise<string | null> => {
	const left = await local.outbox.retryAll()
	return left === 0
		? null
		: `${left} of these cannot be sent again: you have another attempt at the quiz by now, or it is no longer on this device.`
}

const Item = ({ row }: { readonly row: Refusal }) => {
	const { seq, what, begins, quizName, statement, answer, reason } = row
	return (
		<li className="py-3">
			<p className="font-medium">
				{what}
				{quizName && <span className="text-muted"> in {quizName}</span>}
			</p>
			{statement && <p className="mt-1 line-clamp-2 font-serif">“{statement}”</p>}
			{answer && <p className="text-sm">Your answer: {answer}</p>}
			<p className="mt-1 text-sm text-muted">The server says: {reason}</p>
			<RefusedActions
				rows={[row]}
				about={statement ?? what}
				question={begins ? 'Discard this and its answers for good?' : 'Discard this for good?'}
				retry={() => tryOne(seq)}
				discard={() => local.outbox.dismiss(seq)}
			/>
		</li>
	)
}

const All = ({ rows }: { readonly rows: readonly Refusal[] }) => (
	<RefusedActions
		all
		rows={rows}
		about="everything that was not accepted"
		question={`Discard all ${rows.length} for good?`}
		retry={tryAll}
		discard={() => local.outbox.dismissAll()}
	/>
)

interface RefusedListProps {
	readonly rows: readonly Refusal[]
	/** The last of them has gone, and the focus with it. */
	readonly onEmpty: () => void
}

/** What the server refused, with its reasons and what can be done about each. */
export const RefusedList = ({ rows, onEmpty }: RefusedListProps) => {
	const heading = useRef<HTMLHeadingElement>(null)
	const count = useRef(rows.length)
	useEffect(() => {
		const fewer = rows.length < count.current
		count.current = rows.length
		// With the button that was pressed the focus has gone.
		if (!fewer || document.activeElement !== document.body) return
		if (rows.length === 0) onEmpty()
		else heading.current?.focus()
	}, [rows.length, onEmpty])
	if (rows.length === 0) return null
	return (
		<section className="mt-6">
			<h3 ref={heading} tabIndex={-1} className="font-semibold outline-none">
				Not accepted
			</h3>
			<p className="mt-1 text-muted">
				The server did not accept {rows.length === 1 ? 'this' : 'these'}. Nothing else is affected.
			</p>
			{rows.length > 1 && <All rows={rows} />}
			<ul className="mt-2 divide-y divide-base-300 border-y border-base-300">
				{rows.map((row) => (
					<Item key={row.seq} row={row} />
				))}
			</ul>
		</section>
	)
}
