import { useLiveQuery } from 'dexie-react-hooks'
import { useRef, useSyncExternalStore } from 'react'
import { SignedOut } from '#device/context.ts'
import { session } from '#web/app/session.ts'
import { onQueriesChange, queriesEnabled, store } from '#web/app/store.ts'

/** What a live query knows: nothing yet, or what is stored (which may be that there is nothing). */
export type Live<Data> =
	| { readonly status: 'loading'; readonly data: undefined }
	| { readonly status: 'ready'; readonly data: Data }

const LOADING = { status: 'loading', data: undefined } as const

/** The parts of a live query's key; a change of any of them is another question. */
export type LiveKey = readonly (string | number | boolean | null | undefined)[]

/** What has nothing but its own entries: no date, map or file, which have none to compare. */
const isPlain = (data: unknown): data is Record<string, unknown> =>
	typeof data === 'object' &&
	data !== null &&
	(Array.isArray(data) || Object.getPrototypeOf(data) === Object.prototype)

/** Whether the same was read as before: values, and records of the same values, such as counts. */
const isSame = (a: unknown, b: unknown): boolean =>
	Object.is(a, b) ||
	(isPlain(a) &&
		isPlain(b) &&
		Object.keys(a).length === Object.keys(b).length &&
		Object.entries(a).every(([name, value]) => Object.is(value, b[name])))

/** Mends a store that a read found broken. Throws any other error, unless the voter signed out meanwhile. */
const mendAfter = (error: unknown): void => {
	if (error instanceof SignedOut) return
	if (!store.guard.isLost(error)) throw error
	// Do not mend a database that is being deleted: that would recreate it.
	if (queriesEnabled()) store.guard.mend()
}

/**
 * Follows what is stored on the device. Data of another key is never shown, not even for a moment: until the new
 * answer is there the state is "loading".
 * @param whose "voter": nothing is read while nobody is signed in. What a visitor did is this device's, whoever signs in.
 */
export const useLive = <Data>(
	query: () => Promise<Data>,
	key: LiveKey,
	whose: 'voter' | 'visitor' = 'voter',
): Live<Data> => {
	const name = JSON.stringify([session.userKey(), ...key])
	// What could not be read is read again once the store answers, or when it may be read again.
	const mended = useSyncExternalStore(store.guard.subscribe, store.guard.mended)
	const reading = useSyncExternalStore(onQueriesChange, queriesEnabled)
	// Data that say the same are the same: nothing is drawn anew for them.
	const last = useRef<{ readonly name: string; readonly data: Data } | null>(null)
	const result = useLiveQuery(async () => {
		// Signing out empties what the query reads a moment before the screen has gone.
		if ((whose === 'voter' && session.token() === null) || !queriesEnabled()) return null
		try {
			const read = { name, data: await query() }
			const before = last.current
			if (before?.name === name && isSame(before.data, read.data)) return before
			last.current = read
			return read
		} catch (error) {
			mendAfter(error)
			return null
		}
	}, [name, mended, reading])
	return result?.name === name ? { status: 'ready', data: result.data } : LOADING
}
