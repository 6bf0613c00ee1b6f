import { unzipSync } from 'fflate'
import { decodeText } from './decode-text.ts'
import { SourceError } from './source-text.ts'
import {
	type Attributes,
	childElements,
	type Element,
	elementsNamed,
	parseTree,
	textOf,
} from './tree.ts'

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

/** The parts of an Office document, found through its relationships. */
export class Package {
	readonly #bytes: Uint8Array
	readonly #names: string[] = []
	/** Bytes unzipped so far, with those of the documents around and inside this one. */
	readonly unzipped: { length: number }
	readonly #roots: readonly Relation[]
	readonly #relations: readonly Relation[]
	readonly main: Element

	/** @throws {SourceError} for a zip bomb, or without a document. */
	constructor(bytes: Uint8Array, unzipped = { length: 0 }) {
		this.#bytes = bytes
		this.unzipped = unzipped
		unzipSync(bytes, {
			filter: ({ name }) => {
				if (this.#names.push(keyOf(name)) > MAX_ENTRIES) throw new SourceError('too-large')
				return false
			},
		})
		this.#roots = this.#relationsOf('')
		const related = this.#roots.find(({ type }) => type === 'officeDocument')?.target
		const name = related ?? this.#names.find((each) => /^word\/document\d*\.xml$/.test(each))
		const main = this.#read(name)
		if (name === undefined || main === undefined) throw new SourceError('damaged')
		this.main = main
		this.#relations = this.#relationsOf(name)
	}

	get title(): string | undefined {
		const core = this.#roots.find(({ type }) => type === 'core-properties')?.target
		const [title] = elementsNamed(this.#read(core ?? 'docprops/core.xml'), 'title')
		return title && textOf(title)
	}

	/** Reads a part by its relation id. */
	part(id: string): Element | undefined {
		return this.#read(this.#relations.find((relation) => relation.id === id)?.target)
	}

	/** Unzips a part by its relation id. */
	bytesOf(id: string): Uint8Array | undefined {
		return this.#unzip(this.#relations.find((relation) => relation.id === id)?.target)
	}

	/** Reads all parts of a type of relation. */
	parts(wanted: string): Element[] {
		return this.#relations
			.filter(({ type }) => type === wanted)
			.flatMap(({ target }) => this.#read(target) ?? [])
	}

	#unzip(wanted: string | undefined): Uint8Array | undefined {
		const found = unzipSync(this.#bytes, {
			filter: ({ name, originalSize }) => {
				if (keyOf(name) !== wanted) return false
				this.unzipped.length += originalSize
				if (this.unzipped.length > MAX_UNZIPPED) throw new SourceError('too-large')
				return true
			},
		})
		return Object.values(found)[0]
	}

	#read(name: string | undefined): Element | undefined {
		const part = this.#unzip(name)
		return part && parseTree(decodeText(part, null, 'xml'), LIMITS)
	}

	#relationsOf(part: string): Relation[] {
		const at = part.lastIndexOf('/') + 1
		const relations = this.#read(`${part.slice(0, at)}_rels/${part.slice(at)}.rels`)
		return elementsNamed(relations, 'Relationship')
			.map(({ attributes: { Id = '', Type = '', Target = '', TargetMode } }) => ({
				id: Id,
				type: Type.slice(Type.lastIndexOf('/') + 1),
				target: TargetMode === 'External' ? '' : targetOf(part, Target),
			}))
			.filter(({ target }) => this.#names.includes(target))
	}
}

/** Properties of text. Missing ones are inherited. */
export interface Look {
	readonly hidden?: boolean
	readonly bold?: boolean
	readonly raised?: boolean
	readonly white?: boolean
	readonly tiny?: boolean
	readonly shaded?: boolean
}

const isOn = ({ val = '1' }: Attributes): boolean => !/^(?:0|false|off|none)$/.test(val)

const LOOKS: ReadonlyMap<string, (attributes: Attributes) => Look> = new Map(
	Object.entries<(attributes: Attributes) => Look>({
		vanish: (attributes) => ({ hidden: isOn(attributes) }),
		webHidden: (attributes) => ({ hidden: isOn(attributes) }),
		specVanish: (attributes) => ({ hidden: isOn(attributes) }),
		b: (attributes) => ({ bold: isOn(attributes) }),
		vertAlign: ({ val }) => ({ raised: val === 'superscript' }),
		position: ({ val }) => ({ raised: Number(val) >= 4 }),
		color: ({ val = '' }) => ({ white: /^f{6}$/i.test(val) }),
		sz: ({ val }) => ({ tiny: Number(val) <= 4 }),
		shd: ({ fill = 'auto' }) => ({ shaded: !/^(?:auto|f{6})$/i.test(fill) }),
		highlight: ({ val }) => ({ shaded: val !== 'none' && val !== 'white' }),
	}),
)

/** Look that property elements set. The last ones win. */
export const lookOf = (properties: readonly Element[]): Look =>
	Object.assign({}, ...properties.map(({ name, attributes }) => LOOKS.get(name)?.(attributes)))

/** Values of all property elements of a name. */
export const valuesOf = (properties: readonly Element[], name: string): string[] =>
	properties.flatMap((each) => (each.name === name ? (each.attributes.val ?? '') : []))

/** Returns a lookup of property elements with those of their style, and of the styles that it is based on, in front. */
export const readStyles = (part: Element | undefined) => {
	const styles = new Map(
		elementsNamed(part, 'style').map((style) => [style.attributes.styleId, childElements(style)]),
	)
	const known = new Map<string | undefined, readonly Element[]>()
	const inherited = (id: string | undefined, depth: number): readonly Element[] => {
		const own = known.get(id) ?? styles.get(id)
		if (own === undefined || known.has(id) || depth > 20) return own ?? []
		const parts = own.filter(({ name }) => name === 'pPr' || name === 'rPr')
		const [base] = valuesOf(own, 'basedOn')
		const all = [...inherited(base, depth + 1), ...own, ...parts.flatMap(childElements)]
		known.set(id, all)
		return all
	}
	return (properties: Element | undefined): readonly Element[] => {
		const own = childElements(properties)
		const [id] = [...valuesOf(own, 'pStyle'), ...valuesOf(own, 'rStyle')]
		return [...(id === undefined ? [] : inherited(id, 0)), ...own]
	}
}
