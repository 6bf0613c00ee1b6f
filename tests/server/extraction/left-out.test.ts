import fc from 'fast-check'
import { strToU8 } from 'fflate'
import { describe, expect, it } from 'vitest'
import { readDocx } from '#server/extraction/read-docx.ts'
import { readHtml } from '#server/extraction/read-html.ts'
import { readPdf } from '#server/extraction/read-pdf.ts'
import type { ReadDocument } from '#server/extraction/source-text.ts'
import { leftOutOf } from '#server/services/extraction/read.ts'
import { docxOf, item, paragraph, run } from '#tests/support/docx.ts'
import { pdfOf } from '#tests/support/pdf.ts'

/** Words of a document: "word0", "word1" … Numbers each W of a template. */
const numbered = (template: string): { readonly text: string; readonly words: string[] } => {
	const words: string[] = []
	const text = template.replace(/\bW\b/g, () => {
		words.push(`word${words.length}`)
		return words.at(-1) ?? ''
	})
	return { text, words }
}

const found = (texts: readonly string[]): string[] => texts.join(' ').match(/word\d+/g) ?? []

/** Asserts that each word is either read or left out and counted, once. */
const expectNothingLost = ({ source, leftOut }: ReadDocument, words: readonly string[]) => {
	const blocks = source.blocks.map(({ start, end }) => source.text.slice(start, end))
	const all = [...found(blocks), ...found(leftOut.map(({ text }) => text))]
	expect(all.toSorted()).toEqual([...words].toSorted())
}

const around = (parts: readonly string[], wrappers: readonly string[]) =>
	fc.letrec<{ part: string; some: string }>((tie) => ({
		part: fc.oneof(
			{ maxDepth: 4, depthSize: 'small' },
			fc.constantFrom(...parts),
			fc
				.tuple(fc.constantFrom(...wrappers), tie('some'))
				.map(([wrapper, some]) => wrapper.replace('INNER', () => some)),
		),
		some: fc.array(tie('part'), { minLength: 1, maxLength: 4 }).map((some) => some.join('\n')),
	})).some

const HTML_PARTS = [
	'<p>W W <b>W</b> W<i>.</i></p>',
	'<h2>W W</h2>',
	'<ul><li>W <a href="/x">W</a><li>W W</ul>',
	'W <br> W',
	'<p>W W<sup>1</sup> W.</p>',
	'<p style="display:none">W W</p>',
	'<p class="sr-only">W W</p>',
	'<div hidden>W <b>W</b></div>',
	'<p style="opacity:0">W W</p>',
	'<span aria-hidden="true">W</span>',
	'<noscript>W W</noscript>',
	'<template><p>W W</p></template>',
	'<iframe>W W</iframe>',
	'<svg><title>W</title><text>W</text></svg>',
	'<math><mi>W</mi></math>',
	'<select><option>W<option>W</select>',
	'<textarea>W W</textarea>',
	'<button>W</button>',
	'<label>W <input></label>',
	'<del>W W</del>',
	'<p>\u202eW W\u202c W</p>',
	'<slot>W</slot>',
	'<map name="m">W</map>',
	'<ruby>W<rp>(</rp><rt>W</rt></ruby>',
	'<p>W ......... 12</p>',
	'<pre>W\n  W</pre>',
	'<table><caption>W</caption><tr><th>W<td>W</table>',
	'<object>W</object><video>W</video>',
	'<dialog>W W</dialog>',
	'<bdo dir="rtl">W</bdo>',
	'<font color="white">W</font>',
	'<details><summary>W</summary>W</details>',
	'<svg/><p>W W</p>',
	'<p>W<a href="#fn1">[1]</a> W</p>',
	'<xmp>W</xmp>',
	'<!-- comment --><script>let a</script><style>p{}</style>',
]
const HTML_WRAPPERS = [
	...['<div>INNER</div>', '<main>INNER</main>', '<article>INNER</article>', '<nav>INNER</nav>'],
	...['<form><input name="a">INNER</form>', '<footer>INNER</footer>', '<aside>INNER</aside>'],
	...['<div role="navigation">INNER</div>', '<div style="visibility:hidden">INNER</div>'],
	...['<section class="hidden">INNER</section>', '<search>INNER</search>', '<p>INNER'],
	...['<blockquote>INNER</blockquote>', '<div role="dialog" class="cookie">INNER</div>'],
]

