import { Link } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { testConfig } from '#contract/knowledge-test.ts'
import { isBeginning } from '#device/attempt-merge.ts'
import type { OutboxEntry, StoredAttempt } from '#device/db.ts'
import type { Listed } from '#device/outbox.ts'
import type { Result } from '#domain/types.ts'
import type { Failure } from '#http/failure.ts'
import { call } from '#web/app/api.ts'
import { local } from '#web/app/local.ts'
import { ui } from '#web/texts/en/late.ts'
import { sync } from '#web/texts/en/sync.ts'
import { locale } from '#web/texts/language.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { useAction } from '#web/ui/failure.tsx'
import { answerText } from '#web/ui/format.ts'
import { useLive } from '#web/ui/live.ts'
import { RejectedList, type Rejection, toRejection } from '#web/ui/rejected-entries.tsx'
import type { SyncFacts } from './sync-status.tsx'

const LIST = new Intl.ListFormat(locale())

export interface WaitingGroup {
	readonly stream: string
	readonly text: string
	/** Next retry, ms since 1970 on this device; null if it is due. */
	readonly nextTry: number | null
}

const deedsOf = (entries: readonly OutboxEntry[]): string => {
	const count = (name: string): number => entries.filter(({ command }) => command === name).length
	const answers = count('quiz.interact')
	const known = [
		count('quiz.start') > 0 ? sync.start : '',
		count('quiz.reset') > 0 ? sync.newStart : '',
		answers > 0 ? ui.answers(answers) : '',
		count('quiz.complete') > 0 ? sync.completion : '',
	].filter(Boolean)
	return LIST.format(known.length > 0 ? known : [ui.changes(entries.length)])
}

/** Next retry of a stream: its first entry's due time, but not before the Retry-After deadline. */
const nextTryOf = (head: OutboxEntry, deferredUntil: number | null): number | null =>
	Math.max(head.notBefore ?? 0, deferredUntil ?? 0) || null

/**
 * Groups waiting commands by attempt, oldest first.
 * @param deferredUntil Retry-After deadline, ms since 1970 on this device.
 */
export const waitingGroups = (
	listed: readonly Listed[],
	deferredUntil: number | null,
): WaitingGroup[] => {
	const waiting = listed.filter(({ entry }) => entry.state === 'waiting')
	const streams = [...new Set(waiting.map(({ entry }) => entry.stream))]
	return streams.map((stream) => {
		const rows = waiting.filter(({ entry }) => entry.stream === stream)
		const entries = rows.map(({ entry }) => entry)
		const deeds = deedsOf(entries)
		const name = rows[0]?.attempt?.quizName
		const whole = name ? sync.ofQuiz(deeds, name) : deeds
		const text = `${whole[0]?.toUpperCase()}${whole.slice(1)}`
		return { stream, text, nextTry: entries[0] ? nextTryOf(entries[0], deferredUntil) : null }
	})
}

export const waitsFor = (
	{ nextTry }: WaitingGroup,
	{ paused, updateNeeded, online }: SyncFacts,
	now: number,
): string => {
	if (paused) return sync.waitsSignIn
	if (updateNeeded) return sync.waitsUpdate
	if (!online) return sync.waitsConnection
	const seconds = nextTry === null ? 0 : Math.ceil((nextTry - now) / 1000)
	if (seconds <= 0) return sync.soon
	return seconds < 100
		? sync.nextTrySeconds(seconds)
		: sync.nextTryMinutes(Math.round(seconds / 60))
}

export type Connection = keyof typeof sync.connection

/** Derives the connection state from any reply. A 4xx proves that the server is reachable. */
export const connectionOf = (reply: Result<unknown, Failure>): Connection => {
	if (reply.ok) return 'online'
	const { error } = reply
	if (error.kind === 'offline' || error.kind === 'timeout') return 'unreachable'
	return error.kind === 'problem' && error.status < 500 ? 'online' : 'failing'
}

const deedOf = (command: string): string => {
	const deeds: Readonly<Record<string, string>> = sync.deeds
	return deeds[command] ?? sync.aChange
}

const answerOf = (args: unknown, attempt: StoredAttempt | null) => {
	const { policyId, value, selectedPolicyIds } = args as {
		policyId?: string
		value?: number
		selectedPolicyIds?: readonly string[]
	}
	if (Array.isArray(selectedPolicyIds)) {
		return { statement: null, answer: sync.picked(selectedPolicyIds.length) }
	}
	const asked = attempt?.statements.find((statement) => statement.policyId === policyId)
	return {
		statement: asked?.text ?? null,
		answer: attempt && value !== undefined ? answerText(attempt.quizType, value) : null,
	}
}

/** Offers a reset if the server refused a start with "already", as specified. */
const takenOf = ({ entry, attempt }: Listed): Pick<Rejection, 'taken'> =>
	attempt && isBeginning(entry) && /already/i.test(entry.reason ?? '')
		? { taken: attempt.compareQuizId }
		: {}

