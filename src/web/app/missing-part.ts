const RELOADED_AT = 'evenhand.reloaded'
/** A reload that did not help is not tried again before this, in ms. */
const COOL_DOWN_MS = 60_000

/**
 * Notes a reload in the tab's storage, unless there was one a moment ago: a part that is missing for good must not
 * reload the page for ever.
 * @param open the storage, which may be refused: without it nobody would remember, so that there is no reload.
 */
const noteReload = (open: () => Storage, nowMs: number): boolean => {
	try {
		const storage = open()
		const last = storage.getItem(RELOADED_AT)
		// A clock that was set back counts as a moment ago.
		if (last !== null && nowMs - Number(last) < COOL_DOWN_MS) return false
		storage.setItem(RELOADED_AT, String(nowMs))
		return true
	} catch {
		return false
	}
}

export interface Surroundings {
	readonly online: () => boolean
	/** Whether a question is on screen, which no reload may interrupt. */
	readonly busy: () => boolean
	readonly storage: () => Storage
	/** ms since 1970. */
	readonly now: () => number
	readonly reload: () => void
}

/**
 * What to do when a part of the app cannot be loaded. Mostly it belongs to a build that is gone, and a reload brings
 * the one that replaced it; it is tried once.
 * @returns handles a `vite:preloadError`.
 */
export const createMissingPart = ({ online, busy, storage, now, reload }: Surroundings) => {
	let reloading = false
	return ({ payload }: { readonly payload: Error }): void => {
		if (!reloading && online() && !busy() && noteReload(storage, now())) {
			reloading = true
			reload()
		}
		// The router loads the page again when it knows this error by its beginning, whatever was said above.
		if (!reloading) payload.message = `Not loaded: ${payload.message}`
	}
}
