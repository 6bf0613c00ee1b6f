import { Parser } from 'htmlparser2'
import { SourceError } from './source-text.ts'

export type Attributes = Readonly<Record<string, string | undefined>>

export interface Element {
	readonly name: string
	readonly attributes: Attributes
	readonly children: readonly (Element | string)[]
}

interface TreeOptions {
	/** XML, which must be well-formed. Names lose their namespace prefix. */
	readonly xml?: boolean
	/** HTML in which any tag may close itself. */
	readonly selfClosing?: boolean
	readonly maxDepth: number
	readonly maxElements: number
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)
const localNames = (attributes: Record<string, string>): Attributes =>
	Object.fromEntries(Object.entries(attributes).map(([name, value]) => [localName(name), value]))

/**
 * Parses HTML or XML without entities of its own, scripts, or external resources. Returns an element around the roots.
 * @throws {SourceError} if it is too large or too deep, or XML that is not well-formed.
 */
export const parseTree = (
	markup: string,
	{ xml = false, selfClosing = false, maxDepth, maxElements }: TreeOptions,
): Element => {
	const root: (Element | string)[] = []
	const open = [root]
	let elements = 0
	/** The parser reports a self-closing tag as an implied end tag, like a missing one. */
	let isJustOpened = false
	const parser = new Parser(
		{
			onopentag: (name, attributes) => {
				if (open.length > maxDepth) throw new SourceError('too-deep')
				if (++elements > maxElements) throw new SourceError('too-large')
				const children: (Element | string)[] = []
				const named = xml
					? { name: localName(name), attributes: localNames(attributes) }
					: { name, attributes }
				open.at(-1)?.push({ ...named, children })
				open.push(children)
				isJustOpened = true
			},
			onclosetag: (_, isImplied) => {
				if (xml && isImplied && !isJustOpened) throw new SourceError('damaged')
				isJustOpened = false
				open.pop()
			},
			ontext: (text) => {
				isJustOpened = false
				open.at(-1)?.push(text)
			},
		},
		{ xmlMode: xml, recognizeSelfClosing: xml || selfClosing },
	)
	parser.end(markup)
	return { name: '', attributes: {}, children: root }
}

export const childElements = (within: Element | undefined): Element[] =>
	(within?.children ?? []).filter((child) => typeof child !== 'string')

/** All elements of a name, in document order. */
export const elementsNamed = (within: Element | undefined, name: string): Element[] =>
	childElements(within).flatMap((child) => {
		const inner = elementsNamed(child, name)
		return child.name === name ? [child, ...inner] : inner
	})

export const textOf = ({ children }: Element): string =>
	children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('')
