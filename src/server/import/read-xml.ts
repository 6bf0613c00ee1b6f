import { Parser } from 'htmlparser2'

/** An XML element without namespaces. `line` is 1-based. */
export interface Element {
	readonly name: string
	readonly attributes: Readonly<Record<string, string>>
	readonly children: readonly Element[]
	readonly text: string
	readonly line: number
}

type Open = { -readonly [Key in keyof Element]: Element[Key] } & { readonly children: Element[] }

/** Deeper or larger documents are refused. */
const DEPTH_MAX = 100
const ELEMENTS_MAX = 500_000

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

class Malformed extends Error {}

/**
 * Parses XML. A document type is refused, so that there are no entities to expand.
 * @returns the root element, or the reason why there is none.
 */
export const parseXml = (text: string): Element | string => {
	const root: Open = { name: '', attributes: {}, children: [], text: '', line: 1 }
	const open: Open[] = [root]
	let count = 0
	let [line, counted] = [1, 0]
	const lineAt = (offset: number): number => {
		for (; counted < offset; counted++) if (text.charCodeAt(counted) === 10) line++
		return line
	}
	const parser = new Parser(
		{
			onprocessinginstruction(name) {
				if (name.startsWith('!')) throw new Malformed('has a document type, which is not supported')
			},
			onopentag(name, attributes) {
				count++
				if (open.length > DEPTH_MAX || count > ELEMENTS_MAX) throw new Malformed('holds too much')
				const at = lineAt(parser.startIndex)
				const element: Open = {
					name: localName(name),
					attributes,
					children: [],
					text: '',
					line: at,
				}
				open.at(-1)?.children.push(element)
				open.push(element)
			},
			ontext(part) {
				const element = open.at(-1)
				if (element !== undefined) element.text += part
			},
			onclosetag(_, isImplied) {
				if (isImplied && text[parser.endIndex - 1] !== '/') throw new Malformed('is not closed')
				open.pop()
			},
		},
		{ xmlMode: true },
	)
	try {
		parser.end(text)
	} catch (error) {
		if (error instanceof Malformed) return error.message
		throw error
	}
	return root.children[0] ?? 'has no element'
}
