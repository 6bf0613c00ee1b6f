import {
	startState,
	step,
	type UpdateEffect,
	type UpdateEvent,
	type UpdateState,
} from './app/update-machine.ts'

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
