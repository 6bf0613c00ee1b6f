import { strToU8 } from 'fflate'
import { describe, expect, it } from 'vitest'
import { readDocx } from '#server/extraction/read-docx.ts'
import { SourceError } from '#server/extraction/source-text.ts'
import { docxOf, item, paragraph, run } from '#tests/support/docx.ts'

const read = (bytes: Uint8Array) => {
	const { source, title, leftOut } = readDocx(bytes)
	const blocks = source.blocks.map(
		({ kind, start, end }) => `${kind}: ${source.text.slice(start, end)}`,
	)
	return { title, blocks, text: source.text, leftOut: leftOut.map((each) => each.text).join(' ') }
}
const body = (xml: string, more?: Record<string, Uint8Array>) => read(docxOf(xml, more))

const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const relations = (...all: readonly (readonly [type: string, target: string])[]) =>
	strToU8(
		`<Relationships xmlns="${RELATIONS}">${all.map(([type, target], at) => `<Relationship Id="r${at}" Type="${type}" Target="${target}"/>`).join('')}</Relationships>`,
	)
const TRANSITIONAL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const STRICT = 'http://purl.oclc.org/ooxml/officeDocument/relationships'
const document = (text: string, wordNamespace = 'w') =>
	strToU8(
		`<w:document xmlns:w="${wordNamespace}"><w:body>${paragraph(run('Homes'), 'Kopf')}${paragraph(run(text))}</w:body></w:document>`,
	)
const styles = strToU8(
	'<w:styles xmlns:w="w"><w:style w:styleId="Kopf"><w:name w:val="heading 1"/></w:style></w:styles>',
)
const EMPTY = new Uint8Array()

describe('locating the parts of a Word document', () => {
	it.each([
		['of Word Online', TRANSITIONAL, 'word/document2.xml', 'word/document2.xml'],
		['with a path from the root', TRANSITIONAL, '/word/document2.xml', 'word/document2.xml'],
		['in Strict format', STRICT, 'word/document2.xml', 'word/document2.xml'],
		['in a separate folder', TRANSITIONAL, 'content/main.xml', 'content/main.xml'],
		['with names in uppercase', TRANSITIONAL, 'Word/Document2.xml', 'word/document2.xml'],
		['with backslashes in its names', TRANSITIONAL, 'word/document2.xml', 'word\\document2.xml'],
	])('follows the relationships of one %s', (_, types, target, name) => {
		const folder = name.slice(0, Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)
		const file = name.slice(folder.length)
		const { blocks } = body('', {
			'_rels/.rels': relations([`${types}/officeDocument`, target]),
			'word/document.xml': EMPTY,
			[name]: document('We will cap rents.', 'http://purl.oclc.org/ooxml/wordprocessingml/main'),
			[`${folder}_rels/${file}.rels`]: relations([`${types}/styles`, 'styles2.xml']),
			[`${folder}styles2.xml`]: styles,
		})
		expect(blocks).toEqual(['heading: Homes', 'paragraph: We will cap rents.'])
	})

	it('finds the document without relationships', () => {
		const { text } = body('', {
			'_rels/.rels': relations(),
			'word/document.xml': document('We will cap rents.'),
		})
		expect(text).toContain('We will cap rents.')
	})
})