const complexField = (inner: string, instruction: string) =>
	`<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>${instruction}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${inner}<w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`
const box = `<w:txbxContent>${paragraph(run('TEXT'))}</w:txbxContent>`
/** A text box in both forms; the second repeats the first. */
const bothForms = (words: string) =>
	`<w:p>${run('W')}<w:r><mc:AlternateContent><mc:Choice>${box.replace('TEXT', words)}</mc:Choice><mc:Fallback/></mc:AlternateContent></w:r></w:p>`
const DOCX_PARTS = [
	paragraph(run('W W') + run(' W', '<w:b/>')),
	paragraph(run('W'), 'H1'),
	item('W W'),
	paragraph(run('W ') + run('W', '<w:vanish/>') + run('W', '<w:color w:val="FFFFFF"/>')),
	paragraph(`<w:ins>${run('W')}</w:ins><w:del><w:r><w:delText>W</w:delText></w:r></w:del>`),
	paragraph(`<w:moveFrom>${run('W')}</w:moveFrom><w:moveTo>${run('W')}</w:moveTo>`),
	paragraph(`<w:fldSimple w:instr="X">${run('W')}</w:fldSimple>`),
	complexField(run('W'), 'MERGEFIELD X'),
	complexField(run('W 3'), 'TOC \\o'),
	`<w:sdt><w:sdtPr/><w:sdtContent>${paragraph(run('W'))}</w:sdtContent></w:sdt>`,
	`<w:sdt><w:sdtPr><w:showingPlcHdr/></w:sdtPr><w:sdtContent>${paragraph(run('W'))}</w:sdtContent></w:sdt>`,
	bothForms('W W'),
	paragraph(run('W ') + run('1', '<w:vertAlign w:val="superscript"/>') + run(' W')),
	paragraph(`<w:hyperlink>${run('W')}</w:hyperlink>`),
	paragraph('<m:oMath><m:r><m:t>W</m:t></m:r></m:oMath>'),
	paragraph('<w:r><w:t>W</w:t><w:tab/><w:t>W</w:t><w:br/><w:t>W</w:t></w:r>'),
	paragraph(
		`<w:r><w:ruby><w:rt>${run('W')}</w:rt><w:rubyBase>${run('W')}</w:rubyBase></w:ruby></w:r>`,
	),
]
const DOCX_WRAPPERS = [
	'<w:tbl><w:tr><w:tc>INNER</w:tc></w:tr></w:tbl>',
	'<w:sdt><w:sdtPr/><w:sdtContent>INNER</w:sdtContent></w:sdt>',
	'<w:customXml>INNER</w:customXml>',
]
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const besides = ['header', 'footer', 'comments', 'footnotes', 'endnotes']
const withBesides = (body: string, words: readonly string[]) =>
	docxOf(body, {
		'word/_rels/document.xml.rels': strToU8(
			`<Relationships>${besides.map((type) => `<Relationship Id="${type}" Type="${RELATIONS}/${type}" Target="${type}.xml"/>`).join('')}</Relationships>`,
		),
		...Object.fromEntries(
			besides.map((type, at) => [
				`word/${type}.xml`,
				strToU8(`<w:${type}>${paragraph(run(words[at] ?? ''))}</w:${type}>`),
			]),
		),
	})

/** pdf.js does not report text outside the page, so none is here. */
const PDF_PARTS = [
	'BT /F1 11 Tf 1 0 0 1 50 Y Tm (W W W W) Tj ET',
	'BT /F1 11 Tf 1 0 0 1 50 Y Tm (W W neigh-) Tj ET',
	'BT /F2 16 Tf 1 0 0 1 50 Y Tm (W W) Tj ET',
	'BT /F1 11 Tf 1 0 0 1 60 Y Tm (- W W.) Tj ET',
	'BT /F1 1 Tf 1 0 0 1 50 Y Tm (W W) Tj ET',
	'BT /F1 11 Tf 0.7 0.7 -0.7 0.7 200 Y Tm (W W) Tj ET',
	'BT /F1 11 Tf -1 0 0 1 200 Y Tm (W W) Tj ET',
	'BT /F1 11 Tf 0 1 -1 0 300 Y Tm (W W) Tj ET',
	'BT /F1 11 Tf 1 0 0 1 50 Y Tm (W .......... 3) Tj ET',
	'BT /F1 11 Tf 1 0 0 1 50 Y Tm (W) Tj 1 0 0 1 500 Y Tm (12) Tj ET',
	'BT /F1 11 Tf 1 0 0 1 50 Y Tm (W) Tj /F1 6 Tf 4 Ts (1) Tj 0 Ts /F1 11 Tf ( W) Tj ET',
	'BT /F1 11 Tf 1 0 0 1 50 Y Tm (W) Tj 1 0 0 1 400 Y Tm (W W) Tj ET',
	'/Artifact BMC BT /F1 11 Tf 1 0 0 1 50 Y Tm (W W) Tj ET EMC',
]
const field = (flags: number) =>
	`<< /Type /Annot /Subtype /Widget /FT /Tx /T (a) /F ${flags} /Rect [50 600 400 640] /V (W W) >>`