/** Refused quiz commands, oldest first. */
export const refusals = (listed: readonly Listed[]): Rejection[] =>
	listed
		.filter(({ entry }) => entry.state === 'refused')
		.map(({ entry, attempt }) => ({
			...(entry.command === 'quiz.interact'
				? answerOf(entry.args, attempt)
				: { statement: null, answer: null }),
			...toRejection(entry),
			...takenOf({ entry, attempt }),
			what: deedOf(entry.command),
			begins: isBeginning(entry),
			quizName: attempt?.quizName ?? null,
			words: null,
		}))

const useNow = (): number => {
	const [now, setNow] = useState(Date.now)
	useEffect(() => {
		const timer = setInterval(() => setNow(Date.now()), 1000)
		return () => clearInterval(timer)
	}, [])
	return now
}

/** Timeout of the connection check, in ms. */
const REACH_MS = 5000

const sendNow = async (): Promise<string | null> => {
	await local.engine.wake()
	return (await local.outbox.waiting()) === 0 ? null : sync.notEverything
}

interface WaitingProps {
	readonly groups: readonly WaitingGroup[]
	readonly facts: SyncFacts
}

const Waiting = ({ groups, facts }: WaitingProps) => {
	const now = useNow()
	const { busy, error, run } = useAction()
	if (groups.length === 0) return <p className="mt-3">{sync.nothing}</p>
	const sending = busy || facts.sending
	return (
		<section className="mt-3">
			<h3 className="font-semibold">{sync.waiting}</h3>
			<p className="mt-1 text-muted">{facts.keeps ? sync.waitingWhy : sync.waitingNotKept}</p>
			<ul className="mt-2 divide-y divide-base-300 border-y border-base-300">
				{groups.map((group) => (
					<li key={group.stream} className="py-3">
						<p className="font-medium">{group.text}</p>
						<p className="text-sm text-muted tabular-nums">{waitsFor(group, facts, now)}</p>
					</li>
				))}
			</ul>
			<p role="status" className="mt-3 text-sm font-medium empty:hidden">
				{error}
			</p>
			<button
				type="button"
				className="btn btn-block mt-3"
				aria-disabled={sending}
				onClick={() => void run(sendNow)}
			>
				{sending ? sync.sending : sync.sendNow}
			</button>
		</section>
	)
}

interface ToResetProps {
	readonly quizId: string
	readonly onLeave: () => void
}

const ToReset = ({ quizId, onLeave }: ToResetProps) => (
	<Link
		to="/quiz/$compareQuizId"
		params={{ compareQuizId: quizId }}
		className="inline-block py-2 font-medium text-primary underline"
		onClick={onLeave}
	>
		{sync.toReset}
	</Link>
)

const useConnection = ({ online, waiting, refused }: SyncFacts): Connection => {
	const [reached, setReached] = useState<Connection>('checking')
	// biome-ignore lint/correctness/useExhaustiveDependencies: check again when the queue changes.
	useEffect(() => {
		if (!online) return
		let gone = false
		call(testConfig.active, {}, { timeoutMs: REACH_MS })
			.then((reply) => gone || setReached(connectionOf(reply)))
			.catch(reportError)
		return () => {
			gone = true
		}
	}, [online, waiting, refused])
	return online ? reached : 'offline'
}

interface SyncDialogProps {
	readonly facts: SyncFacts
	readonly onClose: () => void
}

export const SyncDialog = ({ facts, onClose }: SyncDialogProps) => {
	const { data: listed } = useLive(() => local.outbox.list(), ['listed'])
	const { data: deferredUntil = null } = useLive(() => local.outbox.deferredUntil(), ['held'])
	const connection = useConnection(facts)
	const close = useRef<HTMLButtonElement>(null)
	const toClose = useCallback(() => close.current?.focus(), [])
	return (
		<Dialog title={sync.title} onClose={onClose}>
			{listed && <Waiting groups={waitingGroups(listed, deferredUntil)} facts={facts} />}
			<RejectedList
				rows={refusals(listed ?? [])}
				outbox={local.outbox}
				wayOn={({ taken }) => taken && <ToReset quizId={taken} onLeave={onClose} />}
				onEmpty={toClose}
			/>
			<section className="mt-6">
				<h3 className="font-semibold">{sync.thisDevice}</h3>
				<p className="mt-1">{sync.connection[connection]}</p>
				<p className="mt-1 text-muted">{facts.keeps ? sync.whereKept : sync.nowhereKept}</p>
			</section>
			<button
				ref={close}
				type="button"
				className="btn btn-primary btn-block mt-6"
				onClick={onClose}
			>
				{sync.close}
			</button>
		</Dialog>
	)
}
