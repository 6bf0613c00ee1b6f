import { printParseErrorCode, visit } from 'jsonc-parser'
import type { Breathe } from '../breathing.ts'
import type { Place } from './drafts.ts'
import { createLines } from './lines.ts'
import { outlineOf, type Spot } from './outline.ts'

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
export const parseLocated = async (text: string, breathe: Breathe): Promise<Located> => {
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
