const inMemory = new WeakSet<Storage>()
/** Whether a storage stands in for one that the browser refuses. */
const isMemoryStorage = (storage: Storage): boolean => inMemory.has(storage)

/** A `Storage` in memory, for browsers that keep none for this page. It lasts as long as the page. */
const createMemoryStorage = (): Storage => {
	const items = new Map<string, string>()
	const storage: Storage = {
		get length() {
			return items.size
		},
		clear: () => items.clear(),
		getItem: (key) => items.get(key) ?? null,
		key: (index) => [...items.keys()][index] ?? null,
		removeItem: (key) => void items.delete(key),
		setItem: (key, value) => void items.set(key, value),
	}
	inMemory.add(storage)
	return storage
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

/**
 * Removes `BroadcastChannel` where the browser refuses to open one, as Firefox does without cookies: Dexie opens one while
 * it loads, and no page could be shown.
 */
const dropRefusedChannel = (): void => {
	try {
		new BroadcastChannel('evenhand.probe').close()
	} catch {
		Reflect.deleteProperty(globalThis, 'BroadcastChannel')
	}
}
dropRefusedChannel()

/** Survives restarts of the browser. */
export const lastingStorage = usableStorage(() => localStorage)
/** Ends with the tab. */
export const passingStorage = usableStorage(() => sessionStorage)

/** Creates a flag that can be lost, and its listeners. @param keepsNow whether the browser keeps data for this page so far. */
const createKeeping = (keepsNow: boolean) => {
	let keeps = keepsNow
	const listeners = new Set<() => void>()
	return {
		/** Whether what the voter does outlives this page. */
		keeps: () => keeps,
		/** The browser refuses to store anything, or its storage does not answer. */
		lose: (): void => {
			keeps = false
			for (const listener of listeners) listener()
		},
		/** @returns unsubscribes. */
		subscribe(listener: () => void): () => void {
			listeners.add(listener)
			return () => listeners.delete(listener)
		},
	}
}

/** Whether the browser keeps anything of this page. Known at once for its simple storage, later for the database. */
export const keeping = createKeeping(!isMemoryStorage(lastingStorage))

/** The caches of this origin; undefined on pages without TLS, and where the browser refuses them: nothing is in them then. */
const usableCaches = (): CacheStorage | undefined => {
	try {
		return globalThis.caches
	} catch {
		return undefined
	}
}

/** Drops what was cached while the voter looked around; the app itself, which is nobody's, stays. */
export const dropCaches = async (): Promise<void> => {
	const storage = usableCaches()
	const names = (await storage?.keys()) ?? []
	await Promise.all(
		names.filter((name) => !name.includes('precache')).map((name) => storage?.delete(name)),
	)
}
