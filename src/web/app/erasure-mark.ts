import * as v from 'valibot'
import { lastingStorage, passingStorage } from './storage.ts'

/** In the page's storage: an erasure that was asked for, and whose outcome is not known. */
const ASKED = 'evenhand.erasing'
/** Set for a moment, with the voter's key, so that other tabs hear of an erasure. */
export const ERASED = 'evenhand.erased'
/** The same for a sign-out of a shared device, where each tab has a sign-in of its own. */
export const LEFT = 'evenhand.left'
/** What stands in the storages that is never shown or saved: it may hold a token. */
export const SECRETS: readonly string[] = ['token', ASKED]

const Asked = v.object({ key: v.string(), token: v.string() })

/** Who asked to be erased. The token is there to ask whether they were: nothing else can tell. */
export type Asked = v.InferOutput<typeof Asked>

/** @param lasting whether it is kept over restarts, as the sign-in is: on a shared device it ends with the tab. */
export const noteErasure = (asked: Asked, lasting: boolean): void => {
	const storage = lasting ? lastingStorage : passingStorage
	storage.setItem(ASKED, JSON.stringify(asked))
}

/** Whether it is kept over restarts. */
export const isErasureLasting = (): boolean => lastingStorage.getItem(ASKED) !== null

/** Its outcome is known, or nobody waits for it any more. */
export const forgetErasure = (): void => {
	for (const storage of [lastingStorage, passingStorage]) storage.removeItem(ASKED)
}

/** The erasure whose outcome is not known; null where there is none. */
export const openErasure = (): Asked | null => {
	const text = passingStorage.getItem(ASKED) ?? lastingStorage.getItem(ASKED)
	if (text === null) return null
	try {
		const asked = v.safeParse(Asked, JSON.parse(text))
		return asked.success ? asked.output : null
	} catch {
		// Nothing that this app wrote.
		return null
	}
}

/** Has the other tabs hear of an erasure or a sign-out, while they still know whose they are. */
export const tellTabs = (mark: typeof ERASED | typeof LEFT, voter: string): void => {
	try {
		lastingStorage.setItem(mark, voter)
	} catch (full) {
		// They hear of an erasure by their next call then.
		reportError(full)
	}
}
