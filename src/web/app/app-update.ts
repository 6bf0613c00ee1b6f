import { Workbox } from 'workbox-window'
import { createSignal } from '#device/signal.ts'

export interface UpdateState {
	/** A worker controls the page, so the next takeover is an update, not the first claim of a first visit. */
	readonly controlled: boolean
	readonly next: 'none' | 'offered' | 'put-off' | 'accepted'
	/** A question is on screen. Nothing is offered or reloaded until it is left. */
	readonly question: boolean
	readonly outdated: boolean
	readonly reloading: boolean
}

export type UpdateEvent =
	| { readonly type: 'waiting' }
	/** The server rejects this version. */
	| { readonly type: 'needed' }
	| { readonly type: 'question'; readonly shown: boolean }
	| { readonly type: 'accept' }
	| { readonly type: 'later' }
	/** Another worker controls the page, at the request of any tab. */
	| { readonly type: 'taken-over' }

export type UpdateEffect = 'activate' | 'reload' | null

export const startState = (controlled: boolean): UpdateState => ({
	controlled,
	next: 'none',
	question: false,
	outdated: false,
	reloading: false,
})

export const isOffered = ({ next, question, reloading }: UpdateState): boolean =>
	(next === 'offered' || next === 'accepted') && !question && !reloading

/** Reloads an outdated page once, as soon as no question is on it. */
const reloadIfDue = (state: UpdateState): [UpdateState, UpdateEffect] =>
	state.outdated && !state.question && !state.reloading
		? [{ ...state, reloading: true }, 'reload']
		: [state, null]

export const step = (state: UpdateState, event: UpdateEvent): [UpdateState, UpdateEffect] => {
	switch (event.type) {
		case 'waiting':
			// Consent to one version covers a newer one; a refusal does not.
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
			// On a first visit the worker claims a page of the same version.
			if (!state.controlled && state.next !== 'accepted') {
				return [{ ...state, controlled: true }, null]
			}
			return reloadIfDue({ ...state, controlled: true, outdated: true, next: 'none' })
	}
}

/** Interval of update checks in an open page, and minimum interval of checks on return to it, in ms. */
const EVERY_MS = 60 * 60_000
const ON_RETURN_MS = 10 * 60_000

export type Registration = Pick<
	ServiceWorkerRegistration,
	'active' | 'waiting' | 'installing' | 'update' | 'addEventListener'
>

export interface UpdatesDeps {
	/** Undefined if the browser has no service workers. */
	readonly workers: Pick<ServiceWorkerContainer, 'controller' | 'addEventListener'> | undefined
	readonly register: () => Promise<Registration>
	readonly reload: () => void
	/** Monotonic, in ms. */
	readonly now: () => number
	readonly every: (ms: number, run: () => void) => void
	readonly onReturn: (run: () => void) => void
}

export interface Updates {
	/** Registers the worker and follows its versions. @param before worker that controlled the page at load. */
	start(before: ServiceWorker | null): Promise<void>
	/** The server requires a newer version: looks for one, and offers a postponed one again. */
	need(): void
	question(shown: boolean): void
	accept(): void
	later(): void
	/** Returns the same object until something changes. */
	state(): UpdateState
	subscribe(listener: () => void): () => void
}

const followWaiting = (registration: Registration, found: () => void): void => {
	const check = (): void => {
		// Without an active worker this is the first version, which waits for none.
		if (registration.waiting && registration.active) found()
	}
	const follow = (): void => registration.installing?.addEventListener('statechange', check)
	check()
	follow()
	registration.addEventListener('updatefound', follow)
}

/** Follows app versions from a page: feeds events to {@link step} and runs its effects. */
export const createUpdates = (deps: UpdatesDeps): Updates => {
	const signal = createSignal(startState(false))
	let registration: Registration | null = null
	let lookedAt = 0

	const act = (effect: UpdateEffect): void => {
		if (effect === 'reload') deps.reload()
		if (effect === 'activate') registration?.waiting?.postMessage({ type: 'SKIP_WAITING' })
	}

	const tell = (event: UpdateEvent): void => {
		const [next, effect] = step(signal.get(), event)
		if (next !== signal.get()) signal.set(next)
		act(effect)
	}

	const look = (): void => {
		lookedAt = deps.now()
		// Offline, or the server is restarting: the next check retries.
		registration?.update().catch(() => undefined)
	}

	return {
		async start(before) {
			const { workers } = deps
			if (workers === undefined) return
			signal.set({ ...signal.get(), controlled: (before ?? workers.controller) !== null })
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
			if (shown !== signal.get().question) tell({ type: 'question', shown })
		},
		accept: () => tell({ type: 'accept' }),
		later: () => tell({ type: 'later' }),
		state: signal.get,
		subscribe: signal.subscribe,
	}
}

const ADDRESS = '/sw.js'

/** Subset of Trusted Types, which type libraries and some browsers lack. */
interface Trusting {
	readonly trustedTypes?: {
		createPolicy(
			name: string,
			rules: { createScriptURL(text: string): string },
		): { createScriptURL(text: string): unknown }
	}
}

/**
 * Returns the URL of the worker's script. The pages' security policy requires Trusted Types and allows this one policy,
 * which always returns the same URL. It can be created only once.
 */
const workerAddress = (): string => {
	const { trustedTypes } = globalThis as Trusting
	const policy = trustedTypes?.createPolicy('worker', { createScriptURL: () => ADDRESS })
	// Typed as a string; Workbox passes it on unchanged.
	return (policy?.createScriptURL(ADDRESS) ?? ADDRESS) as string
}

const register = async (): Promise<Registration> => {
	const workbox = new Workbox(workerAddress(), { updateViaCache: 'none' })
	const registration = await workbox.register({ immediate: true })
	if (registration === undefined) throw new Error('This browser has no service worker')
	return registration
}

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
