import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
	cleanName,
	isEmail,
	isUsername,
	preparePassword,
	prepareUsername,
} from '#domain/text-rules.ts'

const isAllowed = (typed: string): boolean => isUsername(prepareUsername(typed))

describe('isUsername', () => {
	it.each([
		'ann',
		'Ann.Smith-2_x',
		"o'brien",
		'ann@example.org',
		'Jane Doe',
		'josé',
		'jose\u0301',
		'Ελένη',
		'ς',
		'Straße',
		'Иван',
		'山田太郎',
		'김민수',
		'देवनागरी',
		'דוד',
		'דוד12',
		'محمد',
		'ａｎｎ',
	])('allows the username %s', (name) => {
		expect(isAllowed(name)).toBe(true)
	})

	it.each([
		['a zero-width space', 'an\u200bn'],
		['a zero-width joiner', 'an\u200dn'],
		['a zero-width non-joiner', 'an\u200cn'],
		['a word joiner', 'an\u2060n'],
		['a byte order mark', '\ufeffann'],
		['a soft hyphen', 'an\u00adn'],
		['a combining grapheme joiner', 'an\u034fn'],
		['a variation selector', 'ann\ufe0f'],
		['a Hangul filler', 'ann\u3164'],
		['a tag character', 'ann\u{e0061}'],
		['a line feed', 'an\nn'],
		['a carriage return', 'an\rn'],
		['a line separator', 'an\u2028n'],
		['a next line', 'an\u0085n'],
		['a tab', 'an\tn'],
		['an escape', 'an\u001bn'],
		['a right-to-left override', 'an\u202en'],
		['a left-to-right mark', 'ann\u200e'],
		['an isolate', 'an\u2066n'],
		['two spaces', 'an  n'],
		['a no-break space', 'an\u00a0n'],
		['an ideographic space', 'an\u3000n'],
		['an emoji', 'ann😀'],
		['a ligature', 'ﬁona'],
		['a superscript', 'ann²'],
		['a mathematical letter', '𝐚nn'],
		['a long s', 'anſ'],
		['both kinds of Arabic digits', 'ا١۱'],
		['letters of both directions', 'abcדוד'],
		['letters of both directions, Hebrew first', 'דודabc'],
		['a digit before Hebrew', '1דוד'],
		['a private character', 'ann\ue000'],
		['half of a surrogate pair', 'ann\ud800'],
	])('refuses a username with %s', (_, name) => {
		expect(isAllowed(name)).toBe(false)
	})

	it('normalizes names that look alike', () => {
		expect(prepareUsername('jose\u0301')).toBe('josé')
		expect(prepareUsername('ａｎｎ')).toBe('ann')
	})
})

describe('preparePassword', () => {
	it('normalizes composed letters and all spaces', () => {
		expect(preparePassword('pa\u0301ss wo\u0308rd')).toBe(preparePassword('páss wörd'))
		expect(preparePassword('a\u00a0b\u3000c\u2003d')).toBe('a b c d')
	})

	it('keeps case, compatibility forms and printable ASCII', () => {
		expect(preparePassword('Correct Horse ﬁ Ａ ²')).toBe('Correct Horse ﬁ Ａ ²')
		fc.assert(
			fc.property(fc.string({ unit: 'grapheme-ascii' }), (text) => {
				expect(preparePassword(text)).toBe(text)
			}),
		)
	})

	it('prepares a password idempotently', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary' }), (text) => {
				expect(preparePassword(preparePassword(text))).toBe(preparePassword(text))
			}),
		)
	})
})

describe('isEmail', () => {
	it.each([
		"o'brien@example.org",
		'ann@example.org',
		'ann+test@example.co.uk',
		'a!#$%&*/=?^_`{|}~-b@example.org',
		'ann@localhost',
		'.ann.@example.org',
		'ann@xn--bcher-kva.example',
		'ann@mail-1.xn--p1ai',
		'ann@bücher.example',
		'ann@почта.рф',
		'ann@例え.テスト',
		'josé@example.org',
		'1@2.3',
	])('accepts the email %s', (address) => {
		expect(isEmail(address)).toBe(true)
	})

	it.each([
		'ann',
		'ann@',
		'@example.org',
		'ann@@example.org',
		'ann@exa mple.org',
		'ann smith@example.org',
		'ann@-example.org',
		'ann@example-.org',
		'ann@example..org',
		'ann@.example.org',
		'ann@example.org.',
		`ann@${'a'.repeat(64)}.org`,
		'ann@exam_ple.org',
		'"ann"@example.org',
		'ann@[127.0.0.1]',
		'ann@exam\u200bple.org',
		'an\u202en@example.org',
		'ann@example.org\nBcc: eve@example.org',
		'ann@example.org\u2028',
		'ann@example。org',
	])('refuses the email %j', (address) => {
		expect(isEmail(address)).toBe(false)
	})
})

describe('cleanName', () => {
	it.each([
		['An\u200bna', 'Anna'],
		['\ufeffAnna\u2060', 'Anna'],
		['An\u00adna', 'Anna'],
		['Anna\r\nSmith', 'Anna Smith'],
		['Anna\u2028Smith', 'Anna Smith'],
		['Anna\u0085Smith', 'Anna Smith'],
		['Anna\t \u00a0Smith', 'Anna Smith'],
		['\u202eannA\u202c', 'annA'],
		['Anna\u200e \u2066Smith\u2069', 'Anna Smith'],
		['A\u200dnna', 'Anna'],
		['\u200b\u2060', ''],
		['Anna\u0007', 'Anna'],
	])('cleans the name %j to %j', (given, expected) => {
		expect(cleanName(given)).toBe(expected)
	})

	it('keeps joiners in scripts that need them, accents and right-to-left names', () => {
		for (const name of ['می\u200cخواهم', 'क्\u200dष', 'José Núñez', 'דוד בן גוריון', 'O’Brien']) {
			expect(cleanName(name)).toBe(name)
		}
	})
})
