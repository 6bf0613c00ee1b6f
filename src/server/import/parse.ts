import type { TableColumn } from '#contract/admin/import-export.ts'
import {
	type ElectionDraft,
	type FileNote,
	type Reading,
	type ReadOptions,
	type Refusal,
	refusalOf,
	startReading,
} from './drafts.ts'
import { type Located, parseLocated } from './locate-json.ts'
import { readTables } from './read-csv.ts'
import { readElectionFile } from './read-json.ts'
import {
	type CalculatorPart,
	calculatorPart,
	hasAnswers,
	readCalculator,
	readCalculatorFolder,
} from './read-kalkulacka.ts'
import { findMatOWahl, isDefinition } from './read-mat-o-wahl.ts'
import { isOpenVaa, readOpenVaa } from './read-openvaa.ts'
import { hasStatements, readStatementsFile } from './read-statements.ts'
import { readVip } from './read-vip.ts'

export interface SourceFile {
	readonly name: string
	readonly text: string
}

export interface Read {
	readonly elections: readonly ElectionDraft[]
	readonly refused: readonly Refusal[]
	readonly notes: readonly FileNote[]
	readonly ambiguousDates: readonly string[]
	readonly columns: readonly TableColumn[]
	/** Records beyond the limit were not read. */
	readonly tooMany: boolean
}

/** Parses JSON. Syntax errors become refusals. */
const parseJson = async (reading: Reading, { name, text }: SourceFile): Promise<Located | null> => {
	const located = await parseLocated(text, reading.breathe)
	for (const { line, message } of located.syntax) {
		const place = { file: name, path: '', line }
		reading.refused.push(refusalOf({ place, name: '' }, 'file', message))
	}
	return located.syntax.length > 0 ? null : located
}

const isXml = ({ name, text }: SourceFile): boolean =>
	/\.xml$/i.test(name) || /^\s*<(?:\?xml|VipObject)\b/.test(text)

/** Detects tables by extension, then by first character, because some files are sent as plain text. */
const isTable = ({ name, text }: SourceFile): boolean =>
	/\.(?:csv|tsv)$/i.test(name) || (!/\.json$/i.test(name) && !/^\s*[[{]/.test(text))

type Later = () => Promise<unknown>

/** Reads our election files, and returns the formats that may need an election of another file. */
const readJsonFiles = async (
	reading: Reading,
	files: readonly SourceFile[],
): Promise<readonly Later[]> => {
	const later: Later[] = []
	const parts: CalculatorPart[] = []
	const isFolder = files.some(({ name }) => calculatorPart(name) === 'candidatesAnswers')
	for (const file of files) {
		const { name } = file
		const part = isFolder ? calculatorPart(name) : null
		const located = await parseJson(reading, file)
		if (located === null) continue
		const { value } = located
		if (part !== null) parts.push({ part, name, located })
		else if (hasStatements(value)) later.push(() => readStatementsFile(reading, name, located))
		else if (hasAnswers(value)) later.push(() => readCalculator(reading, name, located))
		else if (isOpenVaa(value)) later.push(() => readOpenVaa(reading, name, located))
		else await readElectionFile(reading, name, located)
	}
	if (parts.length > 0) later.push(() => readCalculatorFolder(reading, parts))
	return later
}

/** Reads the tables, except those that belong to a Mat-O-Wahl, which may need an election of them. */
const readTableFiles = async (reading: Reading, files: readonly SourceFile[]): Promise<void> => {
	const definitions = files.filter(isDefinition)
	const others = files.filter((file) => !isDefinition(file))
	const sets = definitions.map((definition) => findMatOWahl(reading, definition, others))
	const used = new Set(sets.flatMap((set) => set.files))
	await readTables(
		reading,
		others.filter((file) => !used.has(file)),
	)
	for (const { read } of sets) await read()
}

export const readSources = async (
	sources: readonly SourceFile[],
	options: ReadOptions = {},
): Promise<Read> => {
	const reading = startReading(options)
	const files = sources.map(({ name, text }) => ({ name, text: text.replace(/^\uFEFF/, '') }))
	const xml = files.filter(isXml)
	const rest = files.filter((file) => !isXml(file))
	const later = await readJsonFiles(
		reading,
		rest.filter((file) => !isTable(file)),
	)
	await readTableFiles(reading, rest.filter(isTable))
	for (const read of later) await read()
	for (const file of xml) readVip(reading, file)
	const { ambiguousDates, elections, refused, notes, columns, tooMany } = reading
	return {
		...{ elections, refused, notes, columns, tooMany },
		ambiguousDates: [...ambiguousDates],
	}
}
