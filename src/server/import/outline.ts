import { createScanner } from 'jsonc-parser'
import type { Breathe } from '../breathing.ts'

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
export const outlineOf = async (text: string, breathe: Breathe): Promise<Spot | undefined> => {
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
