import { useCallback, useEffect, useRef, useState } from 'react'
import { storageTrouble } from '#device/resilient-db.ts'
import type { Result } from '#domain/types.ts'
import { type Failure, isOffline } from '#http/failure.ts'
import { session } from '#web/app/session.ts'
import { queriesEnabled, store } from '#web/app/store.ts'

export interface Refresh {
	readonly refreshing: boolean
	/** Null while the server is being asked and after a success. */
	readonly failure: Failure | null
	readonly retry: () => void
}

interface Asked {
	readonly name: string
	readonly failure: Failure | null
}

const NO_CONNECTION: Failure = { kind: 'offline' }
/** The device could not store the reply. A retry may help, and the stored data is still valid. */
const NOT_KEPT: Failure = { kind: 'bad-response', status: 200 }

/** True if the voter of a read has signed out. Visitors cannot. */
const isAway = (whose: 'voter' | 'visitor'): boolean =>
	whose === 'voter' && session.token() === null

/** Turns a local error into a failure, to keep the page. Storage errors are shown once for the whole app. */
const failureOf = (fault: unknown): Failure => {
	if (storageTrouble(fault) === null) reportError(fault)
	return NOT_KEPT
}

const useWhenOnline = (waiting: boolean, act: () => void): void => {
	useEffect(() => {
		if (!waiting) return
		addEventListener('online', act)
		return () => removeEventListener('online', act)
	}, [waiting, act])
}

/**
 * Asks the server on opening, when `name` changes, on {@link Refresh.retry}, and when a missing connection returns.
 * @param refresh reads and stores. Null asks nothing. @param whose `voter` asks nothing while signed out.
 */
export const useRefresh = (
	name: string,
	refresh: (() => Promise<Result<null, Failure>>) | null,
	whose: 'voter' | 'visitor' = 'voter',
): Refresh => {
	const [round, setRound] = useState(0)
	const [asked, setAsked] = useState<Asked | null>(null)
	const latest = useRef(refresh)
	useEffect(() => {
		latest.current = refresh
	})
	const asks = refresh !== null
	const current = `${session.userKey()}/${name}#${round}`

	useEffect(() => {
		const run = latest.current
		if (!asks || run === null) return
		// A read would recreate the database of a voter who signs out of a shared device.
		if (isAway(whose) || !queriesEnabled()) return
		let gone = false
		const settle = (failure: Failure | null): void => {
			if (!gone) setAsked({ name: current, failure })
		}
		store.guard.run(run).then(
			(result) => settle(result.ok ? null : result.error),
			// After a sign-out the failure is expected: the database is gone.
			(fault) => settle(isAway(whose) || !queriesEnabled() ? null : failureOf(fault)),
		)
		return () => {
			gone = true
		}
	}, [asks, current, whose])

	const here = asked?.name === current ? asked : null
	const waiting = asks && here === null
	// Show it at once, because a later note would shift content that is being read.
	const presumed = waiting && !navigator.onLine ? NO_CONNECTION : null
	const failure = here?.failure ?? presumed
	const retry = useCallback(() => setRound((before) => before + 1), [])
	useWhenOnline(isOffline(failure), retry)
	return { refreshing: waiting && presumed === null, failure, retry }
}
