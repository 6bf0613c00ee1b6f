import type { StoreState } from '#local/store-guard.ts'
import type { SyncState } from '#local/sync/sender.ts'

/** What is known of the way from this device to the server. */
export interface SyncFacts extends SyncState {
	/** What the browser believes of its connection. */
	readonly online: boolean
	readonly store: StoreState
	/** How many commands wait to be sent, and how many the server refused. */
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
		| 'sent'
	/** The words beside the sign, or its name where they are not shown. */
	readonly text: string
	readonly icon: 'alert' | 'offline' | 'upload' | 'check'
	/** What those who listen hear of it. Without counts, which change with every answer; empty: nothing worth hearing. */
	readonly spoken: string
}

/** What nobody has to hear unless something else was so before. */
export const ALL_SENT = 'Everything is sent.'
const UNSENT = 'Some answers are saved on this device and not sent yet.'

/** What keeps answers from being stored; the page itself says the first two aloud. */
const STORE_VIEWS: Readonly<Record<Exclude<StoreState, 'ok'>, SyncView>> = {
	blocked: { kind: 'blocked', text: 'Close other tabs', icon: 'alert', spoken: '' },
	lost: { kind: 'lost', text: 'Storage does not answer', icon: 'alert', spoken: '' },
	full: {
		kind: 'full',
		text: 'No room on this device',
		icon: 'alert',
		spoken: 'This device is out of room. Nothing new can be saved.',
	},
}

/** What waits for the voter to do something; null where nothing does. */
const taskView = ({ paused, updateNeeded, waiting, refused }: SyncFacts): SyncView | null => {
	if (paused) {
		const spoken = 'Sign in again to send your answers.'
		return { kind: 'sign-in', text: `Sign in to send ${waiting}`, icon: 'alert', spoken }
	}
	if (updateNeeded) {
		const spoken = 'A newer version of Evenhand is needed to send your answers.'
		return { kind: 'update', text: 'Update needed', icon: 'alert', spoken }
	}
	if (refused > 0) {
		const spoken = 'Something could not be sent.'
		return { kind: 'refused', text: `${refused} could not be sent`, icon: 'alert', spoken }
	}
	return null
}

/** What passes by itself. */
const passingView = ({ online, waiting, late, sending }: SyncFacts): SyncView => {
	if (!online) {
		const text = waiting > 0 ? `Offline, ${waiting} not sent yet` : 'Offline'
		const spoken = 'No connection. Answers are saved on this device.'
		return { kind: 'offline', text, icon: 'offline', spoken }
	}
	if (waiting === 0) {
		return { kind: 'sent', text: 'Everything is sent', icon: 'check', spoken: ALL_SENT }
	}
	// On its way as usual: the sign stays calm, so that it does not flicker with each answer.
	if (!late) return { kind: 'sending', text: `Sending ${waiting}`, icon: 'check', spoken: '' }
	return sending
		? { kind: 'sending', text: `Sending ${waiting}`, icon: 'upload', spoken: UNSENT }
		: { kind: 'waiting', text: `${waiting} not sent yet`, icon: 'upload', spoken: UNSENT }
}

/**
 * What the bar shows. First what keeps answers from being stored, then what waits for the voter (signing in, updating,
 * looking at a refusal), then what passes by itself.
 */
export const syncView = (facts: SyncFacts): SyncView =>
	facts.store === 'ok' ? (taskView(facts) ?? passingView(facts)) : STORE_VIEWS[facts.store]
