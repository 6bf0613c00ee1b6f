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
