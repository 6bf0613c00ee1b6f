import { Workbox } from 'workbox-window'

/** What a page knows of newer versions of the app. */
export interface UpdateState {
	/** A worker was in charge of the page: the next one to take over is an update, not the first claim of a first visit. */
	readonly controlled: boolean
	/** What became of the version that waits to take over. */
	readonly next: 'none' | 'offered' | 'put-off' | 'accepted'
	/** A question is on screen. Until it is left nothing is offered and nothing reloads. */
	readonly question: boolean
	/** Another version has taken over, so that this page is of the old one. */
	readonly outdated: boolean
	/** The page is on its way out: nothing more is done with it. */
	readonly reloading: boolean
}

export type UpdateEvent =
	/** A new version is installed and waits. */
	| { readonly type: 'waiting' }
	/** The server takes nothing from this version any more. */
	| { readonly type: 'needed' }
	/** A question came on screen, or was left. */
	| { readonly type: 'question'; readonly shown: boolean }
	/** The voter wants the new version now. */
	| { readonly type: 'accept' }
	/** The voter wants it some other time. */
	| { readonly type: 'later' }
	/** Another worker is in charge of the page, by whichever tab's wish. */
	| { readonly type: 'taken-over' }

/** What is to be done: let the waiting version take over, or load the page again. */
export type UpdateEffect = 'activate' | 'reload' | null

/** @param controlled whether a worker is in charge of the page already. */
export const startState = (controlled: boolean): UpdateState => ({
	controlled,
	next: 'none',
	question: false,
	outdated: false,
	reloading: false,
})

/** Whether the voter is asked. */
export const isOffered = ({ next, question, reloading }: UpdateState): boolean =>
	(next === 'offered' || next === 'accepted') && !question && !reloading

/** An outdated page reloads, once, as soon as no question stands on it. */
const reloadIfDue = (state: UpdateState): [UpdateState, UpdateEffect] =>
	state.outdated && !state.question && !state.reloading
		? [{ ...state, reloading: true }, 'reload']
		: [state, null]

/** The next state after an event, and what is to be done. */
export const step = (state: UpdateState, event: UpdateEvent): [UpdateState, UpdateEffect] => {
	switch (event.type) {
		case 'waiting':
			// A yes to one version is a yes to a still newer one; a no is not.
			return state.next === 'accepted' ? [state, 'activate'] : [{ ...state, next: 'offered' }, null]
		case 'needed':
			return [state.next === 'put-off' ? { ...state, next: 'offered' } : state, null]
		case 'accept':
			return isOffered(state) && state.next === 'offered'
				? [{ ...state, next: 'accepted' }, 'activate']
				: [state, null]
		case 'later':
			return [state.next === 'offered' ? { ...state, next: 'put-off' } : state, null]
		case 'question':
			return reloadIfDue({ ...state, question: event.shown })
		case 'taken-over':
			// In a first visit the worker claims a page that is of its own version.
			if (!state.controlled && state.next !== 'accepted') {
				return [{ ...state, controlled: true }, null]
			}
			return reloadIfDue({ ...state, controlled: true, outdated: true, next: 'none' })
	}
}

/** How often a page that stays open looks for a new version, and one that is come back to at most, in ms. */
const EVERY_MS = 60 * 60_000
const ON_RETURN_MS = 10 * 60_000

/** The part of a worker's registration that is used. */
export type Registration = Pick<
	ServiceWorkerRegistration,
	'active' | 'waiting' | 'installing' | 'update' | 'addEventListener'
>

export interface UpdatesDeps {
	/** The workers of the platform; undefined where it has none. */
	readonly workers: Pick<ServiceWorkerContainer, 'controller' | 'addEventListener'> | undefined
	readonly register: () => Promise<Registration>
	readonly reload: () => void
	/** ms, and only ever forwards. */
	readonly now: () => number
	/** Calls back every `ms`. */
	readonly every: (ms: number, run: () => void) => void
	/** Calls back when the page is come back to. */
	readonly onReturn: (run: () => void) => void
}

export interface Updates {
	/**
	 * Registers the worker and follows its versions.
	 * @param before the worker that was in charge when the page began.
	 */
	start(before: ServiceWorker | null): Promise<void>
	/** The server wants a newer version: looks for it, and offers one that was put off. */
	need(): void
	/** A question came on screen, or was left. */
	question(shown: boolean): void
	accept(): void
	later(): void
	/** The same object until something changes. */
	state(): UpdateState
	/** @returns what takes the listener back. */
	subscribe(listener: () => void): () => void
}

