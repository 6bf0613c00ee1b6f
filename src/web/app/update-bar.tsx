import type { AnyRouter } from '@tanstack/react-router'
import { StrictMode, useEffect, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { updating } from '#web/texts/en/late.ts'
import { isOffered, updates } from './app-update.ts'
import { isReloadBlocked, onHeld } from './reload-block.ts'

/** Adds scroll padding, so that the bar does not hide the focused element. */
const useScrollRoom = (shown: boolean): void => {
	useEffect(() => {
		if (!shown) return
		const { style } = document.documentElement
		style.scrollPaddingBottom = '7rem'
		return () => {
			style.scrollPaddingBottom = ''
		}
	}, [shown])
}

/** Offers a waiting version. Takes no focus and covers no question. */
const UpdateBar = () => {
	const state = useSyncExternalStore(updates.subscribe, updates.state)
	const shown = isOffered(state)
	const busy = state.next === 'accepted'
	useScrollRoom(shown)
	if (!shown) return null
	return (
		<div className="animate-rise border-t border-base-300 bg-surface pb-[env(safe-area-inset-bottom)] shadow-paper">
			<div className="mx-auto flex max-w-5xl flex-wrap items-center justify-end gap-x-3 gap-y-2 px-4 py-3">
				<p className="me-auto font-medium">{updating.ready}</p>
				<button type="button" className="btn btn-ghost" disabled={busy} onClick={updates.later}>
					{updating.later}
				</button>
				<button type="button" className="btn btn-primary" disabled={busy} onClick={updates.accept}>
					{busy ? updating.reloading : updating.reload}
				</button>
			</div>
		</div>
	)
}

/** Mounts the bar at the end of the page. The live region must exist before its text, or it is not announced. */
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

/** Registers the service worker and offers new versions. @param before worker that controlled the page at load. */
export const startUpdates = async (
	router: AnyRouter,
	before: ServiceWorker | null,
): Promise<void> => {
	const follow = (): void => updates.question(isReloadBlocked(router))
	// Fires before the next page loads its chunks, in time for a reload.
	router.subscribe('onBeforeNavigate', follow)
	router.subscribe('onResolved', follow)
	onHeld(follow)
	follow()
	placeBar()
	await updates.start(before)
}
