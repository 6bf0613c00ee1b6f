import { createSignal } from '#device/signal.ts'

const inMemory = new WeakSet<Storage>()
const isMemoryStorage = (storage: Storage): boolean => inMemory.has(storage)

/** Creates an in-memory `Storage` for browsers that block theirs. Lasts as long as the page. */
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
 * Falls back to memory if the browser blocks the storage (cookies blocked, quota of zero). A full storage is kept only
 * if it holds a token; otherwise memory has space to sign in.
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
		return storage?.getItem('token') ? storage : createMemoryStorage()
	}
}

/** Removes `BroadcastChannel` if the browser refuses it (Firefox without cookies), because Dexie opens one on load. */
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

const keeps = createSignal(!isMemoryStorage(lastingStorage))

/** Tracks if the browser stores data for this page. Web storage is checked at once, the database later. */
export const keeping = {
	keeps: keeps.get,
	/** Call it if the browser refuses storage, or its storage does not answer. */
	lose: (): void => keeps.set(false),
	subscribe: keeps.subscribe,
}
