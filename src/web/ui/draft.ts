import { useState } from 'react'
import { passingStorage } from '#web/app/storage.ts'

/** Unsent input that survives a reload of the tab. */
export interface Draft {
	read(): string
	/** An empty text deletes the draft. */
	keep(text: string): void
}

/** @param name unique in the app. */
export const draftOf = (name: string): Draft => {
	const key = `evenhand.draft.${name}`
	return {
		read: () => passingStorage.getItem(key) ?? '',
		keep(text) {
			try {
				if (text === '') passingStorage.removeItem(key)
				else passingStorage.setItem(key, text)
			} catch (full) {
				// The draft stays on screen; only a reload would lose it.
				reportError(full)
			}
		},
	}
}

export const useDraft = (name: string): readonly [string, (text: string) => void] => {
	const [draft] = useState(() => draftOf(name))
	const [text, setText] = useState(draft.read)
	const change = (next: string): void => {
		draft.keep(next)
		setText(next)
	}
	return [text, change]
}
