import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as spanish from '#web/texts/es/index.ts'
import { SAID_ADMIN } from '#web/texts/es/server-messages.ts'

const web = resolve(import.meta.dirname, '../../../src/web')
const texts = join(web, 'texts/en')

/** Texts that are identical in both languages or language-neutral. */
const ALIKE = /^(?:no|Error|Neutral|Evenhand|English|Español|Total|[\d\s%×÷·–—.:,()=+/]*)$/i

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

const { said, ...spanishAreas } = spanish

const inBoth = async () => {
	const english = [...(await loadEnglish())].flatMap(([area, value]) => leavesOf(value, area))
	const other = new Map(
		Object.entries(spanishAreas).flatMap(([area, value]) => leavesOf(value, area)),
	)
	return english.map(([path, text]) => ({ path, english: text, spanish: other.get(path) }))
}

describe('text catalog', () => {
	it('has the same keys in English and Spanish', async () => {
		const english = [...(await loadEnglish())].flatMap(([area, value]) => leavesOf(value, area))
		const other = Object.entries(spanishAreas).flatMap(([area, value]) => leavesOf(value, area))
		expect(other.map(([path]) => path).toSorted()).toEqual(english.map(([path]) => path).toSorted())
	})

	it('has a different Spanish text for every key', async () => {
		const alike = (await inBoth()).filter(
			({ english, spanish: other }) =>
				typeof english === 'string' && english === other && !ALIKE.test(english),
		)
		expect(alike.map(({ path, english }) => `${path}: ${english}`)).toEqual([])
	})

	it('uses functions for the same keys in both languages', async () => {
		const odd = (await inBoth()).filter(
			({ english, spanish: other }) => typeof english !== typeof other,
		)
		expect(odd.map(({ path }) => path)).toEqual([])
	})
})

/** User-facing messages in code that does not use the catalog. */
const MESSAGES = [
	/serviceError\(\s*'[\w-]+',\s*'([^']+)'/g,
	/\bunauthorized\('([^']+)'\)/g,
	/\bv\.(?!literal\()\w+\((?:[A-Z_]+, )?'([A-Z][^']+)'\)/g,
	/const [A-Z_]+ = '([A-Z][^']*[ ][^']*)'/g,
	/\breturn '([A-Z][^']* [^']*)'/g,
	/(?:message|text): '([A-Z][^']*)'/g,
	/\breason: '([^']+)'/g,
	/\brefused\('([^']+)'\)/g,
	/\bguardSelf\([^']*'([^']+)'\)/g,
	/const refusal = '([^']+)'/g,
]

/** Sources of messages to voters. */
const SOURCES = [
	'contract/auth.ts',
	'contract/knowledge-test.ts',
	'domain/quiz.ts',
	'http/failure.ts',
	'device/sync/commands.ts',
	'device/sync/test-commands.ts',
	'device/sync/sender.ts',
	'server/db/audit.ts',
	'server/services/auth/sign-in.ts',
	'server/services/auth/register.ts',
	'server/services/auth/password-reset.ts',
	'server/services/quiz/attempts.ts',
	'server/services/quiz/read.ts',
	'server/services/quiz/take.ts',
	'server/services/knowledge-test/finish.ts',
	'server/services/knowledge-test/answer.ts',
	'server/services/knowledge-test/start.ts',
	'server/http/errors.ts',
	'server/serve.ts',
	'server/http/admission.ts',
	'server/http/mount.ts',
	'server/http/rate-limits.ts',
	'server/services/your-data/erase.ts',
]

/** Sources of server messages to administrators. */
const SOURCES_ADMIN = [
	'contract/admin/knowledge-test.ts',
	'server/db/audit.ts',
	'server/extraction/failures.ts',
	'server/services/admin-shared/change.ts',
	'server/services/knowledge-test/configurations.ts',
	'server/services/candidates/logos.ts',
	'server/services/candidates/write.ts',
	'server/services/compare-quizzes/write.ts',
	'server/services/users/users.ts',
]

describe('server messages', () => {
	it.each(SOURCES)('are translated to Spanish: %s', async (path) => {
		const source = await readFile(join(web, '..', path), 'utf8')
		const messages = MESSAGES.flatMap((form) => [...source.matchAll(form)].map(([, text]) => text))
		expect(
			messages.length,
			'the file has messages, or this looks in the wrong place',
		).toBeGreaterThan(0)
		expect(messages.filter((text) => text !== undefined && said(text) === undefined)).toEqual([])
	})

	it.each(SOURCES_ADMIN)('of the back-office are translated to Spanish: %s', async (path) => {
		const source = await readFile(join(web, '..', path), 'utf8')
		const messages = MESSAGES.flatMap((form) => [...source.matchAll(form)].map(([, text]) => text))
		expect(messages.length).toBeGreaterThan(0)
		expect(messages.filter((text) => text !== undefined && !SAID_ADMIN[text])).toEqual([])
	})

	it.each([
		['This quiz opens on 2026-12-01.', 'Este cuestionario se abre el 1 de diciembre de 2026.'],
		[
			'This quiz is not finished: 2 questions are unanswered.',
			'Este cuestionario no está terminado: quedan 2 preguntas sin responder.',
		],
		[
			'Username must be at least 3 characters',
			'El nombre de usuario debe tener al menos 3 caracteres',
		],
	])('keep their values in translation: %s', (english, other) => {
		expect(said(english)).toBe(other)
	})

	it('stay untranslated if unknown', () => {
		expect(said('Nothing of ours')).toBeUndefined()
		expect(said('constructor')).toBeUndefined()
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
