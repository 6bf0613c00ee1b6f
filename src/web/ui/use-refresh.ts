import { useCallback, useEffect, useRef, useState } from 'react'
import type { Result } from '#domain/types.ts'
import type { Failure } from '#http/failure.ts'
import { troubleOf } from '#local/store-guard.ts'
import { isReading } from '#web/app/reading.ts'
import { session } from '#web/app/session.ts'
import { store } from '#web/app/store.ts'

export interface Refresh {
	readonly refreshing: boolean
	/** Why the server could not be read; null while it is being asked and after a success. */
	readonly failure: Failure | null
	readonly retry: () => void
}

interface Asked {
	readonly name: string
	readonly failure: Failure | null
	readonly fault: unknown
}

/** Whether no answer came at all: a screen says then what needs a connection, and asks again when there is one. */
export const isOffline = (failure: Failure | null): boolean =>
	failure?.kind === 'offline' || failure?.kind === 'timeout'

const NO_CONNECTION: Failure = { kind: 'offline' }

/** Whether whoever a read is for has signed out. A visitor cannot. */
const isAway = (whose: 'voter' | 'visitor'): boolean =>
	whose === 'voter' && session.token() === null

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
		if (isAway(whose) || !isReading()) return
		let gone = false
		const settle = (result: Pick<Asked, 'failure' | 'fault'>): void => {
			if (!gone) setAsked({ name: current, ...result })
		}
		store.guard.run(run).then(
			(result) => settle({ failure: result.ok ? null : result.error, fault: null }),
			// Whoever signed out in between has no use for the answer; and trouble of the store is said for every page at once.
			(fault) => {
				const known = isAway(whose) || troubleOf(fault) !== null
				settle({ failure: null, fault: known ? null : fault })
			},
		)
		return () => {
			gone = true
		}
	}, [asks, current, whose])

	const here = asked?.name === current ? asked : null
	// A fault of ours is for the error boundary: it is no answer of the network.
	if (here?.fault) throw here.fault
	const waiting = asks && here === null
	// Known before the server was asked: a note that came a moment later would push what is read already.
	const presumed = waiting && !navigator.onLine ? NO_CONNECTION : null
	const failure = here?.failure ?? presumed
	const retry = useCallback(() => setRound((before) => before + 1), [])
	useWhenOnline(isOffline(failure), retry)
	return { refreshing: waiting && presumed === null, failure, retry }
}
