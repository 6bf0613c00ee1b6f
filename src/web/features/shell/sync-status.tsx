import { CloudAlert, CloudCheck, CloudOff, CloudUpload } from 'lucide-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import type { StoreState } from '#device/resilient-db.ts'
import type { SyncState } from '#device/sync/sender.ts'
import { local } from '#web/app/local.ts'
import { keeping } from '#web/app/storage.ts'
import { sync } from '#web/texts/en/sync.ts'
import { useOnline } from '#web/ui/hooks.ts'
import { useLive } from '#web/ui/live.ts'
import { SyncDialog } from './sync-dialog.tsx'

/** What is known of the way from this device to the server. */
export interface SyncFacts extends SyncState {
	/** What the browser believes of its connection. */
	readonly online: boolean
	readonly store: StoreState
	/** Whether the browser stores anything for this page; else it works from memory. */
	readonly keeps: boolean
	/** What waits to be sent, as a voter counts it, and how many commands the server refused. */
	readonly waiting: number
	readonly refused: number
	/** Something has been waiting for longer than sending usually takes. */
	readonly late: boolean
}

export interface SyncView {
	readonly kind:
		| Exclude<StoreState, 'ok'>
		| 'sign-in'
		| 'update'
		| 'refused'
		| 'offline'
		| 'sending'
		| 'waiting'
		| 'not-kept'
		| 'sent'
	/** The words beside the sign, or its name where they are not shown. */
	readonly text: string
	/** What a phone's bar has room for, if that is less. */
	readonly short?: string
	readonly icon: 'alert' | 'offline' | 'upload' | 'check'
	/** What those who listen hear of it. Without counts, which change with every answer; empty: nothing worth hearing. */
	readonly spoken: string
}

/** What nobody has to hear unless something else was so before. */
export const ALL_SENT = sync.saidSent

/** What keeps answers from being stored; the page itself says the first two aloud. */
const STORE_VIEWS: Readonly<Record<Exclude<StoreState, 'ok'>, SyncView>> = {
	blocked: { kind: 'blocked', text: sync.closeTabs, icon: 'alert', spoken: '' },
	lost: { kind: 'lost', text: sync.storeSilent, icon: 'alert', spoken: '' },
	full: {
		kind: 'full',
		text: sync.noRoom,
		icon: 'alert',
		spoken: sync.saidNoRoom,
	},
}

/** What waits for the voter to do something; null where nothing does. */
const taskView = ({ paused, updateNeeded, waiting, refused }: SyncFacts): SyncView | null => {
	if (paused) {
		const text = sync.signInToSend(waiting)
		return { kind: 'sign-in', text, icon: 'alert', spoken: sync.saidSignIn }
	}
	if (updateNeeded) {
		const text = sync.updateNeeded
		return { kind: 'update', text, icon: 'alert', spoken: sync.saidUpdate }
	}
	if (refused > 0) {
		const text = sync.notSent(refused)
		return { kind: 'refused', text, icon: 'alert', spoken: sync.saidRefused }
	}
	return null
}

/** What passes by itself. */
const passingView = ({ online, waiting, late, sending, keeps }: SyncFacts): SyncView => {
	if (!online) {
		const spoken = keeps ? sync.saidOffline : sync.saidOfflineNotKept
		const view = { kind: 'offline', icon: 'offline', spoken } as const
		return waiting > 0
			? { ...view, text: sync.offlineUnsent(waiting), short: sync.unsentShort(waiting) }
			: { ...view, text: sync.offline }
	}
	if (waiting === 0 && !keeps) {
		return { kind: 'not-kept', text: sync.notKept, icon: 'alert', spoken: '' }
	}
	if (waiting === 0) {
		return { kind: 'sent', text: sync.allSent, icon: 'check', spoken: ALL_SENT }
	}
	// On its way as usual: the sign stays calm, so that it does not flicker with each answer.
	const sendingText = sync.sendingSome(waiting)
	if (!late) return { kind: 'sending', text: sendingText, icon: 'check', spoken: '' }
	const spoken = keeps ? sync.saidUnsent : sync.saidUnsentNotKept
	return sending
		? { kind: 'sending', text: sendingText, icon: 'upload', spoken }
		: {
				kind: 'waiting',
				text: sync.unsent(waiting),
				short: sync.unsentShort(waiting),
				icon: 'upload',
				spoken,
			}
}

