import * as v from 'valibot'
import { session } from '#web/app/session.ts'
import { passingStorage } from '#web/app/storage.ts'

/** What was typed and is not saved: kept in the tab's storage, for the same administrator after a new sign-in. */
export interface Draft {
	/** What the record is called, for whoever comes back to it. */
	readonly name: string
	readonly values: Readonly<Record<string, unknown>>
	/** The version that it was typed over. */
	readonly etag: string | undefined
}

const Stored = v.object({
	name: v.string(),
	values: v.record(v.string(), v.unknown()),
	etag: v.optional(v.string()),
})

const prefix = (): string => `evenhand.draft.${session.userKey() ?? ''}.`

/** The key of a draft: of the kind of record, and of one of them; null for one that is being made. */
export const draftKey = (noun: string, id: string | null): string =>
	`${prefix()}${noun}.${id ?? ''}`

/** What was left under a key; null where that is nothing, or nothing that this version of the app can read. */
export const readDraft = (key: string): Draft | null => {
	try {
		const draft = v.safeParse(Stored, JSON.parse(passingStorage.getItem(key) ?? ''))
		return draft.success ? { ...draft.output, etag: draft.output.etag } : null
	} catch {
		// What stands there is no JSON: there is no draft.
		return null
	}
}

/** Keeps a draft as far as there is room: without it the form still has what was typed. */
export const keepDraft = (key: string, draft: Draft): void => {
	try {
		passingStorage.setItem(key, JSON.stringify(draft))
	} catch (fault) {
		reportError(fault)
	}
}

/** Forgets a draft: it was saved, or is not wanted. */
export const dropDraft = (key: string): void => passingStorage.removeItem(key)

export interface OpenDraft {
	readonly key: string
	/** Null for a record that is being made. */
	readonly id: string | null
	readonly name: string
}

/** The drafts of a kind of record that the signed-in administrator has left in this tab. */
export const openDrafts = (noun: string): readonly OpenDraft[] => {
	const start = `${prefix()}${noun}.`
	const keys = Array.from({ length: passingStorage.length }, (_, index) =>
		passingStorage.key(index),
	)
	return keys.flatMap((key) => {
		const draft = key?.startsWith(start) ? readDraft(key) : null
		return key && draft ? [{ key, id: key.slice(start.length) || null, name: draft.name }] : []
	})
}
