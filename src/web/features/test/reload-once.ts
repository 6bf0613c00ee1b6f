const RELOADED = 'evenhand.testReloaded'

/**
 * Notes in the tab's storage that the page is loaded again because no test could begin.
 * @param open the storage, which may be refused. @returns false where that was done before and no test has begun since,
 * or where nobody would remember it: a server that is asked for too much must not be asked for ever.
 */
export const noteReload = (open: () => Storage): boolean => {
	try {
		const storage = open()
		if (storage.getItem(RELOADED) !== null) return false
		storage.setItem(RELOADED, 'yes')
		return true
	} catch {
		return false
	}
}

/** A start has succeeded: the next one that fails may load the page again. @param open the storage, which may be refused. */
export const forgetReload = (open: () => Storage): void => {
	try {
		open().removeItem(RELOADED)
	} catch {
		// Then nothing was noted there either.
	}
}
