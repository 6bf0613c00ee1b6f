import { isQuizPath } from './reload-block.ts'
import { keeping, lastingStorage } from './storage.ts'

/** The part of `navigator.storage` that is asked. */
export type KeepingStorage = Pick<StorageManager, 'persist' | 'persisted'>

/** In the page's storage: the browser has been asked on this device. */
export const ASKED_KEY = 'evenhand.persistAsked'

interface Surroundings {
	/** Undefined on pages without TLS, which have none. */
	readonly storage: KeepingStorage | undefined
	/** Where it is noted that the browser was asked. */
	readonly marks: Pick<Storage, 'getItem' | 'setItem'>
	/** Whether a question is on screen, which no dialog of the browser may cover. */
	readonly busy: () => boolean
	/** Whether the browser stores anything at all. */
	readonly keeps: () => boolean
}

/**
 * Asks the browser not to delete what this device keeps when room runs out. Firefox asks the person, so this happens once
 * per device; a refusal changes nothing.
 */
export const createPersistence =
	({ storage, marks, busy, keeps }: Surroundings) =>
	async (): Promise<void> => {
		if (storage === undefined || !keeps() || marks.getItem(ASKED_KEY) !== null) return
		if (await storage.persisted()) return
		// In another tab, or a screen that came meanwhile.
		if (busy() || marks.getItem(ASKED_KEY) !== null) return
		marks.setItem(ASKED_KEY, '1')
		await storage.persist()
	}

/** Asks in this page. Called when there is something worth keeping: a completed quiz, or an election saved offline. */
export const askToPersist = createPersistence({
	// Missing without TLS, whatever its type says.
	storage: (globalThis.navigator as { storage?: KeepingStorage } | undefined)?.storage,
	marks: lastingStorage,
	busy: () => isQuizPath(location),
	keeps: keeping.keeps,
})
