import { useEffect, useState } from 'react'
import { RESULTS_RETRIES, RESULTS_RETRY_MS, RESULTS_TIMEOUT_MS } from '#domain/constants.ts'
import type { Failure } from '#http/failure.ts'
import type { AttemptResults } from '#local/results.ts'
import { local } from '#web/app/local.ts'
import { said } from '#web/texts/language.ts'
import { results as texts } from '#web/texts/results.ts'
import { useLive } from '#web/ui/use-live.ts'
import { isOffline, useRefresh } from '#web/ui/use-refresh.ts'

/** What the results page has to show. */
export type ResultsState =
	/** What the device has is being read. */
	| { readonly kind: 'reading' }
	| { readonly kind: 'loading' }
	/** Loading has taken longer than the specified limit. */
	| { readonly kind: 'slow' }
	| { readonly kind: 'failed'; readonly failure: Failure }
	/** The server was asked often enough, and there are none. */
	| { readonly kind: 'empty' }
	| { readonly kind: 'ready'; readonly results: AttemptResults; readonly gap: string | null }

/** The stored results, with a candidate's name in this page's language where there is only a word in place of it. */
const readResults = async (attemptId: string): Promise<AttemptResults | null> => {
	const found = await local.results.of(attemptId)
	if (found === null) return null
	return {
		...found,
		candidates: found.candidates.map((each) => ({ ...each, name: said(each.name) })),
	}
}

/** What of some results the server would not say; null where nothing is missing, or there is only no connection. */
const gapIn = (results: AttemptResults, failure: Failure | null): string | null => {
	if (failure === null || isOffline(failure)) return null
	if (results.faceless) return texts.facesFailed
	return results.estimated ? texts.notConfirmed : null
}

/** True `ms` after `on` became true, and for as long as it stays so. */
const useAfter = (on: boolean, ms: number, round: number): boolean => {
	const [over, setOver] = useState(-1)
	useEffect(() => {
		if (!on) return
		const timer = setTimeout(() => setOver(round), ms)
		return () => clearTimeout(timer)
	}, [on, ms, round])
	return on && over === round
}

/**
 * The results of an attempt: from the device at once, from the server when everything of it has been sent.
 * @param held waits with asking the server, because the attempt is being completed first.
 */
export const useResults = (attemptId: string, held: boolean) => {
	const [tries, setTries] = useState(0)
	const [round, setRound] = useState(0)
	const live = useLive(
		async () => ({
			results: await readResults(attemptId),
			allSent: (await local.attempts.unsent(attemptId)) === 0,
		}),
		[attemptId],
	)
	const allSent = live.data?.allSent ?? true
	const refresh = useRefresh(
		`${attemptId}/${allSent}/${tries}/${round}`,
		held || live.status === 'loading' ? null : () => local.results.refresh(attemptId),
	)
	const results = live.data?.results ?? null
	const found = results !== null && results.candidates.length > 0
	const asked = !held && live.status === 'ready' && !refresh.refreshing && refresh.failure === null
	const missing = asked && !found

	const askAgain = useAfter(missing && tries < RESULTS_RETRIES, RESULTS_RETRY_MS, tries)
	useEffect(() => {
		if (askAgain) setTries((before) => before + 1)
	}, [askAgain])
	const loading = !found && refresh.failure === null && !(missing && tries >= RESULTS_RETRIES)
	const slow = useAfter(loading, RESULTS_TIMEOUT_MS, round)

	const stateOf = (): ResultsState => {
		if (live.status === 'loading') return { kind: 'reading' }
		if (results !== null && found)
			return { kind: 'ready', results, gap: gapIn(results, refresh.failure) }
		if (refresh.failure) return { kind: 'failed', failure: refresh.failure }
		if (!loading) return { kind: 'empty' }
		return { kind: slow ? 'slow' : 'loading' }
	}
	const retry = (): void => {
		setTries(0)
		setRound((before) => before + 1)
	}
	return { state: stateOf(), retry }
}
