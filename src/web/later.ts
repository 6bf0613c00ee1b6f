import type { AnyRouter } from '@tanstack/react-router'
import { redirectOnExpiry } from './app/expiry.ts'
import { keepScreens } from './app/keep-screen.ts'
import { followAppearance } from './app/preferences.ts'
import { restoreScroll } from './app/scroll.ts'
import { startUpdates } from './app/update-bar.tsx'
import { wakeReact } from './app/wake-react.ts'

/** Starts everything that waits for the first screen. @param worker the controller at page load. */
export const beginLater = async (
	router: AnyRouter,
	worker: ServiceWorker | null,
): Promise<void> => {
	wakeReact()
	followAppearance()
	redirectOnExpiry(router)
	restoreScroll(router)
	keepScreens(router)
	// Development builds have no service worker.
	if (import.meta.env.PROD) await startUpdates(router, worker)
}
