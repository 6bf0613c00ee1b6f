import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readPdf } from '#server/extraction/read-pdf.ts'
import { type DrawnLine, drawn, pdfOf } from '#tests/support/pdf.ts'

const data = resolve(import.meta.dirname, '../../data/extraction')

const read = async (content: string | Buffer, page = '') => {
	const { source, leftOut } = await readPdf(pdfOf([{ bytes: Buffer.from(content), page }]))
	return { text: source.text, leftOut: leftOut.map((each) => each.text).join(' ') }
}
const lines = (matrix: (line: number) => string, texts: readonly string[]): string =>
	texts.map((text, line) => `BT /F1 11 Tf ${matrix(line)} Tm (${text}) Tj ET`).join('\n')
const PLAN = ['We will build homes on the land of the old harbour, which', 'the town owns already.']
const WHOLE = PLAN.join(' ')

describe('reading PDF pages as displayed', () => {
	it.each([
		['turned by 90', '/Rotate 90', (n: number) => `0 1 -1 0 ${100 + 14 * n} 50`],
		['turned by 180', '/Rotate 180', (n: number) => `-1 0 0 -1 545 ${100 + 14 * n}`],
		['turned by 270', '/Rotate 270', (n: number) => `0 -1 1 0 ${400 - 14 * n} 790`],
		['turned unnecessarily', '/Rotate 90', (n: number) => `1 0 0 1 50 ${700 - 14 * n}`],
		['written sideways', '', (n: number) => `0 1 -1 0 ${100 + 14 * n} 50`],
		['set in slanted letters', '', (n: number) => `1 0 0.3 1 50 ${700 - 14 * n}`],
		[
			'scanned askew',
			'',
			(n: number) => `0.996 0.087 -0.087 0.996 ${50 + 1.2 * n} ${500 - 14 * n}`,
		],
		['of larger units', '/UserUnit 2', (n: number) => `1 0 0 1 50 ${700 - 14 * n}`],
		['cropped', '/CropBox [40 400 595 842]', (n: number) => `1 0 0 1 50 ${700 - 14 * n}`],
	])('reads a page that is %s', async (_, page, matrix) => {
		const { text } = await read(lines(matrix, PLAN), page)
		expect(text).toBe(WHOLE)
	})

	it('reads two columns of a rotated page in sequence', async () => {
		const column = (from: number, texts: readonly string[]) =>
			lines((n) => `0 1 -1 0 ${100 + 14 * n} ${from}`, texts)
		const { text } = await read(
			`${column(50, PLAN)}\n${column(450, ['We will ban wood stoves', 'in all new houses.'])}`,
			'/Rotate 90',
		)
		expect(text).toContain(WHOLE)
		expect(text).toContain('We will ban wood stoves in all new houses.')
	})

	it('omits and lists cropped text, tiny text, and watermarks', async () => {
		const { text, leftOut } = await read(
			[
				lines((n) => `1 0 0 1 50 ${700 - 14 * n}`, PLAN),
				lines(() => '1 0 0 1 50 100', ['Cropped']),
				lines(() => '0.1 0 0 0.1 50 600', ['Tiny']),
				lines(() => '0.7 0.7 -0.7 0.7 200 500', ['Draft']),
			].join('\n'),
			'/CropBox [40 400 595 842]',
		)
		expect(text).toBe(WHOLE)
		expect(leftOut).toBe('Tiny Draft')
	})
})

describe('reading superscripts of a PDF', () => {
	it('omits note references and keeps exponents', async () => {
		const { text } = await read(
			drawn([
				{ x: 50, y: 700, text: 'We will build 600 homes a year' },
				{ x: 205, y: 704, size: 6, text: '1' },
				{ x: 209, y: 700, text: ' on 40 km' },
				{ x: 257, y: 704, size: 6, text: '2' },
				{ x: 261, y: 700, text: ' of land.' },
			]),
		)
		expect(text).toBe('We will build 600 homes a year on 40 km² of land.')
	})
})

describe('reading PDF form fields and annotations', () => {
	const plain = lines((n) => `1 0 0 1 50 ${700 - 14 * n}`, PLAN)
	const field = (flags: number) =>
		`/Annots [<< /Type /Annot /Subtype /Widget /FT /Tx /T (a) /F ${flags} /Rect [50 600 400 640] /V (We will cap rents.\n- Ban empty houses) >> << /Type /Annot /Subtype /FreeText /F ${flags} /Rect [50 500 400 540] /DA (/F1 11 Tf) /Contents (We will plant trees.) >>]`

	it('reads filled fields and free text', async () => {
		const { text } = await read(plain, field(4))
		expect(text).toBe(
			`${WHOLE}\n\nWe will cap rents.\n\n- Ban empty houses\n\nWe will plant trees.`,
		)
	})

	it('omits hidden ones and lists them', async () => {
		expect(await read(plain, field(2))).toEqual({
			text: WHOLE,
			leftOut: 'We will plant trees. We will cap rents. - Ban empty houses',
		})
	})
})

