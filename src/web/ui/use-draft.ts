import { useState } from 'react'
import { passingStorage } from '#web/app/storage.ts'

/** Something typed or chosen and not sent yet. A reload of the tab keeps it. */
export interface Draft {
	/** Empty where there is none. */
	read(): string
	/** Keeps a text; an empty one drops the draft. */
	keep(text: string): void
}

/** @param name tells the drafts of the app apart. */
export const draftOf = (name: string): Draft => {
	const key = `evenhand.draft.${name}`
	return {
		read: () => passingStorage.getItem(key) ?? '',
		keep(text) {
			try {
				if (text === '') passingStorage.removeItem(key)
				else passingStorage.setItem(key, text)
			} catch (full) {
				// The draft stays on the screen; only a reload would lose it.
				reportError(full)
			}
		},
	}
}

/** State of a component that is also a draft. */
export const useDraft = (name: string): readonly [string, (text: string) => void] => {
	const [draft] = useState(() => draftOf(name))
	const [text, setText] = useState(draft.read)
	const change = (next: string): void => {
		draft.keep(next)
		setText(next)
	}
	return [text, change]
}
