import { deflateSync } from 'node:zlib'
import { type RawSource, readSource } from '#server/extraction/read-source.ts'
import type { SourceError } from '#server/extraction/source-text.ts'
import { docxOf } from '#tests/support/docx.ts'
import { drawn, pdfOf } from '#tests/support/pdf.ts'
import { cpuSeconds, cpuSecondsOf } from './cpu-seconds.ts'
import { atLeast, atMost, type Figure, figure, timeOf } from './figure.ts'

const MEGABYTE = 2 ** 20
const SIZE = 5 * MEGABYTE

const html = (piece: string): RawSource => {
	const text = piece.repeat(Math.floor((SIZE - 10) / piece.length))
	return { bytes: new Uint8Array(Buffer.from(text)), mediaType: 'text/html' }
}
const pdf = (bytes: Uint8Array): RawSource => ({ bytes, fileName: 'a.pdf' })
const text = drawn([{ x: 50, y: 700, text: 'We will build homes for everybody in the town.' }])
const flate = '/Filter /FlateDecode'

/** Malicious sources with their expected failures; null if readable. */
const SOURCES: readonly (readonly [what: string, source: () => RawSource, ends: string | null])[] =
	[
		['5 MB of HTML, nested', () => html('<div>'), 'too-deep'],
		['5 MB of HTML, end tags', () => html('</p>'), 'too-large'],
		['5 MB of HTML, open comments', () => html('<!--<p>'), null],
		['5 MB of HTML, styles', () => html('<b class=a style="color:red;left:1px">x</b>'), null],
		['5 MB of HTML, open rules', () => html('<style>.a{'), null],
		['5 MB of HTML, scripts', () => html('<script><!--</script>'), null],
		['5 MB of HTML, pieces', () => html('<p>a'), 'too-large'],
		[
			'5 MB of joiners between two letters',
			() => {
				const text = `ع${'\u200d'.repeat(1_700_000)}ع`
				return { bytes: new Uint8Array(Buffer.from(text)), fileName: 'a.txt' }
			},
			'too-short',
		],
		['5 MB of one line', () => html('we will build homes '), 'too-large'],
		[
			'10 MB of one line',
			() => ({ bytes: new Uint8Array(10 * MEGABYTE).fill(97), fileName: 'a.txt' }),
			'too-large',
		],
		[
			'a PDF that unpacks to 1 GB',
			() => pdf(pdfOf([{ entries: flate, bytes: deflateSync(Buffer.alloc(1e9, ' ')) }])),
			'too-large',
		],
		[
			'a PDF of 80 pages of 40 MB',
			() => {
				const bytes = deflateSync(Buffer.alloc(40 * MEGABYTE, ' '))
				return pdf(pdfOf(Array.from({ length: 80 }, () => ({ entries: flate, bytes }))))
			},
			'too-large',
		],
		[
			'a PDF of 1,000 pages',
			() => pdf(pdfOf(Array.from({ length: 1000 }, () => ({ bytes: text })))),
			'too-large',
		],
		[
			'a PDF nested 200,000 times',
			() => pdf(pdfOf([{ bytes: text }], `/Info ${'['.repeat(200_000)}${']'.repeat(200_000)}`)),
			'damaged',
		],
		[
			'a Word document that unpacks to 200 MB',
			() => ({
				bytes: docxOf('', { 'word/document.xml': new Uint8Array(200 * MEGABYTE) }),
				fileName: 'a.docx',
			}),
			'too-large',
		],
	]

/** Peak memory growth during `work`, in bytes. */
const peak = async (work: () => Promise<unknown>): Promise<number> => {
	const before = process.memoryUsage.rss()
	let most = before
	const look = setInterval(() => {
		most = Math.max(most, process.memoryUsage.rss())
	}, 10)
	await work()
	clearInterval(look)
	return (Math.max(most, process.memoryUsage.rss()) - before) / MEGABYTE
}

/** How reading ends. */
const read = (raw: RawSource): Promise<string> =>
	readSource(raw).then(
		() => 'read',
		({ kind }: SourceError) => kind,
	)

interface Read {
	readonly what: string
	readonly raw: RawSource
	readonly ended: string
	readonly isExpected: boolean
	readonly seconds: number
	readonly memory: number
}

const readOnce = async ([what, make, ends]: (typeof SOURCES)[number]): Promise<Read> => {
	const raw = make()
	let ended = ''
	let memory = 0
	const seconds = await cpuSeconds(async () => {
		memory = await peak(async () => {
			ended = await read(raw)
		})
	})
	return { what, raw, ended, isExpected: ends === null || ended === ends, seconds, memory }
}

const TIMES = 10

/** Checks that malicious sources fail with the expected error, within time and memory limits. */
export const hostile = async (): Promise<Figure[]> => {
	const reads: Read[] = []
	for (const source of SOURCES) reads.push(await readOnce(source))
	for (const { what, ended, isExpected } of reads) {
		if (!isExpected) console.log(`${what}: ended as ${ended}`)
	}
	const [slowest] = reads.toSorted((a, b) => b.seconds - a.seconds)
	const [largest] = reads.toSorted((a, b) => b.memory - a.memory)
	if (slowest === undefined || largest === undefined) throw new Error('no source was read')
	return [
		figure({
			what: 'hostile sources with the expected result',
			value: reads.filter(({ isExpected }) => isExpected).length,
			by: `of ${reads.length}`,
			goal: atLeast(reads.length),
		}),
		timeOf({
			what: `slowest source, ${slowest.what}`,
			unit: 'CPU s',
			taken: await cpuSecondsOf(TIMES, () => read(slowest.raw)),
			goal: atMost(10),
		}),
		figure({
			what: `largest source, ${largest.what}: memory`,
			unit: 'MB',
			value: largest.memory,
			by: `worst of ${reads.length}`,
			goal: atMost(300),
		}),
	]
}
