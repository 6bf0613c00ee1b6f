import { strToU8, zipSync } from 'fflate'

const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const TYPES = 'http://schemas.openxmlformats.org/package/2006/content-types'

const style = (id: string, name: string) =>
	`<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/></w:style>`

const PARTS: Readonly<Record<string, string>> = {
	'[Content_Types].xml': `<Types xmlns="${TYPES}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
	'_rels/.rels': `<Relationships xmlns="${RELATIONS}"><Relationship Id="r1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`,
	'word/_rels/document.xml.rels': `<Relationships xmlns="${RELATIONS}"><Relationship Id="r1" Type="${OFFICE}/styles" Target="styles.xml"/><Relationship Id="r2" Type="${OFFICE}/numbering" Target="numbering.xml"/></Relationships>`,
	'word/styles.xml': `<w:styles xmlns:w="${WORD}">${style('Titel', 'Title')}${style('H1', 'heading 1')}${style('H2', 'heading 2')}</w:styles>`,
	'word/numbering.xml': `<w:numbering xmlns:w="${WORD}"><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`,
	'docProps/core.xml':
		'<cp:coreProperties xmlns:cp="c" xmlns:dc="d"><dc:title>A plan for Northtown</dc:title></cp:coreProperties>',
}

/** A run with properties. */
export const run = (text: string, properties = ''): string =>
	`<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`

/** A paragraph in a style. */
export const paragraph = (runs: string, styleId = ''): string =>
	`<w:p><w:pPr>${styleId === '' ? '' : `<w:pStyle w:val="${styleId}"/>`}</w:pPr>${runs}</w:p>`

/** A bulleted list item. */
export const item = (text: string): string =>
	`<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr>${run(text)}</w:p>`

/**
 * A Word document with these paragraphs.
 * @param more additional or replaced parts.
 */
export const docxOf = (
	body: string,
	more: Readonly<Record<string, Uint8Array>> = {},
): Uint8Array => {
	const document = `<?xml version="1.0"?><w:document xmlns:w="${WORD}"><w:body>${body}</w:body></w:document>`
	const parts = Object.entries({ ...PARTS, 'word/document.xml': document })
	return zipSync({
		...Object.fromEntries(parts.map(([name, xml]) => [name, strToU8(xml)])),
		...more,
	})
}
