import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { openDb } from '#server/db/open.ts'
import { users } from '#server/db/schema.ts'

// What is shipped: no door that only tests go through, and nothing that tells how it was made.

const dist = resolve(import.meta.dirname, '../../dist')

let files: { name: string; text: string }[]
beforeAll(async () => {
	const entries = await readdir(dist, { recursive: true, withFileTypes: true })
	const named = entries
		.filter((entry) => entry.isFile() && /\.(?:js|css|html|json|mjs|webmanifest)$/.test(entry.name))
		.map((entry) => join(entry.parentPath, entry.name))
	files = await Promise.all(
		named.map(async (path) => ({
			name: path.slice(dist.length + 1),
			text: await readFile(path, 'utf8'),
		})),
	)
	expect(files.length).toBeGreaterThan(30)
})

const having = (pattern: RegExp, of = /./): string[] =>
	files.flatMap(({ name, text }) =>
		of.test(name) && pattern.test(text) ? [`${name}: ${pattern.exec(text)?.[0]}`] : [],
	)

describe('what is shipped', () => {
	it('has nothing of the tests in it', () => {
		expect(
			having(/#tests\/|tests\/support|vitest|playwright|fast-check|a password of the tests/i),
		).toEqual([])
	})

	it('reads only environment variables that the documentation lists', async () => {
		const readme = await readFile(resolve(dist, '../src/server/README.md'), 'utf8')
		const read = files
			.filter(({ name }) => name.startsWith('server/'))
			.flatMap(({ text }) => [...text.matchAll(/process\.env(?:\.(\w+)|\[["'](\w+)["']\])/g)])
			.map(([, dotted, quoted]) => dotted ?? quoted ?? '')
		expect(read.filter((name) => !readme.includes(`\`${name}\``))).toEqual([])
		// And the rest goes through one reader, whose names `config.test.ts` holds.
		expect(having(/readConfig\(process\.env\)/, /^server\/main\.js$/)).toHaveLength(1)
	})

	it('asks nowhere whether it is being tested or developed', () => {
		expect(
			having(/NODE_ENV|import\.meta\.env|__TEST__|isTest\b|DISABLE_(?:AUTH|LIMITS)/, /^server\//),
		).toEqual([])
	})

	it('has no map to its sources and no path of the machine that built it', () => {
		expect(having(/sourceMappingURL|file:\/\/\/|\/(?:home|root|tmp|Users)\/\w+\//)).toEqual([])
		expect(files.filter(({ name }) => name.endsWith('.map'))).toEqual([])
	})

	it('has no secret in it: no key, no token, no password that works', () => {
		expect(having(/-----BEGIN|eyJhbGciOi|\$argon2id?\$v=|sk-[A-Za-z0-9]{20}/)).toEqual([])
	})

	it('makes no code of texts, which its own policy would refuse in a voter’s browser', () => {
		expect(having(/[^.\w]eval\(|new Function\(/, /^web\/(?!sw)/)).toEqual([])
		expect(having(/dangerouslySetInnerHTML:/, /^web\/assets\/(?!index)/)).toEqual([])
	})

	it('has an empty, migrated database, which a first start copies even after an interrupted one', async () => {
		const dataDir = await mkdtemp(join(tmpdir(), 'evenhand-first-'))
		try {
			await mkdir(join(dataDir, 'db.new'))
			const template = join(dist, 'server/db/template')
			const { db, close } = await openDb({ kind: 'embedded', dataDir, template }, () => undefined)
			try {
				const migrations = await readdir(join(dist, 'server/db/migrations'))
				expect(await db.$count(sql`drizzle.__drizzle_migrations`)).toBe(
					migrations.filter((name) => name.endsWith('.sql')).length,
				)
				expect(await db.$count(users)).toBe(0)
			} finally {
				await close()
			}
			expect(await readdir(dataDir)).toEqual(['db'])
		} finally {
			await rm(dataDir, { recursive: true })
		}
	})
})
