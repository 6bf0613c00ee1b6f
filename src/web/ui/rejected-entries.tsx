import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { OutboxEntry } from '#device/db.ts'
import { countUnsent, type Outbox, type RetryError } from '#device/outbox.ts'
import { ui } from '#web/texts/en/late.ts'
import { refused } from '#web/texts/en/sync.ts'
import { locale, messageText } from '#web/texts/language.ts'
import { useAction } from './failure.tsx'
import { memoize } from './format.ts'
import { saveText } from './share.ts'

const moment = memoize(
	() => new Intl.DateTimeFormat(locale(), { dateStyle: 'long', timeStyle: 'short' }),
)

export interface Rejection {
	readonly seq: number
	readonly what: string
	/** The rest of the attempt depends on it. */
	readonly begins: boolean
	readonly quizName: string | null
	readonly statement: string | null
	readonly answer: string | null
	readonly words: string | null
	/** ms since 1970 on this device. Null if not recorded. */
	readonly at: number | null
	readonly reason: string
	/** Quiz that was already taken and may be reset, if that is the reason. */
	readonly taken?: string
}

export const toRejection = ({
	seq,
	refusedAt,
	reason,
	code,
	values,
}: OutboxEntry): Pick<Rejection, 'seq' | 'at' | 'reason'> => ({
	seq,
	at: refusedAt ?? null,
	reason: messageText({ message: reason ?? '', code, values }) || refused.noReason,
})

const momentOf = (at: number): string => moment().format(at)

const copyOf = ({ what, quizName, statement, answer, words, at, reason }: Rejection): string =>
	[
		quizName ? refused.what(what, quizName) : what,
		statement && refused.statement(statement),
		answer && refused.yourAnswer(answer),
		words && refused.words(words),
		at !== null && refused.at(momentOf(at)),
		refused.reason(reason),
	]
		.filter(Boolean)
		.join('\n')

/** Formats refused commands as a text file. @param now ms since 1970. */
export const copyText = (rows: readonly Rejection[], now: number): string =>
	[`${refused.file}\n${refused.savedOn(momentOf(now))}`, ...rows.map(copyOf), ''].join('\n\n')

const ONE = { retry: refused.retry, copy: refused.copy, discard: refused.discard }
const ALL = { retry: refused.retryAll, copy: refused.copyAll, discard: refused.discardAll }

export const saveCopy = (rows: readonly Rejection[]): void =>
	saveText(refused.fileName, copyText(rows, Date.now()))

interface SureProps {
	readonly question: string
	readonly onDiscard: () => void
	readonly onKeep: () => void
}

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
	readonly rows: readonly Rejection[]
	readonly all?: boolean
	/** For screen readers, which read buttons without context. */
	readonly about: string
	readonly question: string
	/** @returns an error message or null. */
	readonly retry: () => Promise<string | null>
	readonly discard: () => Promise<void>
}

const RejectedActions = (props: RefusedActionsProps) => {
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
		// After the buttons have been rendered again.
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
	readonly row: Rejection
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
			<RejectedActions
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
	<RejectedActions
		all
		rows={rows}
		about={refused.everything}
		question={refused.sureAll(rows.length)}
		retry={() => tryAll(outbox)}
		discard={() => outbox.dismissAll()}
	/>
)

interface RefusedListProps {
	readonly rows: readonly Rejection[]
	readonly outbox: Actions
	readonly level?: 2 | 3
	readonly wayOn?: (row: Rejection) => ReactNode
	/** Called when the last row is gone, and the focus with it. */
	readonly onEmpty: () => void
}

export const RejectedList = ({ rows, outbox, level = 3, wayOn, onEmpty }: RefusedListProps) => {
	const heading = useRef<HTMLHeadingElement>(null)
	const count = useRef(rows.length)
	useEffect(() => {
		const fewer = rows.length < count.current
		count.current = rows.length
		// The pressed button is gone, and the focus with it.
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

/** Describes unsent entries: "12 answers". */
export const unsentText = (entries: readonly OutboxEntry[]): string => {
	const { count, unit } = countUnsent(entries)
	return ui[unit](count)
}
