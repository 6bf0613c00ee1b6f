import { useEffect, useSyncExternalStore } from 'react'
import { isOffered } from '#web/app/update-machine.ts'
import { updates } from '#web/app/updates.ts'
import { updating } from '#web/texts/updating.ts'

/** Room that the browser leaves below what it scrolls to, so that the bar hides nothing that has the focus. */
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

/** Offers a new version that waits. Quiet: it takes no focus and covers no question. */
export const UpdateBar = () => {
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
