import { parsePart } from './docx-package.ts'

export interface Style {
	name: string
	basedOn: string | null
	/** Outline level from 0; 9 is body text. */
	outline: number | null
	/** Numbering id; "0" removes the paragraph from a list. */
	list: string | null
	hidden: boolean | null
	bold: boolean | null
	raised: boolean | null
}

const isOn = ({ val = '1' }: Readonly<Record<string, string>>): boolean =>
	!/^(?:0|false|off|none)$/.test(val)

export const noteProperty = (
	to: Pick<Style, 'hidden' | 'bold' | 'raised'>,
	name: string,
	attributes: Readonly<Record<string, string>>,
): void => {
	if (/^(?:vanish|webHidden|specVanish)$/.test(name)) to.hidden = isOn(attributes)
	if (name === 'b') to.bold = isOn(attributes)
	if (name === 'vertAlign') to.raised = attributes.val === 'superscript'
	if (name === 'position') to.raised = Number(attributes.val) >= 4
}

/** Returns a lookup of styles by id, with inheritance resolved. */
export const readStyles = (bytes: Uint8Array | null): ((id: string | null) => Style) => {
	const styles = new Map<string, Style>()
	let style: Style | null = null
	const blank = (): Style => ({
		...{ name: '', basedOn: null, outline: null, list: null },
		...{ hidden: null, bold: null, raised: null },
	})
	const open = (name: string, attributes: Readonly<Record<string, string>>): void => {
		const { val = '', styleId = '' } = attributes
		if (name === 'style') {
			style = blank()
			styles.set(styleId, style)
		}
		if (style === null) return
		noteProperty(style, name, attributes)
		if (name === 'name') style.name = val.toLowerCase()
		else if (name === 'basedOn') style.basedOn = val
		else if (name === 'outlineLvl') style.outline = Number(val)
		else if (name === 'numId') style.list = val
	}
	const close = (name: string): void => {
		if (name === 'style') style = null
	}
	if (bytes !== null) parsePart(bytes, { open, close })
	const known = new Map<string, Style>()
	const resolve = (id: string | null, depth: number): Style => {
		const own = id === null ? undefined : styles.get(id)
		if (id === null || own === undefined || depth > 20) return blank()
		const base = resolve(own.basedOn, depth + 1)
		const isHeading = /^(?:heading [1-9]|title|subtitle)$/.test(own.name)
		return {
			...own,
			name: isHeading || /^toc \d/.test(own.name) || base.name === '' ? own.name : base.name,
			outline: own.outline ?? base.outline,
			list: own.list ?? base.list,
			hidden: own.hidden ?? base.hidden,
			bold: own.bold ?? base.bold,
			raised: own.raised ?? base.raised,
		}
	}
	return (id) => {
		const found = known.get(id ?? '') ?? resolve(id, 0)
		known.set(id ?? '', found)
		return found
	}
}