describe('reading the text of a Word document', () => {
	it('omits note references and reads the notes', () => {
		const note =
			'<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:footnoteReference w:id="2"/></w:r>'
		const custom =
			'<w:r><w:rPr/><w:footnoteReference w:customMarkFollows="1" w:id="3"/><w:t>*</w:t></w:r>'
		const { text } = body(
			paragraph(
				run('We will build 600 homes a year') +
					note +
					run('1', '<w:vertAlign w:val="superscript"/>') +
					custom +
					run(' on 40 km') +
					run('2', '<w:vertAlign w:val="superscript"/>') +
					run(' of land.'),
			),
			{
				'word/_rels/document.xml.rels': relations([`${TRANSITIONAL}/footnotes`, 'footnotes.xml']),
				'word/footnotes.xml': strToU8(
					`<w:footnotes xmlns:w="w"><w:footnote w:type="separator"><w:p><w:r><w:t>---</w:t></w:r></w:p></w:footnote><w:footnote w:id="2">${paragraph(run('As the council said.'))}</w:footnote></w:footnotes>`,
				),
			},
		)
		expect(text).toBe('We will build 600 homes a year on 40 km² of land.\n\nAs the council said.')
	})

	const box = `<w:txbxContent>${paragraph(run('We will cap rents.'))}</w:txbxContent>`
	it.each([
		[
			'in both forms',
			`<mc:AlternateContent><mc:Choice><w:drawing>${box}</w:drawing></mc:Choice><mc:Fallback><w:pict>${box}</w:pict></mc:Fallback></mc:AlternateContent>`,
		],
		['in the old form only', `<w:pict><v:textbox>${box}</v:textbox></w:pict>`],
		[
			'in the new form only',
			`<mc:AlternateContent><mc:Choice><w:drawing>${box}</w:drawing></mc:Choice></mc:AlternateContent>`,
		],
		[
			'with an empty new form',
			`<mc:AlternateContent><mc:Choice/><mc:Fallback>${box}</mc:Fallback></mc:AlternateContent>`,
		],
	])('reads a text box once, %s', (_, xml) => {
		const { blocks } = body(`<w:p><w:r><w:t>Anchor</w:t></w:r><w:r>${xml}</w:r></w:p>`)
		expect(blocks).toEqual(['paragraph: Anchor', 'paragraph: We will cap rents.'])
	})

	it.each([
		['a simple field', '<w:fldSimple w:instr="TITLE">RUN</w:fldSimple>'],
		[
			'a complex field',
			'<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>MERGEFIELD x</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>RUN<w:r><w:fldChar w:fldCharType="end"/></w:r>',
		],
		['a content control', '<w:sdt><w:sdtPr/><w:sdtContent>RUN</w:sdtContent></w:sdt>'],
		['an insertion', '<w:ins>RUN</w:ins>'],
		['a text moved here', '<w:moveTo>RUN</w:moveTo>'],
		['a link', '<w:hyperlink>RUN</w:hyperlink>'],
		['a smart tag', '<w:smartTag>RUN</w:smartTag>'],
	])('reads %s', (_, xml) => {
		const inner = xml.replace('RUN', run('cap rents'))
		expect(body(paragraph(run('We will ') + inner + run('.'))).text).toBe('We will cap rents.')
	})

	it.each([
		['a deletion', '<w:del><w:r><w:delText>sell</w:delText></w:r></w:del>'],
		['a text moved away', `<w:moveFrom>${run('sell')}</w:moveFrom>`],
		[
			'a placeholder text',
			`<w:sdt><w:sdtPr><w:showingPlcHdr/></w:sdtPr><w:sdtContent>${run('sell')}</w:sdtContent></w:sdt>`,
		],
		['hidden text', run('sell', '<w:vanish/>')],
		['white text', run('sell', '<w:color w:val="FFFFFF"/>')],
		['tiny text', run('sell', '<w:sz w:val="2"/>')],
	])('omits %s and lists it', (_, xml) => {
		const { text, leftOut } = body(paragraph(run('We will keep the park.') + xml))
		expect(text).toBe('We will keep the park.')
		expect(leftOut).toBe('sell')
	})

	it.each([
		['of a shaded paragraph', '<w:pPr><w:shd w:val="clear" w:fill="1F3864"/></w:pPr>', ''],
		['of a shaded run', '', '<w:shd w:val="clear" w:fill="1F3864"/>'],
	])('reads white letters %s', (_, paragraphs, runs) => {
		const white = run('We will cap rents.', `<w:color w:val="FFFFFF"/>${runs}`)
		expect(body(`<w:p>${paragraphs}${white}</w:p>`).text).toBe('We will cap rents.')
	})

	it('reads white letters in a table with styled cells', () => {
		const white = paragraph(run('We will cap rents.', '<w:color w:val="FFFFFF"/>'))
		expect(body(`<w:tbl><w:tr><w:tc>${white}</w:tc></w:tr></w:tbl>`).text).toBe(
			'We will cap rents.',
		)
	})

	it('separates words at tabs and line breaks', () => {
		const { text } = body(
			'<w:p><w:r><w:t>We will</w:t><w:tab/><w:t>cap rents</w:t><w:br/><w:t>and build.</w:t></w:r></w:p>',
		)
		expect(text).toBe('We will cap rents\nand build.')
	})

	it.each([
		[
			'a field',
			`<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>TOC \\o</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${run('Homes 3')}</w:p><w:p>${run('Roads 4')}<w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`,
		],
		[
			'a building block',
			`<w:sdt><w:sdtPr><w:docPartObj><w:docPartGallery w:val="Table of Contents"/></w:docPartObj></w:sdtPr><w:sdtContent>${paragraph(run('Homes 3'))}${paragraph(run('Roads 4'))}</w:sdtContent></w:sdt>`,
		],
	])('marks the lines of a table of contents that is %s as other text', (_, xml) => {
		expect(body(`${xml}${paragraph(run('We will cap rents.'))}`).blocks).toEqual([
			'other: Homes 3',
			'other: Roads 4',
			'paragraph: We will cap rents.',
		])
	})

	const embedded = (part: Uint8Array) =>
		body(`${paragraph(run('Before.'))}<w:altChunk r:id="r0"/>${paragraph(run('After.'))}`, {
			'word/_rels/document.xml.rels': relations([`${TRANSITIONAL}/aFChunk`, 'chunk.dat']),
			'word/chunk.dat': part,
		})
	it.each([
		['HTML page', strToU8('<h2>Homes</h2><p>We will cap rents.</p>')],
		['Word document', docxOf(paragraph(run('Homes'), 'H1') + paragraph(run('We will cap rents.')))],
	])('reads an embedded %s in its place', (_, part) => {
		expect(embedded(part).blocks).toEqual([
			...['paragraph: Before.', 'heading: Homes', 'paragraph: We will cap rents.'],
			'paragraph: After.',
		])
	})

	it('counts what embedded documents unpack to as part of the document around them', () => {
		const filler = { 'docProps/core.xml': strToU8(`<core>${' '.repeat(9_000_000)}</core>`) }
		const inner = docxOf(paragraph(run('We will cap rents.')), filler)
		expect(() =>
			body('<w:altChunk r:id="r0"/><w:altChunk r:id="r0"/><w:altChunk r:id="r0"/>', {
				'word/_rels/document.xml.rels': relations([`${TRANSITIONAL}/aFChunk`, 'chunk.dat']),
				'word/chunk.dat': inner,
			}),
		).toThrow(new SourceError('too-large'))
	})

	it('lists an embedded document in another format', () => {
		const { text, leftOut } = embedded(strToU8('{\\rtf1 We will cap rents.}'))
		expect([text, leftOut]).toEqual(['Before.\n\nAfter.', '{\\rtf1 We will cap rents.}'])
	})

	it('lists headers, footers, and comments', () => {
		const { text, leftOut } = body(paragraph(run('We will cap rents.')), {
			'word/_rels/document.xml.rels': relations(
				[`${TRANSITIONAL}/header`, 'header1.xml'],
				[`${TRANSITIONAL}/footer`, 'footer1.xml'],
				[`${TRANSITIONAL}/comments`, 'comments.xml'],
			),
			'word/header1.xml': strToU8(`<w:hdr>${paragraph(run('Our plan'))}</w:hdr>`),
			'word/footer1.xml': strToU8(`<w:ftr>${paragraph(run('Page 1'))}</w:ftr>`),
			'word/comments.xml': strToU8(`<w:comments>${paragraph(run('Is it so?'))}</w:comments>`),
		})
		expect(text).toBe('We will cap rents.')
		expect(leftOut).toBe('Our plan Page 1 Is it so?')
	})

	it('omits text that a style hides', () => {
		const hiding = strToU8(
			'<w:styles xmlns:w="w"><w:style w:styleId="A"><w:rPr><w:color w:val="FFFFFF"/></w:rPr></w:style><w:style w:styleId="B"><w:basedOn w:val="A"/></w:style></w:styles>',
		)
		const { text, leftOut } = body(paragraph(run('Keep.')) + paragraph(run('sell'), 'B'), {
			'word/styles.xml': hiding,
		})
		expect([text, leftOut]).toEqual(['Keep.', 'sell'])
	})

	it('ignores the lines of a table of contents', () => {
		const toc = strToU8(
			'<w:styles xmlns:w="w"><w:style w:styleId="T1"><w:name w:val="toc 1"/></w:style></w:styles>',
		)
		const { blocks } = body(paragraph(run('Homes 3'), 'T1'), { 'word/styles.xml': toc })
		expect(blocks).toEqual(['other: Homes 3'])
	})
})

