import { Link } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { testConfig } from '#contract/knowledge-test.ts'
import { call } from '#web/app/client.ts'
import { local } from '#web/app/local.ts'
import { sync } from '#web/texts/sync.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { RefusedList } from '#web/ui/refused-list.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { useLive } from '#web/ui/use-live.ts'
import type { SyncFacts } from './sync-view.ts'
import {
	type Connection,
	connectionOf,
	refusals,
	type WaitingGroup,
	waitingGroups,
	waitsFor,
} from './sync-words.ts'

/** The time, ms since 1970, told anew every second. */
const useNow = (): number => {
	const [now, setNow] = useState(Date.now)
	useEffect(() => {
		const timer = setInterval(() => setNow(Date.now()), 1000)
		return () => clearInterval(timer)
	}, [])
	return now
}

/** How long the server may take to answer, in ms. */
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

/** Leads to the intro of a quiz that was taken already, which offers its reset. */
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

/** Asks the server whether it can be reached: on opening, and whenever something of the queue changes. */
const useConnection = ({ online, waiting, refused }: SyncFacts): Connection => {
	const [reached, setReached] = useState<Connection>('checking')
	// biome-ignore lint/correctness/useExhaustiveDependencies: what was sent says that something has changed.
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

/** What waits to be sent and what the server refused, with what can be done about each. */
export const SyncDialog = ({ facts, onClose }: SyncDialogProps) => {
	const { data: listed } = useLive(() => local.outbox.list(), ['listed'])
	const { data: heldUntil = null } = useLive(() => local.outbox.heldUntil(), ['held'])
	const connection = useConnection(facts)
	const close = useRef<HTMLButtonElement>(null)
	const toClose = useCallback(() => close.current?.focus(), [])
	return (
		<Dialog title={sync.title} onClose={onClose}>
			{listed && <Waiting groups={waitingGroups(listed, heldUntil)} facts={facts} />}
			<RefusedList
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
