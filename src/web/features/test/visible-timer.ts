import { RESPONSE_TIME_CAP_MS } from '#domain/constants.ts'

/** Measures for how long something was to be seen. */
export interface VisibleTimer {
	/** Begins anew. */
	start(): void
	/** The page was hidden, or is shown again. */
	change(): void
	/** The visible time since the start in whole ms, capped as every response time. */
	read(): number
}

/** @param now ms of a clock that nobody sets; @param hidden whether the page is out of sight. */
export const createVisibleTimer = (now: () => number, hidden: () => boolean): VisibleTimer => {
	let before = 0
	let since: number | null = null
	const sum = (): number => before + (since === null ? 0 : now() - since)
	return {
		start() {
			before = 0
			since = hidden() ? null : now()
		},
		change() {
			before = sum()
			since = hidden() ? null : now()
		},
		read: () => Math.max(0, Math.min(RESPONSE_TIME_CAP_MS, Math.round(sum()))),
	}
}
