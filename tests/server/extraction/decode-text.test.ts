import { describe, expect, it } from 'vitest'
import { decodeText, isText } from '#server/extraction/decode-text.ts'

const bytes = (text: string, encoding: BufferEncoding = 'utf8') =>
	new Uint8Array(Buffer.from(text, encoding))
/** Cyrillic in Windows-1251. */
const RUSSIAN = bytes('\xcc\xfb', 'latin1')
const page = (head: string, body: Uint8Array) => Uint8Array.from([...bytes(head), ...body])

describe('decoding a page', () => {
	it.each([
		['a meta element', page('<meta charset="windows-1251"><p>', RUSSIAN)],
		[
			'an old-style meta element',
			page('<meta http-equiv=Content-Type content="text/html; charset=windows-1251"><p>', RUSSIAN),
		],
		[
			'a meta element after 4 KB of scripts',
			page(`<script>${'x'.repeat(4000)}</script><meta charset='windows-1251'><p>`, RUSSIAN),
		],
		['an XML declaration', page('<?xml version="1.0" encoding="windows-1251"?><p>', RUSSIAN)],
		['a label in another case', page('<META CHARSET = CP1251><p>', RUSSIAN)],
	])('follows %s', (_, raw) => {
		expect(decodeText(raw, null, 'html')).toMatch(/Мы$/)
	})

	it('follows the declaration of an XML document over meta elements', () => {
		const raw = page(
			'<?xml version="1.0" encoding="windows-1251"?><meta charset="koi8-r"/><p>',
			RUSSIAN,
		)
		expect(decodeText(raw, null, 'xml')).toMatch(/Мы$/)
	})

	it('prefers the byte order mark to the header, and that to the page', () => {
		const marked = bytes('\ufeff<meta charset=windows-1251>é')
		expect(decodeText(marked, 'iso-8859-1', 'html')).toMatch(/é$/)
		expect(decodeText(page('<meta charset=koi8-r>', RUSSIAN), 'windows-1251', 'html')).toMatch(
			/Мы$/,
		)
	})

	it.each([
		['a comment', '<!-- <meta charset="windows-1251"> --><p>é'],
		['a script', '<script>"<meta charset=klingon>"</script><p>é'],
		['UTF-16, which is impossible here', '<meta charset="utf-16"><p>é'],
		['an encoding that browsers reject', '<meta charset="iso-2022-kr"><p>é'],
	])('reads UTF-8 despite a charset in %s', (_, html) => {
		expect(decodeText(bytes(html), null, 'html')).toBe(html)
	})
})

describe('decoding without a declared charset', () => {
	it('keeps UTF-8 with a bad byte', () => {
		const raw = Uint8Array.from([...bytes('Wir bauen für “alle” Bürger '), 0xff, ...bytes(' – ja')])
		expect(decodeText(raw, null, 'html')).toBe('Wir bauen für “alle” Bürger \ufffd – ja')
	})

	it('falls back to Windows-1252 for invalid UTF-8', () => {
		expect(decodeText(bytes('caf\xe9 \x93na\xefve\x94', 'latin1'), null, 'text')).toBe(
			'café “naïve”',
		)
	})

	it('ignores an unknown charset of the reply', () => {
		expect(decodeText(bytes('Café “'), 'klingon', 'text')).toBe('Café “')
	})

	it('reads UTF-16 with a byte order mark', () => {
		expect(decodeText(bytes('\ufeffCafé “', 'utf16le'), null, 'text')).toBe('Café “')
	})

	it('detects UTF-16 without a byte order mark', () => {
		const raw = bytes('We will build homes.', 'utf16le')
		expect(isText(raw, null)).toBe(true)
		expect(decodeText(raw, null, 'text')).toBe('We will build homes.')
	})

	it('does not accept a binary file as text', () => {
		expect(isText(Uint8Array.from([1, 0, 0, 2, 0, 0, 0, 3]), null)).toBe(false)
	})
})
