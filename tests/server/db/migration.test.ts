import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OpenDb, openDb } from '#server/db/open.ts'
import { MIGRATIONS_URL } from '#server/paths.ts'
import { newDatabase } from '../../support/database.ts'

const ID = '00000000-0000-4000-8000-000000000001'
const AT = '2026-11-01T00:00:00Z'

let opened: OpenDb
beforeAll(async () => {
	const { DATABASE_URL: url } = await newDatabase()
	opened = await openDb(
		url === undefined ? { kind: 'embedded', dataDir: null } : { kind: 'postgres', url },
		(error) => {
			throw error
		},
	)
})
afterAll(() => opened.close())

const statementsOf = async (name: string): Promise<string[]> =>
	(await readFile(new URL(name, MIGRATIONS_URL), 'utf8')).split('--> statement-breakpoint')

describe('migration to administration', () => {
	it('keeps records, versions them, and makes them searchable', async () => {
		const { db } = opened
		const names = (await readdir(MIGRATIONS_URL)).filter((name) => name.endsWith('.sql')).sort()
		const at = names.findIndex((name) => name.includes('administration'))
		for (const name of names.slice(0, at)) {
			for (const statement of await statementsOf(name)) await db.execute(sql.raw(statement))
		}
		await db.execute(sql`insert into elections (id, name, election_date, jurisdiction, created_at)
			values (${ID}, 'Élection du Maire', '2026-12-01', 'FEDERAL', ${AT})`)
		await db.execute(
			sql`insert into audit (action, target, at) values ('election.imported', ${ID}, ${AT})`,
		)
		for (const statement of await statementsOf(names[at] ?? '')) {
			await db.execute(sql.raw(statement))
		}
		const [row] = await db
			.select({
				revised: sql<number>`revised`,
				deleted: sql<boolean>`deleted_at is not null`,
				found: sql<boolean>`search @@ ${"'elec':*"}::tsquery`,
			})
			.from(sql`elections`)
		expect(row).toEqual({ revised: 1, deleted: false, found: true })
		expect(await db.$count(sql`audit`)).toBe(1)
	})
})
