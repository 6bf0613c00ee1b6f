import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { deflateSync } from 'node:zlib'
import { strToU8 } from 'fflate'
import { describe, expect, it } from 'vitest'
import { readInWorker } from '#server/extraction/read-in-worker.ts'
import { type RawSource, readSource } from '#server/extraction/read-source.ts'
import { docxOf, item, paragraph, run } from '#tests/support/docx.ts'
import { type DrawnLine, drawn, pdfOf } from '#tests/support/pdf.ts'

const data = resolve(import.meta.dirname, '../../data/extraction')
const LONG =
	'We will build six hundred homes near the station and let them at rents that people who work in the town can pay. '.repeat(
		4,
	)

const read = async (raw: RawSource) => {
	const outcome = await readSource(raw)
	if (!outcome.ok) throw new Error(outcome.error.kind)
	const { source, title } = outcome.value
	const blocks = source.blocks.map(
		({ kind, start, end }) => `${kind}: ${source.text.slice(start, end)}`,
	)
	return { title, blocks, text: source.text }
}
const failure = async (raw: RawSource): Promise<string> => {
	const outcome = await readSource(raw)
	return outcome.ok ? 'read' : outcome.error.kind
}
const bytes = (text: string, encoding: BufferEncoding = 'utf8') =>
	new Uint8Array(Buffer.from(text, encoding))
const pdf = (pages: readonly (readonly DrawnLine[])[], trailer = ''): RawSource => ({
	bytes: pdfOf(
		pages.map((lines) => ({ bytes: drawn(lines) })),
		trailer,
	),
	fileName: 'plan.pdf',
})

describe('reading a text or a page', () => {
	it('reads a page with headings and title', async () => {
		const html = `<html><head><title> A plan\n for &amp; by us </title></head><body><h1>Homes</h1><p>${LONG}</p><svg><title>no</title></svg></body></html>`
		const { title, blocks } = await read({ bytes: bytes(html), mediaType: 'text/html' })
		expect(title).toBe('A plan for & by us')
		expect(blocks).toEqual(['heading: Homes', `paragraph: ${LONG.trim()}`])
	})

	describe('large page', () => {
		/** Page made large by scripts, not in UTF-8. */
		const large: RawSource = {
			bytes: bytes(
				`<title>Le caf\xe9</title><script>${'x = 1;'.repeat(300_000)}</script><h1>Caf\xe9</h1><p>${LONG}</p>`,
				'latin1',
			),
			mediaType: 'text/html',
			charset: 'windows-1252',
		}

		it('is read like a small one without blocking the server', async () => {
			let turns = 0
			let reading = true
			const turn = (): void => {
				turns++
				if (reading) setImmediate(turn)
			}
			setImmediate(turn)
			const { title, blocks } = await read(large).finally(() => {
				reading = false
			})
			expect(turns).toBeGreaterThan(1)
			expect(title).toBe('Le café')
			expect(blocks).toEqual(['heading: Café', `paragraph: ${LONG.trim()}`])
		})

		it('is aborted when cancelled', async () => {
			const stop = new AbortController()
			const running = readSource(large, stop.signal)
			stop.abort()
			expect(await running).toMatchObject({ ok: false, error: { kind: 'cancelled' } })
		})
	})

	it('titles a text by its first heading', async () => {
		const text = `# Our plan\n\n${LONG}`
		expect((await read({ bytes: bytes(text), fileName: 'PLAN.TXT' })).title).toBe('Our plan')
	})

	it.each<[string, Uint8Array, Partial<RawSource>]>([
		['UTF-8', bytes(`Café “${LONG}`), {}],
		['UTF-8 with a mark', bytes(`\ufeffCafé “${LONG}`), { charset: 'iso-8859-1' }],
		['UTF-16', bytes(`\ufeffCafé “${LONG}`, 'utf16le'), {}],
		[
			'what the reply says',
			Uint8Array.from([...bytes('Caf\xe9 \x93', 'latin1'), ...bytes(LONG)]),
			{ charset: 'Windows-1252' },
		],
		[
			'Windows-1252, which nobody says',
			Uint8Array.from([...bytes('Caf\xe9 \x93', 'latin1'), ...bytes(LONG)]),
			{},
		],
		[
			'UTF-8, where the reply says what nobody knows',
			bytes(`Café “${LONG}`),
			{ charset: 'klingon' },
		],
	])('reads %s', async (_, raw, more) => {
		const { text } = await read({ bytes: raw, mediaType: 'text/plain', ...more })
		expect(text.slice(0, 6)).toBe('Café “')
	})

	it('reads the charset declared by a page', async () => {
		const html = `<meta http-equiv="content-type" content="text/html; charset=windows-1250"><p>\xe8\xe9 ${LONG}</p>`
		const { text } = await read({ bytes: bytes(html, 'latin1'), mediaType: 'text/html' })
		expect(text.slice(0, 2)).toBe('čé')
	})

	it.each<[string, RawSource, string]>([
		['a few words', { bytes: bytes('We will cap rents.'), fileName: 'a.txt' }, 'too-short'],
		[
			'a page whose text is its menu',
			{ bytes: bytes(`<nav>${LONG}</nav><p>Hello</p>`), fileName: 'a.html' },
			'too-short',
		],
		['nothing', { bytes: bytes(''), fileName: 'a.txt' }, 'empty'],
		['a name without an ending', { bytes: bytes(LONG), fileName: 'plan' }, 'unknown-file'],
		['another ending', { bytes: bytes(LONG), fileName: 'plan.exe' }, 'unknown-file'],
		['a picture as text', { bytes: bytes('\x89PNG\0\0'), fileName: 'a.txt' }, 'damaged'],
		['a text as PDF', { bytes: bytes(LONG), fileName: 'a.pdf' }, 'damaged'],
		['a text as a Word document', { bytes: bytes(LONG), fileName: 'a.docx' }, 'damaged'],
		['a PDF as text', { bytes: bytes(`%PDF-1.7 ${LONG}`), fileName: 'a.txt' }, 'damaged'],
		['a PDF as a Word document', { bytes: bytes('%PDF-1.7 …'), fileName: 'a.docx' }, 'damaged'],
		['a zip as PDF', { bytes: docxOf(''), fileName: 'a.pdf' }, 'damaged'],
		[
			'too many bytes',
			{ bytes: new Uint8Array(6_000_000).fill(97), fileName: 'a.txt' },
			'too-large',
		],
	])('refuses %s', async (_, raw, kind) => expect(await failure(raw)).toBe(kind))
})