const PDF_PAGES = ['', '/Rotate 90', '/Rotate 180', '/Rotate 270', '/UserUnit 2']

describe('text of a document is read, or left out and counted', () => {
	it('in HTML', () => {
		fc.assert(
			fc.property(around(HTML_PARTS, HTML_WRAPPERS), fc.boolean(), (body, isWhole) => {
				const head = isWhole ? '<head><title>T</title>' : ''
				const { text, words } = numbered(`<html>${head}<p>W</p>${body}`)
				expectNothingLost(readHtml(text), words)
			}),
			{ numRuns: 300 },
		)
	})

	it('in Word', () => {
		fc.assert(
			fc.property(around(DOCX_PARTS, DOCX_WRAPPERS), (body) => {
				const { text, words } = numbered(`${paragraph(run('W'))}${body}<!-- W W W W W -->`)
				expectNothingLost(readDocx(withBesides(text, words.slice(-besides.length))), words)
			}),
			{ numRuns: 100 },
		)
	})

	it('in PDF', async () => {
		const page = fc.tuple(
			fc.array(fc.constantFrom(...PDF_PARTS), { minLength: 1, maxLength: 12 }),
			fc.constantFrom(...PDF_PAGES),
			fc.constantFrom('', field(4), field(2)),
			fc.boolean(),
		)
		await fc.assert(
			fc.asyncProperty(fc.array(page, { minLength: 1, maxLength: 4 }), async (pages) => {
				const words: string[] = []
				const numberOn = (template: string) =>
					template.replace(/\bW\b/g, () => `word${words.push('') - 1}`)
				const streams = pages.map(([parts, entries, annotation, isRunning], at) => {
					const content = [
						'BT /F1 11 Tf 1 0 0 1 50 420 Tm (W W W W W) Tj ET',
						...parts.map((part, index) => part.replace(/\bY\b/g, String(740 - 30 * index))),
						isRunning ? `BT /F1 11 Tf 1 0 0 1 50 810 Tm (Plan ${at + 1}) Tj ET` : '',
						isRunning ? `BT /F1 11 Tf 1 0 0 1 290 20 Tm (${at + 1}) Tj ET` : '',
					]
					return {
						bytes: Buffer.from(numberOn(content.join('\n'))),
						page: `${entries} /Annots [${numberOn(annotation)}]`,
					}
				})
				expectNothingLost(
					await readPdf(pdfOf(streams)),
					words.map((_, at) => `word${at}`),
				)
			}),
			{ numRuns: 60 },
		)
	})
})

describe('report of left-out text', () => {
	it('groups words by reason', () => {
		expect(
			leftOutOf([
				{ reason: 'hidden', text: 'Skip  to content' },
				{ reason: 'mark', text: '1' },
				{ reason: 'hidden', text: 'Menu' },
				{ reason: 'repeated', text: ' ' },
			]),
		).toEqual({
			words: 5,
			texts: [],
			groups: [
				{ reason: 'hidden', words: 4, texts: ['Skip to content', 'Menu'] },
				{ reason: 'mark', words: 1, texts: ['1'] },
			],
		})
	})

	it('counts all words but stores an excerpt', () => {
		const many = Array.from({ length: 1000 }, () => ({ reason: 'hidden', text: 'a b' }) as const)
		const [group] = leftOutOf(many)?.groups ?? []
		expect([group?.words, group?.texts.length]).toEqual([2000, 200])
		const [long] = leftOutOf([{ reason: 'hidden', text: 'ab '.repeat(20_000) }])?.groups ?? []
		expect([long?.words, long?.texts.join('').length]).toEqual([20_000, 40_000])
	})

	it('is empty if nothing was left out', () => {
		expect(leftOutOf([])).toBeNull()
	})
})