/**
 * What the bar shows. First what keeps answers from being stored, then what waits for the voter (signing in, updating,
 * looking at a refusal), then what passes by itself.
 */
export const syncView = (facts: SyncFacts): SyncView =>
	facts.store === 'ok' ? (taskView(facts) ?? passingView(facts)) : STORE_VIEWS[facts.store]

/** Sending takes a moment; only what stays unsent for longer than this, in ms, is worth a word. */
const PATIENCE_MS = 2500
/** A call that fails at once is over before anybody could read that it was made. */
const SENDING_MS = 500

/** True once `on` has been true for `ms` without a break. */
const useLasting = (on: boolean, ms: number): boolean => {
	const [lasting, setLasting] = useState(false)
	useEffect(() => {
		if (!on) return setLasting(false)
		const timer = setTimeout(() => setLasting(true), ms)
		return () => clearTimeout(timer)
	}, [on, ms])
	return on && lasting
}

/** Follows everything that the bar's sign depends on. */
export const useSyncFacts = (): SyncFacts => {
	const counts = useLive(() => local.outbox.counts(), ['unsent']).data
	const { waiting, refused } = counts ?? { waiting: 0, refused: 0 }
	const engine = useSyncExternalStore(local.engine.subscribe, local.engine.state)
	return {
		...engine,
		sending: useLasting(engine.sending, SENDING_MS),
		online: useOnline(),
		store: useSyncExternalStore(local.guard.subscribe, local.guard.state),
		keeps: useSyncExternalStore(keeping.subscribe, keeping.keeps),
		waiting,
		refused,
		late: useLasting(waiting > 0, PATIENCE_MS),
	}
}

const ICONS = { alert: CloudAlert, offline: CloudOff, upload: CloudUpload, check: CloudCheck }
const COLORS = {
	alert: 'text-error',
	offline: 'text-base-content',
	upload: 'text-warning',
	check: 'text-muted',
}

/** What is said aloud: that all is sent only where something else had been said before. */
const useSpoken = ({ spoken }: SyncView): string => {
	const [said, setSaid] = useState('')
	const last = useRef(ALL_SENT)
	useEffect(() => {
		const news = spoken !== last.current || spoken !== ALL_SENT
		setSaid(news ? spoken : '')
		if (spoken !== '') last.current = spoken
	}, [spoken])
	return said
}

interface SyncStatusProps {
	/** Where there is room for the sign only: the words are left to those who listen. */
	readonly compact?: boolean
}

/** How the voter's doings fare on their way to the server: always there, quiet while all is well, and a way to the list. */
export const SyncStatus = ({ compact = false }: SyncStatusProps) => {
	const [open, setOpen] = useState(false)
	const facts = useSyncFacts()
	const view = syncView(facts)
	const said = useSpoken(view)
	const Icon = ICONS[view.icon]
	const wordless = compact || view.icon === 'check'
	// The bar breaks into lines where text is large: words in a row of their own would have it break always.
	const room = wordless ? '' : 'basis-32 md:basis-auto'
	return (
		<>
			<button
				type="button"
				className={`flex min-h-12 min-w-12 items-center justify-center gap-2 rounded-field px-2 text-sm font-medium hover:bg-base-200 ${room} ${COLORS[view.icon]}`}
				onClick={() => setOpen(true)}
			>
				<Icon aria-hidden="true" className="size-5 shrink-0" />
				{view.short && !wordless ? (
					<>
						<span className="whitespace-nowrap md:hidden" aria-hidden="true">
							{view.short}
						</span>
						<span className="text-start leading-tight max-md:sr-only">{view.text}</span>
					</>
				) : (
					<span className={wordless ? 'sr-only' : 'text-start leading-tight text-balance'}>
						{view.text}
					</span>
				)}
			</button>
			<span role="status" className="sr-only">
				{said}
			</span>
			{/* On the page itself: the bar that it was opened from goes when a phone is turned. */}
			{open &&
				createPortal(<SyncDialog facts={facts} onClose={() => setOpen(false)} />, document.body)}
		</>
	)
}
