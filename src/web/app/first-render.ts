import { endFirstPolicy } from '#web/first/first-policy.ts'
import { endLastScreen, isLastScreenShown } from '#web/first/last-screen.ts'

/** Maximum delay of deferred work, if the first screen never renders, in ms. */
const PATIENCE_MS = 10_000

let settle = (): void => undefined

/** Resolves after the first render. Prefetching and service-worker registration wait, to keep slow connections free. */
export const firstRender = new Promise<void>((resolve) => {
	settle = resolve
	setTimeout(resolve, PATIENCE_MS)
})

/** Call it after rendering the first screen. Idempotent. */
export const reportFirstRender = (): void => {
	endFirstPolicy()
	settle()
}

/** Reads from the device that screens wait for. */
let reads = 0

/** Counts a read that a screen waits for. @returns ends it. */
export const noteRead = (): (() => void) => {
	reads++
	return () => {
		reads--
	}
}

/** True if a page is drawn with all its data from the device. */
export const isScreenDrawn = (): boolean =>
	reads === 0 && document.querySelector('#root main > *') !== null

/** Replaces the last seen screen by the app's, in the frame that has it. */
export const replaceLastScreen = (): void => {
	if (!isLastScreenShown()) return
	if (!isScreenDrawn()) return void requestAnimationFrame(replaceLastScreen)
	endLastScreen()
	for (const animation of document.getAnimations()) {
		// The last screen has shown how it ends.
		if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
			animation.finish()
	}
}