describe('reading a PDF', () => {
	it.each(['manifesto-tagged.pdf', 'manifesto-untagged.pdf'])(
		'keeps the structure of a printed page without running headers: %s',
		async (name) => {
			const { title, blocks, text } = await read({
				bytes: readFileSync(resolve(data, name)),
				fileName: name,
			})
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
		Array.from({ length: 8 }, () => LONG.slice(0, 90).trim()),
	)

	it('joins words hyphenated at the margin and keeps other hyphens', async () => {
		const { text } = await read(
			pdf([
				[
					...column(50, 700, [
						'We will open a walk-in clinic for every neigh-',
						'bourhood of the town, and a second walk-',
						'in clinic at the harbour.',
					]),
					...filler,
				],
			]),
		)
		expect(text).toContain(
			'We will open a walk-in clinic for every neighbourhood of the town, and a second walk-in clinic at the harbour.',
		)
	})

	it('detects headings by font and bullets by their markers', async () => {
		const { blocks } = await read(
			pdf([
				[
					{ x: 50, y: 760, size: 18, text: 'Homes and rents' },
					{ x: 50, y: 730, bold: true, text: 'What we will do' },
					{ x: 60, y: 710, text: '\x95 Build homes on the land of the old harbour, which' },
					{ x: 70, y: 696, text: 'the town owns already' },
					{ x: 60, y: 682, text: '- Cap rents' },
					{ x: 60, y: 668, text: '3. Ban empty houses' },
					...filler,
				],
			]),
		)
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
		const { text } = await read(pdf([[...left, ...right, ...filler]]))
		expect(text).toContain('We will cap the rents of all homes in the town.')
		expect(text).toContain('We will ban wood stoves in all new houses.')
	})

	it('omits invisible text (tiny or off the page)', async () => {
		const { text } = await read(
			pdf([
				[
					{ x: 50, y: 700, size: 1, text: 'We will sell the park.' },
					{ x: 900, y: 700, text: 'We will sell the school.' },
					{ x: -500, y: 700, text: 'We will sell the bus.' },
					...filler,
				],
			]),
		)
		expect(text).not.toContain('sell')
	})

	it('omits running headers and keeps other text at the edge', async () => {
		const { text } = await read(
			pdf(
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
			),
		)
		expect(text).not.toContain('Northtown First')
		expect(text.match(/clinic number/g)).toHaveLength(4)
		expect(text).not.toMatch(/- \d -/)
	})

	const flate = '/Filter /FlateDecode'
	const bomb = deflateSync(Buffer.alloc(300_000_000, ' '))
	const protection = `/Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${'ab'.repeat(32)}> /U <${'cd'.repeat(32)}> >> /ID [<${'00'.repeat(16)}> <${'00'.repeat(16)}>]`
	it.each<[string, RawSource, string]>([
		['with a password', pdf([filler], protection), 'encrypted'],
		['of pictures', pdf([[]]), 'scanned'],
		['of a thousand pages', pdf(Array.from({ length: 1000 }, () => filler)), 'too-large'],
		[
			'whose stream grows a thousandfold',
			{ bytes: pdfOf([{ entries: flate, bytes: bomb }]), fileName: 'a.pdf' },
			'too-large',
		],
		[
			'nested without an end',
			pdf([filler], `/Info ${'['.repeat(200_000)}${']'.repeat(200_000)}`),
			'damaged',
		],
		[
			'of garbage',
			{ bytes: bytes(`%PDF-1.7 ${'x1 0 R'.repeat(9000)}`), fileName: 'a.pdf' },
			'damaged',
		],
		[
			'cut off',
			{ bytes: bytes('%PDF-1.7\n1 0 obj\n<< /Type /Catalog'), fileName: 'a.pdf' },
			'damaged',
		],
	])('fails clearly for a PDF %s', async (_, raw, kind) => {
		expect(await failure(raw)).toBe(kind)
	})

	it('aborts a slow PDF on timeout or cancellation', async () => {
		const slow = pdfOf([{ bytes: Buffer.from('q '.repeat(1_000_000)) }])
		expect(await readInWorker({ kind: 'pdf', bytes: slow }, undefined, 1500)).toEqual({
			ok: false,
			error: 'too-slow',
		})
		const stop = new AbortController()
		const running = readInWorker({ kind: 'pdf', bytes: slow }, stop.signal)
		stop.abort()
		expect(await running).toEqual({ ok: false, error: 'cancelled' })
	})

	it('reads two at once, queues others, and refuses too many', async () => {
		const { bytes: plain } = pdf([filler])
		const all = Array.from({ length: 24 }, () => readInWorker({ kind: 'pdf', bytes: plain }))
		const outcomes = await Promise.all(all)
		expect(outcomes.map((each) => (each.ok ? 'read' : each.error)).toSorted()).toEqual([
			'busy',
			'busy',
			...Array.from({ length: 22 }, () => 'read'),
		])
	})
})

describe('reading a Word document', () => {
	const word = (body: string, more?: Record<string, Uint8Array>): RawSource => ({
		bytes: docxOf(body, more),
		fileName: 'plan.docx',
	})
	const long = paragraph(run(LONG))

	it('keeps headings, bullets, and paragraphs by style', async () => {
		const { title, blocks } = await read(
			word(
				[
					paragraph(run('Our plan'), 'Titel'),
					paragraph(run('Homes'), 'H1'),
					long,
					item('Cap rents'),
					item('Ban empty houses'),
					paragraph(run('Health'), 'H2'),
					paragraph(run('We will ') + run('hire', '<w:b/>') + run(' nurses.')),
				].join(''),
			),
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

	it.each([
		['hidden', '<w:vanish/>'],
		['white', '<w:color w:val="FFFFFF"/>'],
		['tiny', '<w:sz w:val="2"/>'],
	])('omits text that is %s', async (_, properties) => {
		const { text } = await read(
			word(long + paragraph(run('We will keep the park.') + run('We will sell it.', properties))),
		)
		expect(text).toContain('We will keep the park.')
		expect(text).not.toContain('sell')
	})

	it('keeps text explicitly marked as not hidden', async () => {
		const { text } = await read(word(long + paragraph(run('We do.', '<w:vanish w:val="0"/>'))))
		expect(text).toContain('We do.')
	})

	const zeros = new Uint8Array(60_000_000)
	it.each<[string, RawSource, string]>([
		['a document that is a bomb', word('', { 'word/document.xml': zeros }), 'too-large'],
		['styles that are a bomb', word(long, { 'word/styles.xml': zeros }), 'too-large'],
		[
			'too many entries',
			word(
				long,
				Object.fromEntries(
					Array.from({ length: 6000 }, (_, n) => [`word/media/${n}.png`, new Uint8Array(1)]),
				),
			),
			'too-large',
		],
		[
			'deep nesting',
			word(`${'<w:tbl><w:tr><w:tc>'.repeat(20_000)}${'</w:tc></w:tr></w:tbl>'.repeat(20_000)}`),
			'too-deep',
		],
		['XML that is none', word('<w:p><w:r>'), 'damaged'],
		['no document', { bytes: bytes('PK\x03\x04 and then nothing'), fileName: 'a.docx' }, 'damaged'],
		[
			'an old or protected file of Office',
			{
				bytes: Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
				fileName: 'a.docx',
			},
			'encrypted',
		],
	])('fails clearly for %s', async (_, raw, kind) => {
		expect(await failure(raw)).toBe(kind)
	})

	it('ignores pictures of any size without unpacking them', async () => {
		const { text } = await read(word(long, { 'word/media/1.png': zeros }))
		expect(text).toContain('six hundred homes')
	})

	it('ignores entities, even recursive ones', async () => {
		const laughs = `<?xml version="1.0"?><!DOCTYPE w [<!ENTITY a "ha"><!ENTITY b "${'&a;'.repeat(1000)}"><!ENTITY c "${'&b;'.repeat(1000)}"><!ENTITY f SYSTEM "file:///etc/passwd">]><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>&c;&f;${LONG}</w:t></w:r></w:p></w:body></w:document>`
		const outcome = await readSource(word('', { 'word/document.xml': strToU8(laughs) }))
		const text = outcome.ok ? outcome.value.source.text : ''
		expect(text).not.toMatch(/haha|root:/)
		expect(text.length).toBeLessThan(1000)
	})
})
