import { createScanner, printParseErrorCode, visit } from 'jsonc-parser'
import type { DateOrder } from '#domain/written-forms.ts'
import type { YieldToEventLoop } from '../util.ts'
import { readTables } from './read-csv.ts'
import { readElectionFile } from './read-json.ts'
import { hasStatements, readStatementsFile } from './read-statements.ts'
import {
	type ElectionDraft,
	type FileNote,
	type Place,
	type Reading,
	type Refusal,
	refusalOf,
	startReading,
} from './records.ts'

/** Finds the line of an offset in a text, from 1. The ends of all lines are looked up once. */
const createLines = (text: string): ((offset: number) => number) => {
	const ends: number[] = []
	for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) ends.push(at)
	return (offset) => {
		let [low, high] = [0, ends.length]
		while (low < high) {
			const middle = (low + high) >> 1
			if ((ends[middle] ?? 0) < offset) low = middle + 1
			else high = middle
		}
		return low + 1
	}
}

/** Where a value begins; with its parts where it has some. */
export type Spot = number | Container

interface Container {
	readonly offset: number
	readonly parts: Map<string | number, Spot>
}

interface Open extends Container {
	readonly isList: boolean
	/** The key that the next value belongs to. */
	key: string | null
}

const put = (holder: Open | undefined, spot: Spot): void => {
	if (holder === undefined) return
	holder.parts.set(holder.isList ? holder.parts.size : (holder.key ?? ''), spot)
	holder.key = null
}

const awaitsKey = (holder: Open | undefined, sign: string): boolean =>
	sign === '"' && holder !== undefined && !holder.isList && holder.key === null

const readKey = (holder: Open | undefined, key: string): void => {
	if (holder !== undefined) holder.key = key
}

/**
 * Where everything stands in a text that is known to be JSON. A parser's tree would do, but takes half a second for a
 * large file in which nobody else has a turn.
 */
const outlineOf = async (text: string, breathe: YieldToEventLoop): Promise<Spot | undefined> => {
	const scanner = createScanner(text, true)
	const open: Open[] = []
	let root: Spot | undefined
	const place = (spot: Spot): void => {
		put(open.at(-1), spot)
		root ??= spot
	}
	const take = (sign: string, offset: number): void => {
		if (sign === '{' || sign === '[') {
			const container: Open = { offset, parts: new Map(), isList: sign === '[', key: null }
			place(container)
			open.push(container)
		} else if (sign === '}' || sign === ']') open.pop()
		else if (awaitsKey(open.at(-1), sign)) readKey(open.at(-1), scanner.getTokenValue())
		else if (sign !== ',' && sign !== ':') place(offset)
	}
	for (let count = 1; ; count++) {
		scanner.scan()
		const offset = scanner.getTokenOffset()
		if (offset >= text.length) return root
		if (count % 1000 === 0) await breathe()
		take(text.charAt(offset), offset)
	}
}

/** Path of keys and indexes. */
export type JsonPath = readonly (string | number)[]

/** A parsed JSON text that knows the line of each of its values. */
export interface Located {
	readonly value: unknown
	/** Syntax errors; there is no value then. */
	readonly syntax: readonly { readonly line: number; readonly message: string }[]
	/** Line of the value at a path, or of the closest value around it, and the lines of its parts that differ. */
	readonly placeOf: (path: JsonPath) => Pick<Place, 'line' | 'lines'>
}

/** Errors that are reported of one file. */
const SYNTAX_MAX = 100

const words = (code: string): string => code.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()

/** Finds the syntax errors of a text, with a parser that goes on after an error. */
const syntaxOf = (text: string): Located['syntax'] => {
	const lineAt = createLines(text)
	const errors: { readonly line: number; readonly message: string }[] = []
	try {
		visit(
			text,
			{
				onError(error, offset) {
					errors.push({ line: lineAt(offset), message: words(printParseErrorCode(error)) })
					if (errors.length === SYNTAX_MAX) throw new RangeError('enough errors')
				},
			},
			{ disallowComments: true },
		)
	} catch (error) {
		// Enough errors, or more brackets within each other than the stack holds.
		if (!(error instanceof RangeError)) throw error
	}
	return errors.length === 0 ? [{ line: 1, message: 'is not valid JSON' }] : errors
}

const parse = (text: string): { readonly value: unknown } | null => {
	try {
		return { value: JSON.parse(text) as unknown }
	} catch (error) {
		if (error instanceof SyntaxError) return null
		throw error
	}
}

const offsetOf = (spot: Spot | undefined): number | undefined =>
	typeof spot === 'object' ? spot.offset : spot

/** Lists longer than this have no line for each item. */
const ITEMS_LOCATED = 1000
/** A field, and an item of a field. */
const PART_DEPTH = 2

/** Parses a JSON text and keeps where its values begin. */
const parseLocated = async (text: string, breathe: YieldToEventLoop): Promise<Located> => {
	const parsed = parse(text)
	if (parsed === null) {
		return { value: undefined, syntax: syntaxOf(text), placeOf: () => ({ line: 1 }) }
	}
	const outline = await outlineOf(text, breathe)
	const lineAt = createLines(text)
	const addLines = (
		spot: Spot | undefined,
		own: number,
		before: string,
		lines: Record<string, number>,
	): void => {
		if (typeof spot !== 'object' || spot.parts.size > ITEMS_LOCATED) return
		for (const [key, part] of spot.parts) {
			const path = `${before}${key}`
			const line = lineAt(offsetOf(part) ?? 0)
			if (line !== own) lines[path] = line
			if (before.split('.').length < PART_DEPTH) addLines(part, own, `${path}.`, lines)
		}
	}
	const placeOf: Located['placeOf'] = (path) => {
		let spot: Spot | undefined = outline
		let offset = offsetOf(outline) ?? 0
		for (const key of path) {
			spot = typeof spot === 'object' ? spot.parts.get(key) : undefined
			offset = offsetOf(spot) ?? offset
		}
		const lines: Record<string, number> = {}
		const line = lineAt(offset)
		addLines(spot, line, '', lines)
		return Object.keys(lines).length === 0 ? { line } : { line, lines }
	}
	return { ...parsed, syntax: [], placeOf }
}

/** A file to import. */
export interface SourceFile {
	readonly name: string
	readonly text: string
}

/** Records of files, and what of the files cannot be imported. */
export interface Read {
	readonly elections: readonly ElectionDraft[]
	readonly refused: readonly Refusal[]
	readonly notes: readonly FileNote[]
	readonly ambiguousDates: readonly string[]
	/** Whether records beyond the limit were left unread. */
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

/** A file is JSON unless its name or its first character says otherwise: some are sent as plain text. */
const isTable = ({ name, text }: SourceFile): boolean =>
	/\.(?:csv|tsv)$/i.test(name) || (!/\.json$/i.test(name) && !/^\s*[[{]/.test(text))

/** Reads files: election files and statements with positions in JSON, and CSV tables. */
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
