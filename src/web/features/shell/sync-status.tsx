import { CloudAlert, CloudCheck, CloudOff, CloudUpload } from 'lucide-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import type { StoreState } from '#device/resilient-db.ts'
import type { SyncState } from '#device/sync/sender.ts'
import { local } from '#web/app/local.ts'
import { keeping } from '#web/app/storage.ts'
import { sync } from '#web/texts/en/sync.ts'
import { useAfter, useOnline } from '#web/ui/hooks.ts'
import { useLive } from '#web/ui/live.ts'
import { SyncDialog } from './sync-dialog.tsx'

export interface SyncFacts extends SyncState {
	readonly online: boolean
	readonly store: StoreState
	/** False if the browser stores nothing, so that the app runs in memory. */
	readonly keeps: boolean
	/** Number of waiting items as users count them, and of refused commands. */
	readonly waiting: number
	readonly refused: number
	/** Items have been waiting longer than usual. */
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
	/** Text next to the icon, or its accessible name where there is no room. */
	readonly text: string
	readonly short?: string
	readonly icon: 'alert' | 'offline' | 'upload' | 'check'
	/** Screen reader announcement, or ''. Omits counts, which change with every answer. */
	readonly spoken: string
}

/** Announced only after a different status. */
export const ALL_SENT = sync.saidSent

/** Storage failures. The page itself announces the first two. */
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

/** Status that requires an action by the user, or null. */
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
	// Keep the calm icon during normal sending, so that it does not flicker with every answer.
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
 * Selects the status to show. Priority: storage failures, required actions (sign in, update, refused items), the rest.
 */
export const syncView = (facts: SyncFacts): SyncView =>
	facts.store === 'ok' ? (taskView(facts) ?? passingView(facts)) : STORE_VIEWS[facts.store]

/** Delay before unsent items are reported, in ms. */
const PATIENCE_MS = 2500
/** Minimum duration before sending is shown, in ms: a call may fail at once. */
const SENDING_MS = 500

export const useSyncFacts = (): SyncFacts => {
	const counts = useLive(() => local.outbox.counts(), ['unsent']).data
	const { waiting, refused } = counts ?? { waiting: 0, refused: 0 }
	const engine = useSyncExternalStore(local.engine.subscribe, local.engine.state)
	return {
		...engine,
		sending: useAfter(engine.sending, SENDING_MS),
		online: useOnline(),
		store: useSyncExternalStore(local.guard.subscribe, local.guard.state),
		keeps: useSyncExternalStore(keeping.subscribe, keeping.keeps),
		waiting,
		refused,
		late: useAfter(waiting > 0, PATIENCE_MS),
	}
}

const ICONS = { alert: CloudAlert, offline: CloudOff, upload: CloudUpload, check: CloudCheck }
const COLORS = {
	alert: 'text-error',
	offline: 'text-base-content',
	upload: 'text-warning',
	check: 'text-muted',
}

/** Announcement text. "All sent" is announced only after a different status. */
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
	readonly compact?: boolean
}

export const SyncStatus = ({ compact = false }: SyncStatusProps) => {
	const [open, setOpen] = useState(false)
	const facts = useSyncFacts()
	const view = syncView(facts)
	const said = useSpoken(view)
	const Icon = ICONS[view.icon]
	const brief = compact || view.icon === 'check'
	// With large text the bar wraps. A basis keeps the text from always taking a row.
	const room = brief ? 'flex-col px-1' : 'gap-2 basis-32 px-2 md:basis-auto'
	return (
		<>
			<button
				type="button"
				className={`flex min-h-12 min-w-12 items-center justify-center rounded-field text-sm font-medium hover:bg-base-200 ${room} ${COLORS[view.icon]}`}
				onClick={() => setOpen(true)}
			>
				<Icon aria-hidden="true" className="size-5 shrink-0" />
				{brief ? (
					<span className="text-xs">
						<span>{sync.label}</span>
						<span className="sr-only">{`: ${view.text}`}</span>
					</span>
				) : view.short ? (
					<>
						<span className="whitespace-nowrap md:hidden" aria-hidden="true">
							{view.short}
						</span>
						<span className="text-start leading-tight max-md:sr-only">{view.text}</span>
					</>
				) : (
					<span className="text-start leading-tight text-balance">{view.text}</span>
				)}
			</button>
			<span role="status" className="sr-only">
				{said}
			</span>
			{/* Portal: the bar that contains this button unmounts when a phone is rotated. */}
			{open &&
				createPortal(<SyncDialog facts={facts} onClose={() => setOpen(false)} />, document.body)}
		</>
	)
}
