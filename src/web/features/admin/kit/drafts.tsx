import { useState } from 'react'
import * as v from 'valibot'
import { session } from '#web/app/session.ts'
import { passingStorage } from '#web/app/storage.ts'
import { common } from '#web/texts/en/admin/common.ts'

/** Unsaved input, kept in session storage for the same administrator across a new sign-in. */
export interface Draft {
	readonly name: string
	readonly values: Readonly<Record<string, unknown>>
	readonly etag: string | undefined
}

const Stored = v.object({
	name: v.string(),
	values: v.record(v.string(), v.unknown()),
	etag: v.optional(v.string()),
})

const prefix = (): string => `evenhand.draft.${session.userKey() ?? ''}.`

/** Storage key of a draft. @param id null for a new record */
export const draftKey = (noun: string, id: string | null): string =>
	`${prefix()}${noun}.${id ?? ''}`

/** Returns null if there is no draft or this version of the app cannot read it. */
export const readDraft = (key: string): Draft | null => {
	try {
		const draft = v.safeParse(Stored, JSON.parse(passingStorage.getItem(key) ?? ''))
		return draft.success ? { ...draft.output, etag: draft.output.etag } : null
	} catch {
		return null
	}
}

/** Stores a draft. A full storage is reported and otherwise ignored: the form still has the input. */
export const keepDraft = (key: string, draft: Draft): void => {
	try {
		passingStorage.setItem(key, JSON.stringify(draft))
	} catch (fault) {
		reportError(fault)
	}
}

export const dropDraft = (key: string): void => passingStorage.removeItem(key)

export interface OpenDraft {
	readonly key: string
	readonly id: string | null
	readonly name: string
}

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

interface DraftBarProps {
	readonly noun: string
	readonly called: string
	readonly onContinue: (id: string | null) => void
}

/** Lists drafts left by an ended session or an abandoned page. Render it while no form is open. */
export const DraftBar = ({ noun, called, onContinue }: DraftBarProps) => {
	const [drafts, setDrafts] = useState<readonly OpenDraft[]>(() => openDrafts(noun))
	if (drafts.length === 0) return null
	const discard = (key: string): void => {
		dropDraft(key)
		setDrafts(openDrafts(noun))
	}
	return (
		<section className="mb-5 rounded-box border border-warning bg-base-200 px-4 py-3">
			<h2 className="font-semibold">{common.drafts.title}</h2>
			<ul className="mt-1 grid gap-1">
				{drafts.map(({ key, id, name }) => (
					<li key={key} className="flex flex-wrap items-center gap-x-3">
						<span className="min-w-0 flex-1 basis-48 wrap-anywhere">
							{name || common.drafts.created(called)}
						</span>
						<button type="button" className="btn btn-primary" onClick={() => onContinue(id)}>
							{common.drafts.goOn}
						</button>
						<button type="button" className="btn btn-ghost" onClick={() => discard(key)}>
							{common.drafts.discard}
						</button>
					</li>
				))}
			</ul>
		</section>
	)
}
