import { useEffect, useState, useSyncExternalStore } from 'react'
import { local } from '#web/app/local.ts'
import { keeping } from '#web/app/storage.ts'
import { useLive } from '#web/ui/use-live.ts'
import { useOnline } from '#web/ui/use-online.ts'
import type { SyncFacts } from './sync-view.ts'

/** Sending takes a moment; only what stays unsent for longer than this, in ms, is worth a word. */
const PATIENCE_MS = 2500
/** A call that fails at once is over before anybody could read that it was made. */
const SENDING_MS = 500

/** True once `on` has been true for `ms` without a break. */
const useLasting = (on: boolean, ms: number): boolean => {
	const [lasting, setLasting] = useState(false)
	useEffect(() => {
		if (!on) return setLasting(false)
		const timer = setTimeout(() => setLasting(true), ms)
		return () => clearTimeout(timer)
	}, [on, ms])
	return on && lasting
}

/** Follows everything that the bar's sign depends on. */
export const useSyncFacts = (): SyncFacts => {
	const counts = useLive(() => local.outbox.counts(), ['unsent']).data
	const { waiting, refused } = counts ?? { waiting: 0, refused: 0 }
	const engine = useSyncExternalStore(local.engine.subscribe, local.engine.state)
	return {
		...engine,
		sending: useLasting(engine.sending, SENDING_MS),
		online: useOnline(),
		store: useSyncExternalStore(local.guard.subscribe, local.guard.state),
		keeps: useSyncExternalStore(keeping.subscribe, keeping.keeps),
		waiting,
		refused,
		late: useLasting(waiting > 0, PATIENCE_MS),
	}
}
