import type { StoreState } from '#local/store-guard.ts'
import type { SyncState } from '#local/sync/sender.ts'
import { sync } from '#web/texts/sync.ts'

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
