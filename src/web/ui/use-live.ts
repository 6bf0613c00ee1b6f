import { useLiveQuery } from 'dexie-react-hooks'
import { isReading } from '#web/app/reading.ts'
import { session } from '#web/app/session.ts'

/** What a live query knows: nothing yet, or what is stored (which may be that there is nothing). */
export type Live<Data> =
	| { readonly status: 'loading'; readonly data: undefined }
	| { readonly status: 'ready'; readonly data: Data }

const LOADING = { status: 'loading', data: undefined } as const

/** The parts of a live query's key; a change of any of them is another question. */
export type LiveKey = readonly (string | number | boolean | null | undefined)[]

/**
 * Follows what is stored on the device. Data of another key is never shown, not even for a moment: until the new
 * answer is there the state is "loading".
 */
export const useLive = <Data>(query: () => Promise<Data>, key: LiveKey): Live<Data> => {
	const name = JSON.stringify([session.userKey(), ...key])
	const result = useLiveQuery(
		// Signing out empties what the query reads a moment before the screen has gone.
		async () => (session.token() === null || !isReading() ? null : { name, data: await query() }),
		[name],
	)
	return result?.name === name ? { status: 'ready', data: result.data } : LOADING
}
