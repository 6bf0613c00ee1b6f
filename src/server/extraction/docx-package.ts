import { unzipSync } from 'fflate'
import { Parser } from 'htmlparser2'
import { decodeText } from './decode-text.ts'

/** Limits against zip bombs: unzipped bytes in total, and entries. */
const MAX_UNZIPPED = 24 * 1024 * 1024
const MAX_ENTRIES = 5000
/** Far deeper than any genuine document. */
const MAX_DEPTH = 1500

export class TooLarge extends Error {}
export class TooDeep extends Error {}

type Attributes = Readonly<Record<string, string>>

/** SAX callbacks. Names come without namespace prefixes. */
export interface Handler {
	readonly open?: (name: string, attributes: Attributes) => void
	readonly close?: (name: string) => void
	readonly text?: (text: string) => void
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/** Parses the XML of a part. @throws if it is malformed or nested too deeply. */
export const parsePart = (bytes: Uint8Array, handler: Handler): void => {
	let depth = 0
	/** The parser reports self-closing tags as implied end tags, like missing ones. */
	let isJustOpened = false
	const parser = new Parser(
		{
			onopentag: (name, attributes) => {
				if (++depth > MAX_DEPTH) throw new TooDeep(name)
				isJustOpened = true
				const local = Object.entries(attributes).map(([key, value]) => [localName(key), value])
				handler.open?.(localName(name), Object.fromEntries(local))
			},
			onclosetag: (name, isImplied) => {
				depth--
				if (isImplied && !isJustOpened) throw new Error(`${name} is not closed`)
				isJustOpened = false
				handler.close?.(localName(name))
			},
			ontext: (text) => {
				isJustOpened = false
				handler.text?.(text)
			},
		},
		{ xmlMode: true },
	)
	parser.end(decodeText(bytes, null, 'xml'))
}

/** Normalizes a part name: some producers use backslashes, or a different case in references. */
const keyOf = (name: string): string => name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase()

const targetOf = (part: string, target: string): string => {
	const base = `part://x/${part}`
	return URL.canParse(target, base) ? keyOf(decodeURI(new URL(target, base).pathname)) : ''
}

interface Relation {
	readonly id: string
	/** Last segment of the type URI ("officeDocument"). Strict OOXML uses other URIs with the same segment. */
	readonly type: string
	readonly target: string
}

export interface Package {
	readonly read: (name: string) => Uint8Array | null
	readonly relationsOf: (part: string) => Relation[]
	readonly main: string | null
}

/** Opens an Office document. @throws {TooLarge} for a zip bomb. */
export const openPackage = (bytes: Uint8Array): Package => {
	let length = 0
	const names: string[] = []
	unzipSync(bytes, {
		filter: ({ name }) => {
			if (names.push(keyOf(name)) > MAX_ENTRIES) throw new TooLarge(name)
			return false
		},
	})
	const read = (wanted: string): Uint8Array | null => {
		const found = unzipSync(bytes, {
			filter: ({ name, originalSize }) => {
				if (keyOf(name) !== wanted) return false
				length += originalSize
				if (length > MAX_UNZIPPED) throw new TooLarge(name)
				return true
			},
		})
		return Object.values(found)[0] ?? null
	}
	const relationsOf = (part: string): Relation[] => {
		const at = part.lastIndexOf('/') + 1
		const rels = read(`${part.slice(0, at)}_rels/${part.slice(at)}.rels`)
		const relations: Relation[] = []
		if (rels === null) return relations
		parsePart(rels, {
			open: (name, { Id = '', Type = '', Target = '', TargetMode = '' }) => {
				if (name !== 'Relationship' || TargetMode === 'External') return
				const type = Type.slice(Type.lastIndexOf('/') + 1)
				relations.push({ id: Id, type, target: targetOf(part, Target) })
			},
		})
		return relations
	}
	const related = relationsOf('').find(({ type }) => type === 'officeDocument')?.target
	const main =
		related !== undefined && names.includes(related)
			? related
			: (names.find((name) => /^word\/document\d*\.xml$/.test(name)) ?? null)
	return { read, relationsOf, main }
}
