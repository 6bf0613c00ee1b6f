import { useCallback, useEffect, useState } from 'react'
import { tests } from '#web/app/tests.ts'
import { type Begun, begunOf, FAILED } from './begun.ts'
import { forgetReload } from './reload-once.ts'

const begin = async (): Promise<Begun> => {
	try {
		const begun = await tests.begin()
		if (!begun.ok) return begunOf(begun.error)
		if (begun.value === null) return { status: 'none', message: '' }
		forgetReload(() => sessionStorage)
		return { status: 'open', id: begun.value }
	} catch (fault) {
		reportError(fault)
		return FAILED
	}
}

/** Begins a test, or goes on with the one that is open. */
export const useBegin = (): { readonly begun: Begun; readonly again: () => void } => {
	const [begun, setBegun] = useState<Begun>({ status: 'loading' })
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
