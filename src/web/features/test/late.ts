import { lazy, useEffect, useState } from 'react'
import { firstScreenShown } from '#web/app/first-screen.ts'
import { wakeVisitors } from '#web/app/knowledge-test.ts'

export type SwipeDeck = typeof import('./swipe-deck.tsx').SwipeDeck

const loadEnd = () => import('./end.ts')

/** The parts of the test that come after its policies. */
export const Demographics = lazy(async () => ({ default: (await loadEnd()).Demographics }))
export const Results = lazy(async () => ({ default: (await loadEnd()).Results }))
export const NotBegun = lazy(async () => ({ default: (await import('./start.tsx')).NotBegun }))

/** Whatever fails here is asked for again where it is needed, and said there. */
const quietly = (work: Promise<unknown>): void => void work.catch(() => undefined)

/**
 * Once a policy can be guessed: fetches what comes later, has the queue sent, and looks after a spare session.
 * @returns the deck that can be swiped, as soon as it is there.
 */
export const useLateParts = (): SwipeDeck | null => {
	const [deck, setDeck] = useState<{ readonly SwipeDeck: SwipeDeck } | null>(null)
	useEffect(() => {
		firstScreenShown()
		quietly(import('./swipe-deck.tsx').then(setDeck))
		quietly(loadEnd())
		quietly(import('#web/ui/toasts.tsx'))
		quietly(wakeVisitors())
		quietly(import('#web/app/knowledge-test-end.ts').then(({ lookAhead }) => lookAhead()))
	}, [])
	return deck?.SwipeDeck ?? null
}
