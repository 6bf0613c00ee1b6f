/** The part of `navigator.storage` that is asked. */
export type KeepingStorage = Pick<StorageManager, 'persist' | 'persisted'>

/**
 * Asks the browser not to delete what this page keeps when room runs out.
 * @param storage undefined on pages without TLS, which have none.
 * @returns asks when it is first called, and never again; a refusal changes nothing.
 */
export const createPersistence = (storage: KeepingStorage | undefined): (() => Promise<void>) => {
	let asked = false
	return async () => {
		if (asked || storage === undefined) return
		asked = true
		if (!(await storage.persisted())) await storage.persist()
	}
}
