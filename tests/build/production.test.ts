import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { openDb } from '#server/db/open.ts'
import { users } from '#server/db/schema.ts'

// Checks that the build contains no test hooks and no details of the build machine.

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

describe('production build', () => {
	it('contains nothing of the tests', () => {
		expect(
			having(/#tests\/|tests\/support|vitest|playwright|fast-check|a password of the tests/i),
		).toEqual([])
	})

	it('reads only documented environment variables', async () => {
		const readme = await readFile(resolve(dist, '../src/server/README.md'), 'utf8')
		const read = files
			.filter(({ name }) => name.startsWith('server/'))
			.flatMap(({ text }) => [...text.matchAll(/process\.env(?:\.(\w+)|\[["'](\w+)["']\])/g)])
			.map(([, dotted, quoted]) => dotted ?? quoted ?? '')
		expect(read.filter((name) => !readme.includes(`\`${name}\``))).toEqual([])
		// All others go through one reader, whose names `config.test.ts` checks.
		expect(having(/readConfig\(process\.env\)/, /^server\/main\.js$/)).toHaveLength(1)
	})

	it('never checks for a test or development mode', () => {
		expect(
			having(/NODE_ENV|import\.meta\.env|__TEST__|isTest\b|DISABLE_(?:AUTH|LIMITS)/, /^server\//),
		).toEqual([])
	})

	it('contains no source maps and no build paths', () => {
		expect(having(/sourceMappingURL|file:\/\/\/|\/(?:home|root|tmp|Users)\/\w+\//)).toEqual([])
		expect(files.filter(({ name }) => name.endsWith('.map'))).toEqual([])
	})

	it('contains no secrets in the build', () => {
		expect(having(/-----BEGIN|eyJhbGciOi|\$argon2id?\$v=|sk-[A-Za-z0-9]{20}/)).toEqual([])
	})

	// The content security policy would refuse it.
	it('never evaluates code from text', () => {
		expect(having(/[^.\w]eval\(|new Function\(/, /^web\/(?!sw)/)).toEqual([])
		expect(having(/dangerouslySetInnerHTML:/, /^web\/assets\/(?!index)/)).toEqual([])
	})

	it('contains an empty, migrated database to copy at the first start', async () => {
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