describe('reading the structure of a PDF', () => {
	const readBytes = async (bytes: Uint8Array) => {
		const { source, title } = await readPdf(bytes)
		const blocks = source.blocks.map(
			({ kind, start, end }) => `${kind}: ${source.text.slice(start, end)}`,
		)
		return { title, blocks, text: source.text }
	}
	const readPages = (pages: readonly (readonly DrawnLine[])[]) =>
		readBytes(pdfOf(pages.map((page) => ({ bytes: drawn(page) }))))

	it.each(['manifesto-tagged.pdf', 'manifesto-untagged.pdf'])(
		'keeps the structure of a printed page without running headers: %s',
		async (name) => {
			const { title, blocks, text } = await readBytes(
				new Uint8Array(readFileSync(resolve(data, name))),
			)
			expect(title).toBe('A plan for Northtown')
			expect(blocks.filter((each) => /^heading: Chapter \d$/.test(each))).toHaveLength(8)
			expect(blocks.filter((each) => /^bullet: Open \d new clinics/.test(each))).toHaveLength(8)
			expect(text.match(/What it costs/g)).toHaveLength(8)
			expect(text.match(/Hire \d0 teachers/g)).toHaveLength(8)
			expect(text).toContain('let them at rents that people who work in the town can afford')
			expect(text).not.toContain('manifesto')
		},
	)

	const column = (x: number, from: number, texts: readonly string[]): DrawnLine[] =>
		texts.map((text, index) => ({ x, y: from - 14 * index, text }))
	const filler = column(
		50,
		400,
		Array.from(
			{ length: 8 },
			() =>
				'We will build six hundred homes near the station and let them at rents that people who wor',
		),
	)

	it('joins words hyphenated at the margin and keeps other hyphens', async () => {
		const { text } = await readPages([
			[
				...column(50, 700, [
					'We will open a walk-in clinic for every neigh-',
					'bourhood of the town, and a second walk-',
					'in clinic at the harbour.',
				]),
				...filler,
			],
		])
		expect(text).toContain(
			'We will open a walk-in clinic for every neighbourhood of the town, and a second walk-in clinic at the harbour.',
		)
	})

	it('joins words hyphenated at the end of a page', async () => {
		const { text } = await readPages([
			[
				{ x: 50, y: 810, text: 'Our plan' },
				...column(50, 100, ['We will open a clinic in each neigh-']),
			],
			[{ x: 50, y: 810, text: 'Our plan' }, ...column(50, 760, ['bourhood of the town.'])],
		])
		expect(text).toBe('We will open a clinic in each neighbourhood of the town.')
	})

	it('reads text drawn twice for bold letters once', async () => {
		const { text } = await readPages([
			[
				{ x: 50, y: 700, text: 'We will cap rents.' },
				{ x: 50.3, y: 700, text: 'We will cap rents.' },
			],
		])
		expect(text).toBe('We will cap rents.')
	})

	const CHAPTERS = ['Build homes', 'Cap rents', 'Ban wood stoves', 'Open clinics']
	it.each([
		[
			'with leader dots',
			(title: string, at: number) => [
				{ x: 50, y: 700 - 14 * at, text: `${title} ${'.'.repeat(40)} ${at + 1}` },
			],
		],
		[
			'with page numbers in a column',
			(title: string, at: number) => [
				{ x: 50, y: 700 - 14 * at, text: title },
				{ x: 500, y: 700 - 14 * at, text: String(at + 1) },
			],
		],
	])('marks a table of contents as other text: %s', async (_, rowOf) => {
		const { blocks } = await readPages([CHAPTERS.flatMap(rowOf), filler])
		const contents = blocks.filter((each) => CHAPTERS.some((title) => each.includes(title)))
		expect(contents).toHaveLength(4)
		expect(contents.every((each) => each.startsWith('other: '))).toBe(true)
	})

	it('reads a table of figures', async () => {
		const { blocks } = await readPages([
			CHAPTERS.flatMap((title, at) => [
				{ x: 50, y: 700 - 14 * at, text: title },
				{ x: 500, y: 700 - 14 * at, text: String(100 + at) },
			]),
		])
		expect(blocks.filter((each) => each.startsWith('other'))).toEqual([])
	})

	it('detects headings by font and bullets by their markers', async () => {
		const { blocks } = await readPages([
			[
				{ x: 50, y: 760, size: 18, text: 'Homes and rents' },
				{ x: 50, y: 730, bold: true, text: 'What we will do' },
				{ x: 60, y: 710, text: '\x95 Build homes on the land of the old harbour, which' },
				{ x: 70, y: 696, text: 'the town owns already' },
				{ x: 60, y: 682, text: '- Cap rents' },
				{ x: 60, y: 668, text: '3. Ban empty houses' },
				...filler,
			],
		])
		expect(blocks.slice(0, 5)).toEqual([
			'heading: Homes and rents',
			'heading: What we will do',
			'bullet: Build homes on the land of the old harbour, which the town owns already',
			'bullet: Cap rents',
			'bullet: Ban empty houses',
		])
	})

	it('reads columns in sequence', async () => {
		const left = column(50, 700, ['We will cap the rents of', 'all homes in the town.'])
		const right = column(320, 700, ['We will ban wood stoves', 'in all new houses.'])
		const { text } = await readPages([[...left, ...right, ...filler]])
		expect(text).toContain('We will cap the rents of all homes in the town.')
		expect(text).toContain('We will ban wood stoves in all new houses.')
	})

	it('omits invisible text (tiny or off the page)', async () => {
		const { text } = await readPages([
			[
				{ x: 50, y: 700, size: 1, text: 'We will sell the park.' },
				{ x: 900, y: 700, text: 'We will sell the school.' },
				{ x: -500, y: 700, text: 'We will sell the bus.' },
				...filler,
			],
		])
		expect(text).not.toContain('sell')
	})

	it('omits running headers and keeps other text at the edge', async () => {
		const { text } = await readPages(
			Array.from({ length: 4 }, (_, page) => [
				{ x: 50, y: 810, text: `Northtown First ${page + 1}` },
				{
					x: 50,
					y: 780,
					text: `We will open clinic number ${page} at the ${'abcd'[page]} road.`,
				},
				...filler,
				{ x: 290, y: 20, text: `- ${page + 1} -` },
			]),
		)
		expect(text).not.toContain('Northtown First')
		expect(text.match(/clinic number/g)).toHaveLength(4)
		expect(text).not.toMatch(/- \d -/)
	})
})
