import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { type RawSource, readInWorker, readSource } from '#server/extraction/read-source.ts'
import type { SourceError } from '#server/extraction/source-text.ts'
import { docxOf, paragraph, run } from '#tests/support/docx.ts'
import { type DrawnLine, drawn, pdfOf } from '#tests/support/pdf.ts'

const LONG =
	'We will build six hundred homes near the station and let them at rents that people who work in the town can pay. '.repeat(
		4,
	)

const read = async (raw: RawSource) => {
	const { source, title } = await readSource(raw)
	const blocks = source.blocks.map(
		({ kind, start, end }) => `${kind}: ${source.text.slice(start, end)}`,
	)
	return { title, blocks, text: source.text }
}
const failure = (raw: RawSource): Promise<string> =>
	readSource(raw).then(
		() => 'read',
		({ kind }: SourceError) => kind,
	)
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
			await expect(running).rejects.toMatchObject({ kind: 'cancelled' })
		})
	})

	it('lists menus and footers as left out, also of a refused page', async () => {
		const html = `<nav>Our plan</nav><p>${LONG}</p><footer>Imprint</footer>`
		const leftOut = [
			{ reason: 'furniture', text: 'Our plan' },
			{ reason: 'furniture', text: 'Imprint' },
		]
		const raw = { bytes: bytes(html), fileName: 'a.html' }
		expect((await readSource(raw)).leftOut).toEqual(leftOut)
		const short = { ...raw, bytes: bytes(html.replace(LONG, 'Hello')) }
		await expect(readSource(short)).rejects.toMatchObject({ kind: 'too-short', leftOut })
	})

	it('titles a text by its first heading', async () => {
		const text = `# Our plan\n\n${LONG}`
		expect((await read({ bytes: bytes(text), fileName: 'PLAN.TXT' })).title).toBe('Our plan')
	})

	it('reads the charset of the reply', async () => {
		const raw = bytes(`Caf\xe9 \x93${LONG}`, 'latin1')
		const { text } = await read({ bytes: raw, mediaType: 'text/plain', charset: 'Windows-1252' })
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
			'a page that contains only a menu',
			{ bytes: bytes(`<nav>${LONG}</nav><p>Hello</p>`), fileName: 'a.html' },
			'too-short',
		],
		['nothing', { bytes: bytes(''), fileName: 'a.txt' }, 'empty'],
		['a text without letters', { bytes: bytes(' \n\u200b'), fileName: 'a.txt' }, 'empty'],
		['a page without text', { bytes: bytes('<p> </p>'), fileName: 'a.html' }, 'empty'],
		['a file name without an extension', { bytes: bytes(LONG), fileName: 'plan' }, 'unknown-file'],
		['an unknown extension', { bytes: bytes(LONG), fileName: 'plan.exe' }, 'unknown-file'],
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
	const filler: DrawnLine[] = Array.from({ length: 8 }, (_, index) => ({
		...{ x: 50, y: 400 - 14 * index },
		text: LONG.slice(0, 90).trim(),
	}))
	const flate = '/Filter /FlateDecode'
	const bomb = deflateSync(Buffer.alloc(100_000_000, ' '))
	const protection = `/Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${'ab'.repeat(32)}> /U <${'cd'.repeat(32)}> >> /ID [<${'00'.repeat(16)}> <${'00'.repeat(16)}>]`
	it.each<[string, RawSource, string]>([
		['with a password', pdf([filler], protection), 'encrypted'],
		['of pictures', pdf([[]]), 'scanned'],
		['of a thousand pages', pdf(Array.from({ length: 1000 }, () => filler)), 'too-large'],
		[
			'with a stream that grows a thousandfold',
			{ bytes: pdfOf([{ entries: flate, bytes: bomb }]), fileName: 'a.pdf' },
			'too-large',
		],
		[
			'nested very deeply',
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
		const job = { format: 'pdf', bytes: slow, charset: null } as const
		await expect(readInWorker(job, undefined, 1500)).rejects.toMatchObject({ kind: 'too-slow' })
		const stop = new AbortController()
		const running = readInWorker(job, stop.signal)
		stop.abort()
		await expect(running).rejects.toMatchObject({ kind: 'cancelled' })
	})
})

describe('reading a Word document', () => {
	const word = (body: string, more?: Record<string, Uint8Array>): RawSource => ({
		bytes: docxOf(body, more),
		fileName: 'plan.docx',
	})
	const long = paragraph(run(LONG))

	const zeros = new Uint8Array(60_000_000)
	it.each<[string, RawSource, string]>([
		[
			'a document that is a compression bomb',
			word('', { 'word/document.xml': zeros }),
			'too-large',
		],
		['styles that are a compression bomb', word(long, { 'word/styles.xml': zeros }), 'too-large'],
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
		['invalid XML', word('<w:p><w:r>'), 'damaged'],
		['no document', { bytes: bytes('PK\x03\x04 and then nothing'), fileName: 'a.docx' }, 'damaged'],
		[
			'an old or protected Office file',
			{
				bytes: Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
				fileName: 'a.docx',
			},
			'encrypted',
		],
	])('fails clearly for %s', async (_, raw, kind) => {
		expect(await failure(raw)).toBe(kind)
	})

	it.each(['plan.docm', 'PLAN.DOTX'])('reads %s', async (fileName) => {
		expect((await read({ ...word(long), fileName })).text).toContain('six hundred homes')
	})

	it('ignores pictures of any size without unpacking them', async () => {
		const { text } = await read(word(long, { 'word/media/1.png': zeros }))
		expect(text).toContain('six hundred homes')
	})
})
