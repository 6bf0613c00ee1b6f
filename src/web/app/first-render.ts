import { endFirstPolicy } from '#web/first/first-policy.ts'
import { endLastScreen, lastScreen } from '#web/first/last-screen.ts'

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

/** Number of reads from the device that screens wait for. */
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

/** Removes the last seen screen in the frame in which the app has drawn its own. */
export const replaceLastScreen = (): void => {
	if (lastScreen === null) return
	if (!isScreenDrawn()) return void requestAnimationFrame(replaceLastScreen)
	endLastScreen()
	// The last screen has shown how they end. Endless ones go on.
	for (const animation of document.getAnimations()) animation.currentTime = 60_000
}
