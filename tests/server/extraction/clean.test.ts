import { describe, expect, it } from 'vitest'
import { cleanText } from '#server/extraction/clean.ts'
import { readSource, readText } from '#server/extraction/read-source.ts'

const LONG = 'We will build homes near the station for everybody. '.repeat(10)

describe('lone surrogates', () => {
	it('become replacement characters, and NUL a space', () => {
		expect(cleanText('a\ud83db\ude00c\u0000')).toBe('a\ufffdb\ufffdc ')
	})

	it('are joined when only an invisible character separates them', () => {
		expect(cleanText('\u{1f600} \ud83d\u200b\ude00')).toBe('\u{1f600} \u{1f600}')
	})

	it('do not arise from a truncated title', async () => {
		const html = `<title>${'x'.repeat(199)}\u{1f600}</title><p>${LONG}</p>`
		const bytes = new Uint8Array(Buffer.from(html))
		const { title } = await readSource({ bytes, fileName: 'plan.html' })
		expect(title).toBe('x'.repeat(199))
	})
})

describe('letter joiners', () => {
	it.each([
		['between letters', 'می\u200cخواهم', 'می\u200cخواهم'],
		['repeated between letters', 'ع\u200d\u200cع', 'ع\u200d\u200cع'],
		['between Latin letters', 'tax\u200d\u200ces', 'taxes'],
		['before a Latin letter', 'ع\u200da', 'عa'],
		['after a Latin letter', 'a\u200dع', 'aع'],
		[
			'next to a letter of two code units',
			'\u{1df00}\u200dع\u200d\u{1df00}',
			'\u{1df00}ع\u{1df00}',
		],
		['next to a digit of two code units', '\u{1d7ce}\u200dع\u200d\u{1d7ce}', '\u{1d7ce}ع\u{1d7ce}'],
		['next to a digit', '7\u200cع\u200c7', '7ع7'],
		['next to a space or a line break', 'ع\u200c ع\n\u200cع', 'ع ع\nع'],
		['at both ends', '\u200cع\u200d', '\u200cع\u200d'],
	])('stay only between letters they join: %s', (_, text, cleaned) => {
		expect(cleanText(text)).toBe(cleaned)
	})

	it.each([
		['one run', `ع${'\u200d'.repeat(200_000)}ع`],
		['many runs', 'ع\u200d'.repeat(100_000)],
	])('are processed in linear time: %s', (_, text) => {
		expect(readText(text)).toMatchObject({ source: { text } })
	})

	it('are processed quickly in a title', async () => {
		const html = `<title>ع${'\u200d'.repeat(30_000)}ع</title><p>${LONG}</p>`
		const bytes = new Uint8Array(Buffer.from(html))
		const { title } = await readSource({ bytes, mediaType: 'text/html' })
		expect(title).toBe(`ع${'\u200d'.repeat(199)}`)
	})
})
