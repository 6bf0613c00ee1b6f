import type { AnyRouter } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { isQuestionShown, onHeld } from '#web/app/question.ts'
import { updates } from '#web/app/updates.ts'
import { UpdateBar } from './update-bar.tsx'

/** Gives the bar a place of its own at the end of the page. It is there before the words are, or nobody would hear them. */
const placeBar = (): void => {
	const place = document.createElement('div')
	place.setAttribute('role', 'status')
	place.className = 'sticky bottom-0 z-20'
	document.body.append(place)
	createRoot(place).render(
		<StrictMode>
			<UpdateBar />
		</StrictMode>,
	)
}

/**
 * Registers the service worker, and brings in its new versions when the voter wants them.
 * @param before the worker that was in charge when the page began.
 */
export const startUpdates = async (
	router: AnyRouter,
	before: ServiceWorker | null,
): Promise<void> => {
	const follow = (): void => updates.question(isQuestionShown(router))
	// The first when a page is being left, before the next one asks for its parts: a reload is in time then.
	router.subscribe('onBeforeNavigate', follow)
	router.subscribe('onResolved', follow)
	onHeld(follow)
	follow()
	placeBar()
	await updates.start(before)
}
