import { useEffect, useState } from 'react'
import { beginExtraction, extractPlainly, readExtraction } from './read.ts'
import { POLL_MS, type Run, type RunState, type RunWorld, runExtraction } from './run-extraction.ts'

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Until it is time to ask again: sooner where the page comes back into sight, or the connection does. */
const pause: RunWorld['pause'] = (after, signal) =>
	new Promise((resolve) => {
		const ms = after === 'loss' ? POLL_MS.lost : POLL_MS[document.hidden ? 'hidden' : 'seen']
		const done = (): void => {
			clearTimeout(timer)
			removeEventListener('online', done)
			document.removeEventListener('visibilitychange', done)
			signal.removeEventListener('abort', done)
			resolve()
		}
		const timer = setTimeout(done, ms)
		addEventListener('online', done)
		document.addEventListener('visibilitychange', done)
		signal.addEventListener('abort', done)
	})

const WORLD: RunWorld = {
	begin: beginExtraction,
	plain: extractPlainly,
	read: readExtraction,
	pause,
	wait,
}

const AT_FIRST: RunState = { kind: 'running', extraction: null, lost: false }

/** What becomes of an extraction, as it happens; null without one. */
export const useExtraction = (run: Run | null): RunState | null => {
	const [told, setTold] = useState<{ readonly run: Run; readonly state: RunState } | null>(null)
	useEffect(() => {
		if (run === null) return
		const running = new AbortController()
		runExtraction(run, WORLD, running.signal, (state) => setTold({ run, state })).catch(reportError)
		return () => running.abort()
	}, [run])
	if (run === null) return null
	return told?.run === run ? told.state : AT_FIRST
}
