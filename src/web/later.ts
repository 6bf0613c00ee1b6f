import type { AnyRouter } from '@tanstack/react-router'
import { followAppearance } from './app/appearance.ts'
import { followEndedSession } from './app/ended-session.ts'
import { keepPlaces } from './app/scroll-place.ts'
import { startUpdates } from './features/updates/start.tsx'

/**
 * What a page begins with once its first screen is there.
 * @param worker the service worker that was in charge when the page began.
 */
export const beginLater = async (
	router: AnyRouter,
	worker: ServiceWorker | null,
): Promise<void> => {
	followAppearance()
	followEndedSession(router)
	keepPlaces(router)
	// In development there is no worker.
	if (import.meta.env.PROD) await startUpdates(router, worker)
}
