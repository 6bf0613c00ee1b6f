import { type ReactNode, useEffect, useRef } from 'react'
import type { Outbox } from '#local/outbox.ts'
import type { RetryError } from '#local/retry.ts'
import { refused } from '#web/texts/refused.ts'
import type { Refusal } from './refusal.ts'
import { RefusedActions } from './refused-actions.tsx'

const RETRY_ERRORS: Readonly<Record<RetryError['code'], string>> = {
	replaced: refused.replaced,
	gone: refused.gone,
}

type Actions = Pick<Outbox, 'retry' | 'retryAll' | 'dismiss' | 'dismissAll'>

const tryOne = async (outbox: Actions, seq: number): Promise<string | null> => {
	const tried = await outbox.retry(seq)
	return tried.ok ? null : RETRY_ERRORS[tried.error.code]
}

const tryAll = async (outbox: Actions): Promise<string | null> => {
	const left = await outbox.retryAll()
	return left === 0 ? null : refused.left(left)
}

interface ItemProps {
	readonly row: Refusal
	readonly outbox: Actions
	readonly wayOn: ReactNode
}

const Item = ({ row, outbox, wayOn }: ItemProps) => {
	const { seq, what, begins, quizName, statement, answer, words, reason } = row
	return (
		<li className="py-3">
			<p className="font-medium">
				<span>{what}</span>
				{quizName && <span className="text-muted">{` ${refused.inQuiz(quizName)}`}</span>}
			</p>
			{statement && <p className="mt-1 line-clamp-2 font-serif">{refused.quoted(statement)}</p>}
			{answer && <p className="text-sm">{refused.yourAnswer(answer)}</p>}
			{words && <p className="mt-1 line-clamp-2 break-words">{refused.quoted(words)}</p>}
			<p className="mt-1 text-sm text-muted">{refused.serverSays(reason)}</p>
			{wayOn}
			<RefusedActions
				rows={[row]}
				about={statement ?? what}
				question={begins ? refused.sureBeginning : refused.sure}
				retry={() => tryOne(outbox, seq)}
				discard={() => outbox.dismiss(seq)}
			/>
		</li>
	)
}

const All = ({ rows, outbox }: Pick<RefusedListProps, 'rows' | 'outbox'>) => (
	<RefusedActions
		all
		rows={rows}
		about={refused.everything}
		question={refused.sureAll(rows.length)}
		retry={() => tryAll(outbox)}
		discard={() => outbox.dismissAll()}
	/>
)

interface RefusedListProps {
	readonly rows: readonly Refusal[]
	/** Whose they are: the voter's, or the visitor's. */
	readonly outbox: Actions
	/** Of its heading, below that of what it stands in. */
	readonly level?: 2 | 3
	/** What else can be done about one. */
	readonly wayOn?: (row: Refusal) => ReactNode
	/** The last of them has gone, and the focus with it. */
	readonly onEmpty: () => void
}

/** What the server refused, with its reasons and what can be done about each. */
export const RefusedList = ({ rows, outbox, level = 3, wayOn, onEmpty }: RefusedListProps) => {
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
	const Heading = level === 2 ? 'h2' : 'h3'
	return (
		<section className="mt-6">
			<Heading ref={heading} tabIndex={-1} className="font-semibold outline-none">
				{refused.title}
			</Heading>
			<p className="mt-1 text-muted">{refused.why(rows.length)}</p>
			{rows.length > 1 && <All rows={rows} outbox={outbox} />}
			<ul className="mt-2 divide-y divide-base-300 border-y border-base-300">
				{rows.map((row) => (
					<Item key={row.seq} row={row} outbox={outbox} wayOn={wayOn?.(row)} />
				))}
			</ul>
		</section>
	)
}
