import { type Attributes, childElements, type Element } from './tree.ts'

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

const lookOfProperty = ({ name, attributes }: Element): Look => {
	const { val = '', fill = 'auto' } = attributes
	switch (name) {
		case 'vanish':
		case 'webHidden':
		case 'specVanish':
			return { hidden: isOn(attributes) }
		case 'b':
			return { bold: isOn(attributes) }
		case 'vertAlign':
			return { raised: val === 'superscript' }
		case 'position':
			return { raised: Number(val) >= 4 }
		case 'color':
			return { white: /^f{6}$/i.test(val) }
		case 'sz':
			return { tiny: Number(val) <= 4 }
		case 'shd':
			return { shaded: !/^(?:auto|f{6})$/i.test(fill) }
		case 'highlight':
			return { shaded: val !== 'none' && val !== 'white' }
		default:
			return {}
	}
}

/** Look that the children of a `rPr` or `pPr` element set. */
export const lookOf = (properties: Element | undefined): Look =>
	Object.assign({}, ...childElements(properties).map(lookOfProperty))

export interface Style {
	readonly name: string
	/** Outline level from 0; 9 is body text. */
	readonly outline: number
	/** Numbering id; "0" removes the paragraph from a list. */
	readonly list: string
	readonly look: Look
}

const PLAIN: Style = { name: '', outline: 9, list: '0', look: {} }
export const HEADING = /^(?:heading [1-9]|title|subtitle)$/
export const CONTENTS = /^(?:toc|contents) ?\d/

const childNamed = (within: Element | undefined, name: string): Element | undefined =>
	childElements(within).find((child) => child.name === name)

const valOf = (within: Element | undefined, name: string): string | undefined =>
	childNamed(within, name)?.attributes.val

/** What a paragraph or a style sets over the style it is based on. */
export const styled = (element: Element, base: Style): Style => {
	const properties = childNamed(element, 'pPr')
	const name = valOf(element, 'name')?.toLowerCase() ?? ''
	const isKnown = HEADING.test(name) || CONTENTS.test(name) || base.name === ''
	return {
		name: isKnown && name !== '' ? name : base.name,
		outline: Number(valOf(properties, 'outlineLvl') ?? base.outline),
		list: valOf(childNamed(properties, 'numPr'), 'numId') ?? base.list,
		look: { ...base.look, ...lookOf(properties), ...lookOf(childNamed(element, 'rPr')) },
	}
}

/** Returns a lookup of styles by the name of the property that refers to them, with inheritance resolved. */
export const readStyles = (part: Element | null) => {
	const styles = new Map(
		childElements(childElements(part ?? undefined)[0])
			.filter(({ name }) => name === 'style')
			.map((style) => [style.attributes.styleId ?? '', style]),
	)
	const known = new Map<string, Style>()
	const resolve = (id: string | undefined, depth: number): Style => {
		const style = id === undefined ? undefined : styles.get(id)
		if (style === undefined || depth > 20) return PLAIN
		return styled(style, resolve(valOf(style, 'basedOn'), depth + 1))
	}
	return (properties: Element | undefined, property: 'pStyle' | 'rStyle'): Style => {
		const id = valOf(properties, property) ?? ''
		const found = known.get(id) ?? resolve(id, 0)
		known.set(id, found)
		return found
	}
}
