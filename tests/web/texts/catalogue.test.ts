import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { MESSAGES, type Message, type MessageCode, type MessageValues } from '#contract/messages.ts'
import * as spanish from '#web/texts/es/index.ts'
import { messages as spanishMessages } from '#web/texts/es/messages.ts'
import type { Language } from '#web/texts/language.ts'

const web = resolve(import.meta.dirname, '../../../src/web')
const texts = join(web, 'texts/en')

interface Translation {
	readonly texts: typeof spanish
	readonly messages: Readonly<Record<string, string>>
	/** Texts that are identical in English. */
	readonly alike: RegExp
	/** The first of December 2026. */
	readonly day: string
}

const TRANSLATIONS: Readonly<Record<Exclude<Language, 'en'>, Translation>> = {
	es: {
		texts: spanish,
		messages: spanishMessages,
		alike: /^(?:no|Federal|Error|Neutral|Total)$/i,
		day: '1 de diciembre de 2026',
	},
}

const NEUTRAL = /^(?:Evenhand|[\d\s%×÷·–—.:,()=+/]*)$/

const areaFiles = async (): Promise<string[]> =>
	(await readdir(texts)).filter((name) => name.endsWith('.ts'))

const loadEnglish = async (): Promise<Map<string, object>> => {
	const areas = new Map<string, object>()
	for (const file of await areaFiles()) {
		const module: Record<string, object> = await import(join(texts, file))
		for (const [area, english] of Object.entries(module)) areas.set(area, english)
	}
	return areas
}

/** Pairs of "area.group.key" and its text or function. */
const leavesOf = (value: unknown, path: string): (readonly [string, unknown])[] =>
	typeof value === 'object' && value !== null
		? Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, `${path}.${key}`))
		: [[path, value]]

const englishTexts = async () =>
	[...(await loadEnglish())].flatMap(([area, value]) => leavesOf(value, area))

describe.each(Object.entries(TRANSLATIONS))('text catalog in %s', (_, { texts: module, alike }) => {
	const { translate: _translate, ...areas } = module
	const others = Object.entries(areas).flatMap(([area, value]) => leavesOf(value, area))

	const inBoth = async () => {
		const byPath = new Map(others)
		return (await englishTexts()).map(([path, english]) => ({
			...{ path, english },
			other: byPath.get(path),
		}))
	}

	it('has the same keys as in English', async () => {
		const english = await englishTexts()
		expect(others.map(([path]) => path).toSorted()).toEqual(
			english.map(([path]) => path).toSorted(),
		)
	})

	it('has a different text for every key', async () => {
		const same = (await inBoth()).filter(
			({ english, other }) =>
				typeof english === 'string' &&
				english === other &&
				!alike.test(english) &&
				!NEUTRAL.test(english),
		)
		expect(same.map(({ path, english }) => `${path}: ${english}`)).toEqual([])
	})

	it('uses functions for the same keys as in English', async () => {
		const odd = (await inBoth()).filter(({ english, other }) => typeof english !== typeof other)
		expect(odd.map(({ path }) => path)).toEqual([])
	})
})

/** Sample values: each is found in the sentence. */
const SAMPLES = {
	...{ bytes: 65_536, count: 23, day: '2026-12-01', least: 37, minutes: 41, most: 59 },
	names: 'Taft, Debs',
}
const codes = Object.keys(MESSAGES) as MessageCode[]

describe.each(Object.entries(TRANSLATIONS))(
	'messages in %s',
	(_, { texts: { translate }, messages, day }) => {
		const textOf = (code: MessageCode, values: MessageValues): string =>
			translate({ message: '', code, values }) ?? ''

		it('have a different text for every code', () => {
			expect(codes.length).toBeGreaterThan(70)
			expect(Object.keys(messages).toSorted()).toEqual(codes.toSorted())
			expect(codes.filter((code) => textOf(code, SAMPLES) === MESSAGES[code])).toEqual([])
		})

		it.each(codes)('contain the same values: %s', (code) => {
			const text = textOf(code, SAMPLES)
			const names = [...MESSAGES[code].matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
			const shown = new Map<string, string | number>(Object.entries({ ...SAMPLES, day }))
			for (const name of names) expect(text).toContain(String(shown.get(name)))
			expect(text).not.toMatch(/undefined|[{}]/)
		})

		it('keep a day that is not one', () => {
			const kept = messages['quiz-opens-on']?.replace('{day}', 'soon')
			expect(textOf('quiz-opens-on', { day: 'soon' })).toBe(kept)
		})
	},
)

describe('messageText', () => {
	const message = 'This quiz opens on 2026-12-01.'
	const coded = { message, code: 'quiz-opens-on', values: { day: '2026-12-01' } }

	/** Imports the texts again, for a browser with this language. */
	const textIn = async (language: string): Promise<(shown: Message) => string> => {
		vi.resetModules()
		vi.stubGlobal('navigator', { languages: [language] })
		const { messageText, textsLoaded } = await import('#web/texts/language.ts')
		await textsLoaded
		return messageText
	}
	afterEach(() => {
		vi.unstubAllGlobals()
		vi.resetModules()
	})

	it('translates by code and values, not by the sentence', async () => {
		const textOf = await textIn('es')
		expect(textOf(coded)).toBe('Este cuestionario se abre el 1 de diciembre de 2026.')
		expect(textOf({ ...coded, message: 'Another wording' })).toBe(textOf(coded))
		expect(textOf({ message: '', code: 'quiz-gone' })).toBe('Este cuestionario ya no existe.')
	})

	it.each<[string, Message]>([
		['no code, as older builds stored', { message }],
		['an unknown code', { ...coded, code: 'quiz-postponed' }],
		['the name of an inherited property as code', { ...coded, code: 'constructor' }],
		['no values', { message, code: 'quiz-opens-on' }],
		['other values', { ...coded, values: { date: '2026-12-01' } }],
	])('shows the sentence of a message with %s', async (_, shown) => {
		expect((await textIn('es'))(shown)).toBe(message)
	})

	it('shows the sentence in English', async () => {
		expect((await textIn('en'))(coded)).toBe(message)
	})
})

/** Hard-coded text: between tags, in readable attributes, and in quoted sentences. */
const WORDS = [
	/>\s*([A-Z][a-z]+(?: [\w'’]+)*[.?!]?)\s*<[/{]/g,
	/\b(?:aria-label|alt|title|placeholder|label|text|legend)="([A-Z][^"]*)"/g,
	/(?<!import .*)'([A-Z][a-z]+(?: [a-z]+)+[.?!]?)'/g,
	/`([A-Z][a-z]+ [a-z]+[^`]*)`/g,
]

/** App name, matched error texts, and console messages. */
const ALLOWED = /^(?:Evenhand|Network error$|Not loaded:)/

describe('pages', () => {
	it('contain no texts outside the catalog', async () => {
		const files = (await readdir(web, { recursive: true })).filter(
			(name) => /\.tsx?$/.test(name) && !name.startsWith('texts') && !name.includes('.gen.'),
		)
		expect(files.length).toBeGreaterThan(100)
		const found = await Promise.all(
			files.map(async (name) => {
				const source = (await readFile(join(web, name), 'utf8'))
					.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
					.replaceAll(/new Error\([^)]*\)/g, '')
				return WORDS.flatMap((form) => [...source.matchAll(form)].map(([, text = '']) => text))
					.filter((text) => !ALLOWED.test(text))
					.map((text) => `${name}: ${text}`)
			}),
		)
		expect(found.flat()).toEqual([])
	})
})
