import { useCallback, useEffect, useState } from 'react'
import type { Message } from '#contract/messages.ts'
import { type Failure, RETRY_AFTER_MAX_MS } from '#http/failure.ts'
import { tests } from '#web/app/knowledge-test.ts'

/**
 * Why no test can start. `failed`: `retryAfterMs` is the server's Retry-After, or null. `none`: no test is open;
 * `why` is the server's message, or null.
 */
export type StartFailure =
	| { readonly status: 'offline' }
	| { readonly status: 'failed'; readonly retryAfterMs: number | null }
	| { readonly status: 'none'; readonly why: Message | null }

export type StartState =
	| StartFailure
	| { readonly status: 'loading' }
	| { readonly status: 'open'; readonly id: string }

const FAILED: StartFailure = { status: 'failed', retryAfterMs: null }

export const toStartFailure = (failure: Failure): StartFailure => {
	if (failure.kind === 'offline' || failure.kind === 'timeout') return { status: 'offline' }
	if (failure.kind === 'bad-response') return FAILED
	const { status, retryAfterMs } = failure
	if (status === 404 || (status === 409 && retryAfterMs === null)) {
		return { status: 'none', why: failure }
	}
	const wait = retryAfterMs === null ? null : Math.min(retryAfterMs, RETRY_AFTER_MAX_MS)
	return { status: 'failed', retryAfterMs: wait }
}
const RELOADED = 'evenhand.testReloaded'

/**
 * Records in the tab's storage that the page reloads because no test could start. @param open may throw.
 * @returns false if already recorded since the last start, or if storing failed: the page would reload forever.
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

/**
 * Allows the next failed start to reload the page, after a successful one. @param open opens the storage; may throw.
 */
export const forgetReload = (open: () => Storage): void => {
	try {
		open().removeItem(RELOADED)
	} catch {
		// Then nothing was recorded either.
	}
}
const begin = async (): Promise<StartState> => {
	try {
		const begun = await tests.begin()
		if (!begun.ok) return toStartFailure(begun.error)
		if (begun.value === null) return { status: 'none', why: null }
		forgetReload(() => sessionStorage)
		return { status: 'open', id: begun.value }
	} catch (fault) {
		reportError(fault)
		return FAILED
	}
}

/** Starts a test or resumes the open one. */
export const useBegin = (): { readonly begun: StartState; readonly again: () => void } => {
	const [begun, setBegun] = useState<StartState>({ status: 'loading' })
	const [round, setRound] = useState(0)
	const again = useCallback(() => {
		// Keep the offline notice during background retries, so that its button keeps the focus.
		setBegun((before) => (before.status === 'offline' ? before : { status: 'loading' }))
		setRound((before) => before + 1)
	}, [])
	// biome-ignore lint/correctness/useExhaustiveDependencies: a new round is a retry.
	useEffect(() => {
		let gone = false
		void begin().then((next) => gone || setBegun(next))
		return () => {
			gone = true
		}
	}, [round])
	return { begun, again }
}
