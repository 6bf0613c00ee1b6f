import { useLiveQuery } from 'dexie-react-hooks'
import { useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { SignedOut } from '#device/context.ts'
import { noteRead } from '#web/app/first-render.ts'
import { session } from '#web/app/session.ts'
import { onQueriesChange, queriesEnabled, store } from '#web/app/store.ts'

export type Live<Data> =
	| { readonly status: 'loading'; readonly data: undefined }
	| { readonly status: 'ready'; readonly data: Data }

const LOADING = { status: 'loading', data: undefined } as const

export type LiveKey = readonly (string | number | boolean | null | undefined)[]

/** True for plain objects and arrays. Dates, maps and files have no entries to compare. */
const isPlain = (data: unknown): data is Record<string, unknown> =>
	typeof data === 'object' &&
	data !== null &&
	(Array.isArray(data) || Object.getPrototypeOf(data) === Object.prototype)

/** Shallow equality, e.g. of counts. */
const isSame = (a: unknown, b: unknown): boolean =>
	Object.is(a, b) ||
	(isPlain(a) &&
		isPlain(b) &&
		Object.keys(a).length === Object.keys(b).length &&
		Object.entries(a).every(([name, value]) => Object.is(value, b[name])))

/** Repairs a database that a read found broken. Throws any other error, unless the voter signed out meanwhile. */
const mendAfter = (error: unknown): void => {
	if (error instanceof SignedOut) return
	if (!store.guard.isLost(error)) throw error
	// Do not repair a database that is being deleted: that would recreate it.
	if (queriesEnabled()) store.guard.mend()
}

/**
 * Follows stored data. Never shows data of another key: the status is `loading` until the new data arrives.
 * @param whose `voter` reads nothing while signed out. A visitor's data belongs to the device.
 */
export const useLive = <Data>(
	query: () => Promise<Data>,
	key: LiveKey,
	whose: 'voter' | 'visitor' = 'voter',
): Live<Data> => {
	const name = JSON.stringify([session.userKey(), ...key])
	// Read again after a repair, or when reading is allowed again.
	const mended = useSyncExternalStore(store.guard.subscribe, store.guard.mended)
	const reading = useSyncExternalStore(onQueriesChange, queriesEnabled)
	// Return the previous object for equal data, to avoid a rerender.
	const last = useRef<{ readonly name: string; readonly data: Data } | null>(null)
	const result = useLiveQuery(async () => {
		// A sign-out empties the tables before the screen is gone.
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
	const isRead = result?.name === name
	useLayoutEffect(() => (isRead ? undefined : noteRead()), [isRead])
	return isRead ? { status: 'ready', data: result.data } : LOADING
}
