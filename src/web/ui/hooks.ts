import {
	useCallback,
	useEffect,
	useLayoutEffect,
	useRef,
	useState,
	useSyncExternalStore,
} from 'react'
import { passingStorage } from '#web/app/storage.ts'

/**
 * A function that stays the same from one drawing to the next and does what the latest one says: a part that is given it
 * is not drawn anew for its sake. For what people do, not for what is drawn.
 */
export const useEvent = <Args extends unknown[], Value>(
	act: (...args: Args) => Value,
): ((...args: Args) => Value) => {
	const latest = useRef(act)
	// Before the screen is painted: what is done then must be meant for what is shown.
	useLayoutEffect(() => {
		latest.current = act
	})
	return useCallback((...args: Args) => latest.current(...args), [])
}

export interface OneAtATime {
	readonly busy: boolean
	/** Does something, unless something is under way. */
	run(act: () => Promise<void>): void
}

/** What a press does over the network: a second press before it is over does nothing. */
export const useOneAtATime = (): OneAtATime => {
	const [busy, setBusy] = useState(false)
	// Two presses may come before anything is drawn again.
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

/** Something typed or chosen and not sent yet. A reload of the tab keeps it. */
export interface Draft {
	/** Empty where there is none. */
	read(): string
	/** Keeps a text; an empty one drops the draft. */
	keep(text: string): void
}

/** @param name tells the drafts of the app apart. */
export const draftOf = (name: string): Draft => {
	const key = `evenhand.draft.${name}`
	return {
		read: () => passingStorage.getItem(key) ?? '',
		keep(text) {
			try {
				if (text === '') passingStorage.removeItem(key)
				else passingStorage.setItem(key, text)
			} catch (full) {
				// The draft stays on the screen; only a reload would lose it.
				reportError(full)
			}
		},
	}
}

/** State of a component that is also a draft. */
export const useDraft = (name: string): readonly [string, (text: string) => void] => {
	const [draft] = useState(() => draftOf(name))
	const [text, setText] = useState(draft.read)
	const change = (next: string): void => {
		draft.keep(next)
		setText(next)
	}
	return [text, change]
}

const subscribe = (listener: () => void): (() => void) => {
	addEventListener('online', listener)
	addEventListener('offline', listener)
	return () => {
		removeEventListener('online', listener)
		removeEventListener('offline', listener)
	}
}

/** What the browser believes of its connection. "Online" may still be a network that leads nowhere. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine)

/** Returns a value once it has not changed for `ms`. */
export const useDebounced = <Value>(value: Value, ms: number): Value => {
	const [settled, setSettled] = useState(value)
	useEffect(() => {
		const timer = setTimeout(() => setSettled(value), ms)
		return () => clearTimeout(timer)
	}, [value, ms])
	return settled
}
