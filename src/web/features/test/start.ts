import { useCallback, useEffect, useState } from 'react'
import { type Failure, isOffline } from '#http/failure.ts'
import { tests } from '#web/app/knowledge-test.ts'

/** `failed`: `failure` is null if the server's test has no policies. */
export type StartState =
	| { readonly status: 'loading' }
	| { readonly status: 'open'; readonly id: string }
	| { readonly status: 'failed'; readonly failure: Failure | null }

const begin = async (): Promise<StartState> => {
	try {
		const begun = await tests.begin()
		if (!begun.ok) return { status: 'failed', failure: begun.error }
		if (begun.value === null) return { status: 'failed', failure: null }
		return { status: 'open', id: begun.value }
	} catch (fault) {
		reportError(fault)
		return { status: 'failed', failure: { kind: 'bad-response', status: 0 } }
	}
}

/** Starts a test or resumes the open one. */
export const useBegin = (): { readonly begun: StartState; readonly again: () => void } => {
	const [begun, setBegun] = useState<StartState>({ status: 'loading' })
	const [round, setRound] = useState(0)
	const again = useCallback(() => {
		// Keep the offline notice during background retries, so that its button keeps the focus.
		setBegun((before) =>
			before.status === 'failed' && isOffline(before.failure) ? before : { status: 'loading' },
		)
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
