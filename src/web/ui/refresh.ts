import { useCallback, useEffect, useRef, useState } from 'react'
import { storageTrouble } from '#device/resilient-db.ts'
import type { Result } from '#domain/types.ts'
import { type Failure, isOffline } from '#http/failure.ts'
import { session } from '#web/app/session.ts'
import { queriesEnabled, store } from '#web/app/store.ts'

export interface Refresh {
	readonly refreshing: boolean
	/** Why nothing new is here; null while the server is being asked and after a success. */
	readonly failure: Failure | null
	readonly retry: () => void
}

interface Asked {
	readonly name: string
	readonly failure: Failure | null
}

const NO_CONNECTION: Failure = { kind: 'offline' }
/** The server may have answered, but the device did not keep it: asking again may help, and what is here already stands. */
const NOT_KEPT: Failure = { kind: 'bad-response', status: 200 }

/** Whether whoever a read is for has signed out. A visitor cannot. */
const isAway = (whose: 'voter' | 'visitor'): boolean =>
	whose === 'voter' && session.token() === null

/** What becomes of a fault of the device's: no page is taken from the voter for it. Trouble of the store is said for every page at once. */
const failureOf = (fault: unknown): Failure => {
	if (storageTrouble(fault) === null) reportError(fault)
	return NOT_KEPT
}

/** Runs `act` when a connection comes back that is waited for. */
const useWhenOnline = (waiting: boolean, act: () => void): void => {
	useEffect(() => {
		if (!waiting) return
		addEventListener('online', act)
		return () => removeEventListener('online', act)
	}, [waiting, act])
}

/**
 * Asks the server when the screen opens and whenever `name` changes, again on {@link Refresh.retry}, and when a
 * connection comes back that was missing.
 * @param refresh reads and stores; null asks nothing.
 * @param whose "voter": nothing is asked while nobody is signed in.
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
		// Reading would bring back the database of a voter who signs out of a shared device.
		if (isAway(whose) || !queriesEnabled()) return
		let gone = false
		const settle = (failure: Failure | null): void => {
			if (!gone) setAsked({ name: current, failure })
		}
		store.guard.run(run).then(
			(result) => settle(result.ok ? null : result.error),
			// Whoever signed out in between has no use for the answer, and lost the database with it.
			(fault) => settle(isAway(whose) || !queriesEnabled() ? null : failureOf(fault)),
		)
		return () => {
			gone = true
		}
	}, [asks, current, whose])

	const here = asked?.name === current ? asked : null
	const waiting = asks && here === null
	// Known before the server was asked: a note that came a moment later would push what is read already.
	const presumed = waiting && !navigator.onLine ? NO_CONNECTION : null
	const failure = here?.failure ?? presumed
	const retry = useCallback(() => setRound((before) => before + 1), [])
	useWhenOnline(isOffline(failure), retry)
	return { refreshing: waiting && presumed === null, failure, retry }
}