describe('reading the structure of a Word document', () => {
	const LONG =
		'We will build six hundred homes near the station and let them at rents that people who work in the town can pay. '.repeat(
			4,
		)
	const long = paragraph(run(LONG))

	it('keeps headings, bullets, and paragraphs by style', () => {
		const { title, blocks } = body(
			[
				paragraph(run('Our plan'), 'Titel'),
				paragraph(run('Homes'), 'H1'),
				long,
				item('Cap rents'),
				item('Ban empty houses'),
				paragraph(run('Health'), 'H2'),
				paragraph(run('We will ') + run('hire', '<w:b/>') + run(' nurses.')),
			].join(''),
		)
		expect(title).toBe('A plan for Northtown')
		expect(blocks).toEqual([
			'heading: Our plan',
			'heading: Homes',
			`paragraph: ${LONG.trim()}`,
			'bullet: Cap rents',
			'bullet: Ban empty houses',
			'heading: Health',
			'paragraph: We will hire nurses.',
		])
	})

	it('keeps text explicitly marked as not hidden', () => {
		const { text } = body(long + paragraph(run('We do.', '<w:vanish w:val="0"/>')))
		expect(text).toContain('We do.')
	})

	it('ignores entities, even recursive ones', () => {
		const laughs = `<?xml version="1.0"?><!DOCTYPE w [<!ENTITY a "ha"><!ENTITY b "${'&a;'.repeat(1000)}"><!ENTITY c "${'&b;'.repeat(1000)}"><!ENTITY f SYSTEM "file:///etc/passwd">]><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>&c;&f;${LONG}</w:t></w:r></w:p></w:body></w:document>`
		const { text } = body('', { 'word/document.xml': strToU8(laughs) })
		expect(text).not.toMatch(/haha|root:/)
		expect(text.length).toBeLessThan(1000)
	})
})
