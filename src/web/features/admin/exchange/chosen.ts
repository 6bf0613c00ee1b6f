import type { TextFile } from '#contract/transfer.ts'
import { IMPORT_MAX_BYTES } from '#domain/manage-limits.ts'
import { session } from '#web/app/session.ts'
import { exchange as texts } from '#web/texts/admin/exchange.ts'
import { saveText } from '#web/ui/save-file.ts'
import { sizeText } from '#web/ui/sizes.ts'

/** So many files the contract takes. */
const FILES_MAX = 20

/** A file that was chosen, with its text. */
export interface Chosen extends TextFile {
	readonly bytes: number
}

interface Kept {
	readonly userKey: string | null
	readonly files: readonly Chosen[]
}

/** What was chosen outlives the page: a sign-in that ends leads away from it and back. It is too much for the tab's storage. */
let kept: Kept = { userKey: null, files: [] }

/** What the signed-in administrator has chosen in this tab. */
export const keptFiles = (): readonly Chosen[] =>
	kept.userKey === session.userKey() ? kept.files : []

/** Keeps what is chosen for whoever is signed in: nobody else is shown it. */
export const keepFiles = (files: readonly Chosen[]): void => {
	kept = { userKey: session.userKey(), files }
}

/** What was read of files, and what is said of those that could not be. */
export interface ReadFiles {
	readonly files: readonly Chosen[]
	readonly problems: readonly string[]
}

const readOne = async (file: File): Promise<Chosen | string> => {
	try {
		const bytes = await file.arrayBuffer()
		// A text in another encoding would come out with other letters, and nobody would notice.
		const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
		return { name: file.name, text, bytes: file.size }
	} catch (fault) {
		return fault instanceof TypeError ? texts.notText(file.name) : texts.unreadable(file.name)
	}
}

/** Reads files that were chosen or dropped. */
export const readFiles = async (given: readonly File[]): Promise<ReadFiles> => {
	const read = await Promise.all(given.map(readOne))
	return {
		files: read.filter((file) => typeof file !== 'string'),
		problems: read.filter((file) => typeof file === 'string'),
	}
}

/** Files with others added to them: one that has the name of another takes its place. */
export const withFiles = (
	before: readonly Chosen[],
	added: readonly Chosen[],
): readonly Chosen[] => [
	...before.filter(({ name }) => !added.some((file) => file.name === name)),
	...added,
]

/** Saves CSV tables on this device. */
export const saveTables = (files: readonly TextFile[]): void => {
	for (const { name, text } of files) saveText(name, text, 'text/csv')
}

/** What the server takes of a file. */
export const toSend = (files: readonly Chosen[]): TextFile[] =>
	files.map(({ name, text }) => ({ name, text }))

/** What keeps files from being sent at all; null where nothing does. */
export const limitProblem = (files: readonly Chosen[]): string | null => {
	if (files.length > FILES_MAX) return texts.tooMany(FILES_MAX)
	const bytes = new Blob([JSON.stringify(toSend(files))]).size
	return bytes > IMPORT_MAX_BYTES
		? texts.tooLarge(sizeText(bytes), sizeText(IMPORT_MAX_BYTES))
		: null
}
