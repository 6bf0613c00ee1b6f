import { type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
import type { Breathe } from '../breathing.ts'
import { createLines } from './lines.ts'
import { outlineOf, type Spot } from './outline.ts'

/** A JSON text that keeps where everything stands. */
export interface Located {
	readonly value: unknown
	/** Syntax errors; there is no value then. */
	readonly syntax: readonly { readonly line: number; readonly message: string }[]
	/** The line of what stands at a path of keys and indexes; for what is missing, of what should hold it. */
	readonly lineOf: (path: readonly (string | number)[]) => number
}

/** More than anybody reads at once. */
const SYNTAX_MAX = 100

const words = (code: string): string => code.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()

/** Why a text is no JSON, by a parser that goes on after an error. */
const syntaxOf = (text: string): Located['syntax'] => {
	const lineAt = createLines(text)
	const errors: ParseError[] = []
	try {
		parseTree(text, errors, { disallowComments: true })
	} catch (error) {
		// A hundred thousand brackets within each other: no stack holds them.
		if (!(error instanceof RangeError)) throw error
	}
	if (errors.length === 0) return [{ line: 1, message: 'is not valid JSON' }]
	return errors.slice(0, SYNTAX_MAX).map(({ error, offset }) => ({
		line: lineAt(offset),
		message: words(printParseErrorCode(error)),
	}))
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

/** Parses a JSON text. Line by line only what a line is asked for costs more than a plain parse. */
export const parseLocated = async (text: string, breathe: Breathe): Promise<Located> => {
	const parsed = parse(text)
	if (parsed === null) return { value: undefined, syntax: syntaxOf(text), lineOf: () => 1 }
	const outline = await outlineOf(text, breathe)
	const lineAt = createLines(text)
	const lineOf: Located['lineOf'] = (path) => {
		let spot: Spot | undefined = outline
		let offset = offsetOf(outline) ?? 0
		for (const key of path) {
			spot = typeof spot === 'object' ? spot.parts.get(key) : undefined
			offset = offsetOf(spot) ?? offset
		}
		return lineAt(offset)
	}
	return { ...parsed, syntax: [], lineOf }
}
