import { isQuizPath } from './reload-block.ts'
import { keeping, lastingStorage } from './storage.ts'

export type KeepingStorage = Pick<StorageManager, 'persist' | 'persisted'>

/** Storage key: the browser was asked on this device. */
export const ASKED_KEY = 'evenhand.persistAsked'

interface Surroundings {
	/** Undefined on pages without TLS. */
	readonly storage: KeepingStorage | undefined
	readonly marks: Pick<Storage, 'getItem' | 'setItem'>
	/** True while a question is on screen, which no browser prompt may cover. */
	readonly busy: () => boolean
	readonly keeps: () => boolean
}

/** Requests persistent storage, against eviction. Firefox asks the user, so this happens once per device. */
export const createPersistence =
	({ storage, marks, busy, keeps }: Surroundings) =>
	async (): Promise<void> => {
		if (storage === undefined || !keeps() || marks.getItem(ASKED_KEY) !== null) return
		if (await storage.persisted()) return
		// Another tab may have asked, or a question may have appeared meanwhile.
		if (busy() || marks.getItem(ASKED_KEY) !== null) return
		marks.setItem(ASKED_KEY, '1')
		await storage.persist()
	}

/** Call it when there is data worth keeping: a completed quiz, or an election saved offline. */
export const askToPersist = createPersistence({
	// Missing without TLS, whatever its type says.
	storage: (globalThis.navigator as { storage?: KeepingStorage } | undefined)?.storage,
	marks: lastingStorage,
	busy: () => isQuizPath(location),
	keeps: keeping.keeps,
})
