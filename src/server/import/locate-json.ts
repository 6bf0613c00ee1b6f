import { createScanner, printParseErrorCode, visit } from 'jsonc-parser'
import type { YieldToEventLoop } from '../util.ts'
import type { Place } from './drafts.ts'

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

/** Offset of a value, with the offsets of its parts if it is a container. */
export type Spot = number | Container

interface Container {
	readonly offset: number
	readonly parts: Map<string | number, Spot>
}

interface Open extends Container {
	readonly isList: boolean
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
 * Finds the offsets of all values in valid JSON. A full parse tree would block the event loop for half a second on a
 * large file.
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

export type JsonPath = readonly (string | number)[]

export interface Located {
	readonly value: unknown
	/** Syntax errors. If any, `value` is undefined. */
	readonly syntax: readonly { readonly line: number; readonly message: string }[]
	/** Line of the value at a path, or of its closest parent, plus lines of parts that are on other lines. */
	readonly placeOf: (path: JsonPath) => Pick<Place, 'line' | 'lines'>
}

const SYNTAX_MAX = 100

const words = (code: string): string => code.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()

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
		// Error limit reached, or stack overflow from deep nesting.
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

/** Longer lists get no line per item. */
const ITEMS_LOCATED = 1000
/** A field, and an item of a field. */
const PART_DEPTH = 2

export const parseLocated = async (text: string, breathe: YieldToEventLoop): Promise<Located> => {
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
