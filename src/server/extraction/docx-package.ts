import { unzipSync } from 'fflate'
import { decodeText } from './decode-text.ts'
import { type Element, elementsNamed, parseTree, Unreadable } from './tree.ts'

/** Limits against zip bombs: unzipped bytes in total, and entries. */
const MAX_UNZIPPED = 24 * 1024 * 1024
const MAX_ENTRIES = 5000
/** Genuine documents stay far below. */
const LIMITS = { xml: true, maxDepth: 1500, maxElements: 1_000_000 } as const

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
	readonly read: (name: string) => Element | null
	readonly relationsOf: (part: string) => readonly Relation[]
	readonly main: string | null
}

/** Opens an Office document. @throws {Unreadable} for a zip bomb. */
export const openPackage = (bytes: Uint8Array): Package => {
	let length = 0
	const names: string[] = []
	unzipSync(bytes, {
		filter: ({ name }) => {
			if (names.push(keyOf(name)) > MAX_ENTRIES) throw new Unreadable('too-large')
			return false
		},
	})
	const read = (wanted: string): Element | null => {
		const found = unzipSync(bytes, {
			filter: ({ name, originalSize }) => {
				if (keyOf(name) !== wanted) return false
				length += originalSize
				if (length > MAX_UNZIPPED) throw new Unreadable('too-large')
				return true
			},
		})
		const [part] = Object.values(found)
		return part ? parseTree(decodeText(part, null, 'xml'), LIMITS) : null
	}
	const relationsOf = (part: string): Relation[] => {
		const at = part.lastIndexOf('/') + 1
		const relations = read(`${part.slice(0, at)}_rels/${part.slice(at)}.rels`)
		if (relations === null) return []
		return elementsNamed(relations, 'Relationship')
			.map(({ attributes: { Id = '', Type = '', Target = '', TargetMode = '' } }) => ({
				id: Id,
				type: Type.slice(Type.lastIndexOf('/') + 1),
				target: TargetMode === 'External' ? '' : targetOf(part, Target),
			}))
			.filter(({ target }) => names.includes(target))
	}
	const related = relationsOf('').find(({ type }) => type === 'officeDocument')?.target
	const main = related ?? names.find((name) => /^word\/document\d*\.xml$/.test(name)) ?? null
	return { read, relationsOf, main }
}
