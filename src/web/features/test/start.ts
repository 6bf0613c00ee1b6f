import { useCallback, useEffect, useState } from 'react'
import { type Failure, RETRY_AFTER_MAX_MS } from '#http/failure.ts'
import { tests } from '#web/app/knowledge-test.ts'

/**
 * Why there is no test to take. `failed`: `retryAfterMs` is how long the server wants to be left alone, null where it did
 * not say. `none`: there is no test now, in the server's words where it has any.
 */
export type StartFailure =
	| { readonly status: 'offline' }
	| { readonly status: 'failed'; readonly retryAfterMs: number | null }
	| { readonly status: 'none'; readonly message: string }

/** What became of a start. */
export type StartState =
	| StartFailure
	| { readonly status: 'loading' }
	| { readonly status: 'open'; readonly id: string }

/** A start that failed, and nobody knows when another one may succeed. */
const FAILED: StartFailure = { status: 'failed', retryAfterMs: null }

/** What a failure of a start means. */
export const toStartFailure = (failure: Failure): StartFailure => {
	if (failure.kind === 'offline' || failure.kind === 'timeout') return { status: 'offline' }
	if (failure.kind === 'bad-response') return FAILED
	const { status, message, retryAfterMs } = failure
	if (status === 404 || (status === 409 && retryAfterMs === null)) {
		return { status: 'none', message }
	}
	const wait = retryAfterMs === null ? null : Math.min(retryAfterMs, RETRY_AFTER_MAX_MS)
	return { status: 'failed', retryAfterMs: wait }
}
const RELOADED = 'evenhand.testReloaded'

/**
 * Notes in the tab's storage that the page is loaded again because no test could begin.
 * @param open the storage, which may be refused. @returns false where that was done before and no test has begun since,
 * or where nobody would remember it: a server that is asked for too much must not be asked for ever.
 */
export const noteReload = (open: () => Storage): boolean => {
	try {
		const storage = open()
		if (storage.getItem(RELOADED) !== null) return false
		storage.setItem(RELOADED, 'yes')
		return true
	} catch {
		return false
	}
}

/** A start has succeeded: the next one that fails may load the page again. @param open the storage, which may be refused. */
export const forgetReload = (open: () => Storage): void => {
	try {
		open().removeItem(RELOADED)
	} catch {
		// Then nothing was noted there either.
	}
}
const begin = async (): Promise<StartState> => {
	try {
		const begun = await tests.begin()
		if (!begun.ok) return toStartFailure(begun.error)
		if (begun.value === null) return { status: 'none', message: '' }
		forgetReload(() => sessionStorage)
		return { status: 'open', id: begun.value }
	} catch (fault) {
		reportError(fault)
		return FAILED
	}
}

/** Begins a test, or goes on with the one that is open. */
export const useBegin = (): { readonly begun: StartState; readonly again: () => void } => {
	const [begun, setBegun] = useState<StartState>({ status: 'loading' })
	const [round, setRound] = useState(0)
	const again = useCallback(() => {
		// Looks without an answer leave the word on it in place, and the focus on its button.
		setBegun((before) => (before.status === 'offline' ? before : { status: 'loading' }))
		setRound((before) => before + 1)
	}, [])
	// biome-ignore lint/correctness/useExhaustiveDependencies: another round is another try.
	useEffect(() => {
		let gone = false
		void begin().then((next) => gone || setBegun(next))
		return () => {
			gone = true
		}
	}, [round])
	return { begun, again }
}
