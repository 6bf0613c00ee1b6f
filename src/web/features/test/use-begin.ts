import { useCallback, useEffect, useState } from 'react'
import { tests } from '#web/app/tests.ts'
import { toast } from '#web/ui/toasts-show.ts'
import { type Begun, begunOf } from './begun.ts'

/** As specified. */
export const START_FAILED = 'Failed to start test. Please try again.'
const RELOADED_AT = 'evenhand.testReloaded'
/** How long the toast is to be read before the page is loaded again, in ms. */
const RELOAD_AFTER_MS = 3000
/** A reload that did not help is not tried again before this, in ms. */
const COOL_DOWN_MS = 60_000

const begin = async (): Promise<Begun> => {
	try {
		const begun = await tests.begin()
		return begun.ok ? { status: 'open', id: begun.value } : begunOf(begun.error)
	} catch (fault) {
		reportError(fault)
		return { status: 'failed' }
	}
}

/** Notes a reload in the tab's storage; false where there was one a moment ago, or where nobody would remember it. */
const noteReload = (): boolean => {
	try {
		const last = Number(sessionStorage.getItem(RELOADED_AT) ?? Number.NaN)
		const now = Date.now()
		if (Math.abs(now - last) < COOL_DOWN_MS) return false
		sessionStorage.setItem(RELOADED_AT, String(now))
		return true
	} catch {
		return false
	}
}

/** Says that the start failed, and loads the page again: once. */
const useFailedStart = (failed: boolean): void => {
	useEffect(() => {
		if (!failed) return
		toast(START_FAILED)
		const timer = setTimeout(() => noteReload() && location.reload(), RELOAD_AFTER_MS)
		return () => clearTimeout(timer)
	}, [failed])
}

/** Begins a test, or goes on with the one that is open. What had no connection is tried again when there is one. */
export const useBegin = (): { readonly begun: Begun; readonly again: () => void } => {
	const [begun, setBegun] = useState<Begun>({ status: 'loading' })
	const [round, setRound] = useState(0)
	const again = useCallback(() => {
		setBegun({ status: 'loading' })
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
	const waiting = begun.status === 'offline'
	useEffect(() => {
		if (!waiting) return
		addEventListener('online', again)
		return () => removeEventListener('online', again)
	}, [waiting, again])
	useFailedStart(begun.status === 'failed')
	return { begun, again }
}
