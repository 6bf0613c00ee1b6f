/** A `Storage` in memory, for browsers that keep none for this page. It lasts as long as the page. */
const createMemoryStorage = (): Storage => {
	const items = new Map<string, string>()
	return {
		get length() {
			return items.size
		},
		clear: () => items.clear(),
		getItem: (key) => items.get(key) ?? null,
		key: (index) => [...items.keys()][index] ?? null,
		removeItem: (key) => void items.delete(key),
		setItem: (key, value) => void items.set(key, value),
	}
}

/**
 * The storage that `open` names, or one in memory where the browser refuses it (cookies blocked, quota of zero): the
 * app then works until the page is closed. One that is merely full and says who is signed in is used as it is; for
 * whoever is not, one in memory has room to sign in.
 */
export const usableStorage = (open: () => Storage): Storage => {
	const probe = 'evenhand.probe'
	let storage: Storage | undefined
	try {
		storage = open()
		storage.setItem(probe, '1')
		storage.removeItem(probe)
		return storage
	} catch {
		// Being refused is the answer to the question that was asked.
		return storage?.getItem('token') ? storage : createMemoryStorage()
	}
}

/** Survives restarts of the browser. */
export const lastingStorage = usableStorage(() => localStorage)
/** Ends with the tab. */
export const passingStorage = usableStorage(() => sessionStorage)
