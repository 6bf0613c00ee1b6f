import { useEffect, useReducer, useRef, useState } from 'react'
import type { Names } from '../neutrality/concerns.ts'
import type { KeptReview, ReviewKeeper } from './kept-review.ts'
import { nextReview, type ReviewEvent, type ReviewState, startReview } from './review-state.ts'

/** How long nothing has to be changed before it is kept, in ms. */
const KEEP_MS = 300

export interface Review {
	readonly state: ReviewState
	readonly dispatch: (event: ReviewEvent) => void
	/** Whether the browser has room to keep what is changed. */
	readonly kept: boolean
	/** Keeps it no longer: it is saved. */
	settle(): void
}

/** A review that is kept in the browser as it goes on, until it is saved. */
export const useReview = (start: KeptReview, keeper: ReviewKeeper, names: Names): Review => {
	const [state, dispatch] = useReducer(nextReview, null, () =>
		startReview(start.policies, names, start.saveKey),
	)
	useEffect(() => dispatch({ type: 'names', names }), [names])
	const [kept, setKept] = useState(true)
	const settled = useRef(false)
	const { policies, saveKey } = state
	const latest = useRef<(() => void) | null>(null)
	useEffect(() => {
		const write = (): void => {
			if (settled.current) return
			setKept(keeper.keep({ ...start, policies: [...policies], saveKey, at: Date.now() }))
		}
		latest.current = write
		const timer = setTimeout(write, KEEP_MS)
		return () => clearTimeout(timer)
	}, [start, keeper, policies, saveKey])
	useEffect(() => {
		const now = (): void => latest.current?.()
		addEventListener('pagehide', now)
		return () => {
			removeEventListener('pagehide', now)
			now()
		}
	}, [])
	return {
		state,
		dispatch,
		kept,
		settle() {
			settled.current = true
			keeper.drop()
		},
	}
}
