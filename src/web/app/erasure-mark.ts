import * as v from 'valibot'
import { lastingStorage, passingStorage } from './storage.ts'

const ASKED = 'evenhand.erasing'
/** Storage key, set briefly with the voter's key, to notify other tabs of an erasure. */
export const ERASED = 'evenhand.erased'
/** The same for a sign-out on a shared device, where each tab has a separate sign-in. */
export const LEFT = 'evenhand.left'
/** Storage keys never shown or saved, because they may hold a token. */
export const SECRETS: readonly string[] = ['token', ASKED]

const Asked = v.object({ key: v.string(), token: v.string() })

/** Pending erasure. Only its token can find out if it happened. */
export type Asked = v.InferOutput<typeof Asked>

/**
 * Marks a pending erasure. @param lasting false on a shared device: the mark ends with the tab. @param lost the reply was
 * lost: a different mark, which calls sent before do not clear.
 */
export const noteErasure = (asked: Asked, lasting: boolean, lost = false): void => {
	const storage = lasting ? lastingStorage : passingStorage
	storage.setItem(ASKED, JSON.stringify(lost ? { ...asked, lost } : asked))
}

export const isErasureLasting = (): boolean => lastingStorage.getItem(ASKED) !== null

export const forgetErasure = (): void => {
	for (const storage of [lastingStorage, passingStorage]) storage.removeItem(ASKED)
}

export const erasureMark = (): string | null =>
	passingStorage.getItem(ASKED) ?? lastingStorage.getItem(ASKED)

export const openErasure = (): Asked | null => {
	const text = erasureMark()
	if (text === null) return null
	try {
		const asked = v.safeParse(Asked, JSON.parse(text))
		return asked.success ? asked.output : null
	} catch {
		// Not written by this app.
		return null
	}
}

/** Notifies other tabs of an erasure or sign-out. Call it before their session ends, or they cannot match the voter. */
export const tellTabs = (mark: typeof ERASED | typeof LEFT, voter: string): void => {
	try {
		lastingStorage.setItem(mark, voter)
	} catch (full) {
		// Other tabs learn of an erasure by their next call.
		reportError(full)
	}
}
