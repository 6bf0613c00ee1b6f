import { useCallback, useEffect, useRef, useState } from 'react'
import type { Result } from '#domain/types.ts'
import type { Failure } from '#http/failure.ts'
import { isOffline } from '../faults.ts'

export interface Read<Value> {
	/** Null until it has come. */
	readonly value: Value | null
	readonly failure: Failure | null
	readonly loading: boolean
	reload(): void
}

interface Answer<Value> {
	readonly asked: string
	readonly result: Result<Value, Failure>
}

/**
 * Something of the server's: read when it is shown, whenever `key` changes, on `reload`, and when a connection comes back
 * that was missing. A late answer to an older question is dropped; while it is read again the last one stays.
 */
export const useRead = <Value>(
	key: string,
	read: (signal: AbortSignal) => Promise<Result<Value, Failure>>,
): Read<Value> => {
	const [round, setRound] = useState(0)
	const [answer, setAnswer] = useState<Answer<Value> | null>(null)
	const [last, setLast] = useState<{ readonly key: string; readonly value: Value } | null>(null)
	const asked = `${key}#${round}`
	const latest = useRef(read)
	useEffect(() => {
		latest.current = read
	})
	useEffect(() => {
		const asking = new AbortController()
		latest
			.current(asking.signal)
			.then((result) => {
				if (asking.signal.aborted) return
				setAnswer({ asked, result })
				if (result.ok) setLast({ key, value: result.value })
			})
			.catch(reportError)
		return () => asking.abort()
	}, [asked, key])
	const reload = useCallback(() => setRound((before) => before + 1), [])
	const result = answer?.asked === asked ? answer.result : null
	const failure = result && !result.ok ? result.error : null
	const waits = isOffline(failure)
	useEffect(() => {
		if (!waits) return
		addEventListener('online', reload)
		return () => removeEventListener('online', reload)
	}, [waits, reload])
	return { value: last?.key === key ? last.value : null, failure, loading: result === null, reload }
}
