import type { DrivenPage } from '../engines/engine.ts'

interface Noting {
	answersTaken: number[]
}

/** Runs in the page. Measures the time from lifting the finger to the frame with the next statement. */
export const noteAnswers = (): void => {
	const taken: number[] = []
	;(window as unknown as Noting).answersTaken = taken
	// A method, because tsx wraps named functions in a helper that does not exist in the page.
	const card = {
		text() {
			return document.querySelector('article:not([inert] *) h2')?.textContent
		},
	}
	let lifted: { readonly at: number; readonly text: string | null | undefined } | null = null
	addEventListener(
		'pointerup',
		(event) => {
			lifted = { at: event.timeStamp, text: card.text() }
		},
		{ capture: true },
	)
	const { port1, port2 } = new MessageChannel()
	let at = 0
	port1.onmessage = () => taken.push(performance.now() - at)
	new MutationObserver(() => {
		const text = card.text()
		if (lifted === null || !text || text === lifted.text) return
		at = lifted.at
		lifted = null
		// The message arrives after the frame is painted, and before timers, which do the work that waits for the paint.
		requestAnimationFrame(() => port2.postMessage(null))
	}).observe(document.body, { childList: true, subtree: true, attributeFilter: ['inert'] })
}

/** @returns the durations in ms since {@link noteAnswers}. */
export const answersTaken = (page: DrivenPage): Promise<readonly number[]> =>
	page.evaluate(() => (window as unknown as Noting).answersTaken)
