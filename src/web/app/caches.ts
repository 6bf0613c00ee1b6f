/** Drops what was cached while the voter looked around; the app itself, which is nobody's, stays. */
export const dropCaches = async (): Promise<void> => {
	// Missing on pages without TLS, whatever its type says.
	const storage: CacheStorage | undefined = globalThis.caches
	const names = (await storage?.keys()) ?? []
	await Promise.all(
		names.filter((name) => !name.includes('precache')).map((name) => caches.delete(name)),
	)
}
