/**
 * Why a page could not be shown. `offline`: its code is not on this device, and there is no connection. `missing`: its code
 * could not be loaded from the server. `bug`: a fault of ours.
 */
export type ErrorKind = 'offline' | 'missing' | 'bug'

/** What Chromium, Firefox and Safari say when a part of the app cannot be loaded. */
const MISSING_PART =
	/dynamically imported module|importing a module script failed|unable to preload css/i

/** @param online what the browser believes of its connection. */
export const kindOfError = (error: unknown, online: boolean): ErrorKind => {
	const message = error instanceof Error ? error.message : String(error)
	if (!MISSING_PART.test(message)) return 'bug'
	return online ? 'missing' : 'offline'
}
