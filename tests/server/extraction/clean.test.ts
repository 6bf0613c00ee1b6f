import { describe, expect, it } from 'vitest'
import { cleanText } from '#server/extraction/clean.ts'
import { readSource } from '#server/extraction/read-source.ts'
import { readText } from '#server/extraction/read-text.ts'

describe('the joiners of letters', () => {
	it.each([
		['between letters that they join', 'می\u200cخواهم', 'می\u200cخواهم'],
		['in a run between such letters', 'ع\u200d\u200cع', 'ع\u200d\u200cع'],
		['between Latin letters', 'tax\u200d\u200ces', 'taxes'],
		['before a Latin letter', 'ع\u200da', 'عa'],
		['behind a Latin letter', 'a\u200dع', 'aع'],
		['beside a letter of two units', '\u{1df00}\u200dع\u200d\u{1df00}', '\u{1df00}ع\u{1df00}'],
		['beside a digit of two units', '\u{1d7ce}\u200dع\u200d\u{1d7ce}', '\u{1d7ce}ع\u{1d7ce}'],
		['beside a digit', '7\u200cع\u200c7', '7ع7'],
		['beside a space or a line', 'ع\u200c ع\n\u200cع', 'ع ع\nع'],
		['at both ends', '\u200cع\u200d', '\u200cع\u200d'],
	])('stay only where they join something: %s', (_, text, cleaned) => {
		expect(cleanText(text)).toBe(cleaned)
	})

	it.each([
		['one run', `ع${'\u200d'.repeat(200_000)}ع`],
		['many runs', 'ع\u200d'.repeat(100_000)],
	])('are read in a straight line, since they come in any number: %s', (_, text) => {
		expect(readText(text)).toMatchObject({ ok: true, value: { text } })
	})

	it('keep nobody waiting in a title either', async () => {
		const text = 'We will build homes near the station for everybody. '.repeat(10)
		const html = `<title>ع${'\u200d'.repeat(30_000)}ع</title><p>${text}</p>`
		const bytes = new Uint8Array(Buffer.from(html))
		const outcome = await readSource({ bytes, mediaType: 'text/html' })
		expect(outcome.ok && outcome.value.title).toBe(`ع${'\u200d'.repeat(199)}`)
	})
})
