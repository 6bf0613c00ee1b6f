import type { AnyRouter } from '@tanstack/react-router'
import { redirectOnExpiry } from './app/guards.ts'
import { followAppearance } from './app/preferences.ts'
import { restoreScroll } from './app/scroll.ts'
import { startUpdates } from './app/update-bar.tsx'

/**
 * What a page begins with once its first screen is there.
 * @param worker the service worker that was in charge when the page began.
 */
export const beginLater = async (
	router: AnyRouter,
	worker: ServiceWorker | null,
): Promise<void> => {
	followAppearance()
	redirectOnExpiry(router)
	restoreScroll(router)
	// In development there is no worker.
	if (import.meta.env.PROD) await startUpdates(router, worker)
}
