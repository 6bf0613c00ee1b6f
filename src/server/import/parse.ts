import type { DateOrder } from '#domain/written-forms.ts'
import {
	type ElectionDraft,
	type FileNote,
	type Reading,
	type Refusal,
	refusalOf,
	startReading,
} from './drafts.ts'
import { parseLocated } from './locate-json.ts'
import { readTables } from './read-csv.ts'
import { readElectionFile } from './read-json.ts'
import { hasStatements, readStatementsFile } from './read-statements.ts'

export interface SourceFile {
	readonly name: string
	readonly text: string
}

export interface Read {
	readonly elections: readonly ElectionDraft[]
	readonly refused: readonly Refusal[]
	readonly notes: readonly FileNote[]
	readonly ambiguousDates: readonly string[]
	/** Records beyond the limit were not read. */
	readonly tooMany: boolean
}

const readJson = async (reading: Reading, { name, text }: SourceFile): Promise<void> => {
	const located = await parseLocated(text, reading.breathe)
	for (const { line, message } of located.syntax) {
		const place = { file: name, path: '', line }
		reading.refused.push(refusalOf({ place, name: '' }, 'file', message))
	}
	if (located.syntax.length > 0) return
	const read = hasStatements(located.value) ? readStatementsFile : readElectionFile
	await read(reading, name, located)
}

/** Detects tables by extension, then by first character, because some files are sent as plain text. */
const isTable = ({ name, text }: SourceFile): boolean =>
	/\.(?:csv|tsv)$/i.test(name) || (!/\.json$/i.test(name) && !/^\s*[[{]/.test(text))

/** Reads election files and statement files (JSON), and CSV tables. */
export const readSources = async (
	sources: readonly SourceFile[],
	dateOrder: DateOrder | null = null,
): Promise<Read> => {
	const reading = startReading(dateOrder)
	const files = sources.map(({ name, text }) => ({ name, text: text.replace(/^\uFEFF/, '') }))
	for (const file of files.filter((file) => !isTable(file))) await readJson(reading, file)
	await readTables(reading, files.filter(isTable))
	const { elections, refused, notes, ambiguousDates, tooMany } = reading
	return { elections, refused, notes, ambiguousDates: [...ambiguousDates], tooMany }
}
