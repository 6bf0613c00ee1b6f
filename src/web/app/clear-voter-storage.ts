import { LANGUAGE_KEY } from '#web/texts/language.ts'
import { ASKED_KEY } from './persistence.ts'

/** Settings of the device, which reveal nothing about a voter (see `preferences.ts` and `language.ts`). */
const DEVICES = [LANGUAGE_KEY, ASKED_KEY, 'motion', 'theme']

/** Clears the storage of a shared device, except the device's own settings. */
export const clearVoterStorage = (storage: Storage): void => {
	const kept = DEVICES.map((key) => [key, storage.getItem(key)] as const)
	storage.clear()
	for (const [key, value] of kept) if (value !== null) storage.setItem(key, value)
}

/** Returns the origin's caches. Undefined without TLS or if the browser refuses them; they are empty then. */
const usableCaches = (): CacheStorage | undefined => {
	try {
		return globalThis.caches
	} catch {
		return undefined
	}
}

/** Deletes caches of what the voter looked at. The app itself stays cached. */
export const dropCaches = async (): Promise<void> => {
	const storage = usableCaches()
	const names = (await storage?.keys()) ?? []
	await Promise.all(
		names.filter((name) => !name.includes('precache')).map((name) => storage?.delete(name)),
	)
}