/** Calls back whenever a new version waits to take over. */
const followWaiting = (registration: Registration, found: () => void): void => {
	const check = (): void => {
		// Without an active one it is the first version, which has nothing to wait for.
		if (registration.waiting && registration.active) found()
	}
	const follow = (): void => registration.installing?.addEventListener('statechange', check)
	check()
	follow()
	registration.addEventListener('updatefound', follow)
}

/** Follows the versions of the app from a page. What to do when is the state machine's; this is its world. */
export const createUpdates = (deps: UpdatesDeps): Updates => {
	const listeners = new Set<() => void>()
	let state = startState(false)
	let registration: Registration | null = null
	let lookedAt = 0

	const act = (effect: UpdateEffect): void => {
		if (effect === 'reload') deps.reload()
		if (effect === 'activate') registration?.waiting?.postMessage({ type: 'SKIP_WAITING' })
	}

	const tell = (event: UpdateEvent): void => {
		const [next, effect] = step(state, event)
		const changed = next !== state
		state = next
		if (changed) for (const listener of listeners) listener()
		act(effect)
	}

	const look = (): void => {
		lookedAt = deps.now()
		// Without a connection, or with a server that restarts, the next look will tell.
		registration?.update().catch(() => undefined)
	}

	return {
		async start(before) {
			const { workers } = deps
			if (workers === undefined) return
			state = { ...state, controlled: (before ?? workers.controller) !== null }
			workers.addEventListener('controllerchange', () => tell({ type: 'taken-over' }))
			if (before !== null && workers.controller !== before) tell({ type: 'taken-over' })
			try {
				registration = await deps.register()
			} catch (error) {
				// Firefox without cookies allows no worker: the app works without one.
				if (error instanceof DOMException && error.name === 'SecurityError') return
				throw error
			}
			lookedAt = deps.now()
			followWaiting(registration, () => tell({ type: 'waiting' }))
			deps.every(EVERY_MS, look)
			deps.onReturn(() => {
				if (deps.now() - lookedAt >= ON_RETURN_MS) look()
			})
		},
		need() {
			tell({ type: 'needed' })
			look()
		},
		question: (shown) => {
			if (shown !== state.question) tell({ type: 'question', shown })
		},
		accept: () => tell({ type: 'accept' }),
		later: () => tell({ type: 'later' }),
		state: () => state,
		subscribe(listener) {
			listeners.add(listener)
			return () => listeners.delete(listener)
		},
	}
}

const ADDRESS = '/sw.js'

/** The part of the browser's Trusted Types that is used, in no library of types yet. Some browsers have none of it. */
interface Trusting {
	readonly trustedTypes?: {
		createPolicy(
			name: string,
			rules: { createScriptURL(text: string): string },
		): { createScriptURL(text: string): unknown }
	}
}

/**
 * The address of the worker's script. The pages' policy takes no text for one (Trusted Types), and has this single way
 * to vouch for it: a policy that answers with the one address whatever it is asked. It can be made once.
 */
const workerAddress = (): string => {
	const { trustedTypes } = globalThis as Trusting
	const policy = trustedTypes?.createPolicy('worker', { createScriptURL: () => ADDRESS })
	// To the library of types it is a text; Workbox hands it on as it is.
	return (policy?.createScriptURL(ADDRESS) ?? ADDRESS) as string
}

/** Registers the worker. Its script is asked for each time, whatever a cache on the way holds. */
const register = async (): Promise<Registration> => {
	const workbox = new Workbox(workerAddress(), { updateViaCache: 'none' })
	const registration = await workbox.register({ immediate: true })
	if (registration === undefined) throw new Error('This browser has no service worker')
	return registration
}

/** The updates of this page. */
export const updates = createUpdates({
	workers: navigator.serviceWorker,
	register,
	reload: () => location.reload(),
	now: () => performance.now(),
	every: (ms, run) => setInterval(run, ms),
	onReturn: (run) =>
		document.addEventListener('visibilitychange', () => {
			if (document.visibilityState === 'visible') run()
		}),
})
