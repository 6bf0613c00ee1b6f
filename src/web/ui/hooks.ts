import {
	startTransition,
	useCallback,
	useEffect,
	useLayoutEffect,
	useRef,
	useState,
	useSyncExternalStore,
} from 'react'

export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Longest wait for a frame in ms. A hidden page paints none. */
const FRAME_PATIENCE_MS = 100

/** Resolves after the next frame is painted, for work that can wait. A page that is or gets hidden waits for none. */
export const painted = (): Promise<void> =>
	new Promise((resolve) => {
		if (document.hidden) return resolve()
		const done = (): void => {
			clearTimeout(timer)
			document.removeEventListener('visibilitychange', done)
			resolve()
		}
		const timer = setTimeout(done, FRAME_PATIENCE_MS)
		document.addEventListener('visibilitychange', done)
		// A frame's callbacks run before it is painted, and timeouts after it.
		requestAnimationFrame(() => setTimeout(done))
	})

/** Returns a value once the frame is painted in which it changed. @param first the value until then. */
export const useAfterPaint = <Value>(value: Value, first: Value = value): Value => {
	const [shown, setShown] = useState<Value>(() => first)
	useEffect(() => {
		let gone = false
		painted()
			.then(() => gone || startTransition(() => setShown(() => value)))
			.catch(reportError)
		return () => {
			gone = true
		}
	}, [value])
	return shown
}

/** Returns a stable function that calls the latest `act`, to avoid rerenders. For event handlers only. */
export const useEvent = <Args extends unknown[], Value>(
	act: (...args: Args) => Value,
): ((...args: Args) => Value) => {
	const latest = useRef(act)
	// A layout effect, so that events match what is painted.
	useLayoutEffect(() => {
		latest.current = act
	})
	return useCallback((...args: Args) => latest.current(...args), [])
}

export interface OneAtATime {
	readonly busy: boolean
	/** Runs an action, unless one is running. */
	run(act: () => Promise<void>): void
}

/** Guards a network action against double presses. */
export const useOneAtATime = (): OneAtATime => {
	const [busy, setBusy] = useState(false)
	// A ref, because two presses may precede the next render.
	const under = useRef(false)
	return {
		busy,
		run(act) {
			if (under.current) return
			under.current = true
			setBusy(true)
			act()
				.finally(() => {
					under.current = false
					setBusy(false)
				})
				.catch(reportError)
		},
	}
}

const subscribe = (listener: () => void): (() => void) => {
	addEventListener('online', listener)
	addEventListener('offline', listener)
	return () => {
		removeEventListener('online', listener)
		removeEventListener('offline', listener)
	}
}

/** `navigator.onLine`. True does not guarantee a working network. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine)

/** True once `on` has been true for `ms`. Another `round` restarts the timer. */
export const useAfter = (on: boolean, ms: number, round = 0): boolean => {
	const [passed, setPassed] = useState<number | null>(null)
	useEffect(() => {
		if (!on) return setPassed(null)
		const timer = setTimeout(() => setPassed(round), ms)
		return () => clearTimeout(timer)
	}, [on, ms, round])
	return on && passed === round
}

/** Returns a value once it has not changed for `ms`. */
export const useDebounced = <Value>(value: Value, ms: number): Value => {
	const [settled, setSettled] = useState(value)
	useEffect(() => {
		const timer = setTimeout(() => setSettled(value), ms)
		return () => clearTimeout(timer)
	}, [value, ms])
	return settled
}
