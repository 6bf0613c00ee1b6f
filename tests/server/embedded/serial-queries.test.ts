import { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openOn } from '#server/db/open.ts'

let client: PGlite
beforeAll(async () => {
	client = await PGlite.create()
})
afterAll(() => client.close())

it('yields to the event loop between PGlite queries', async () => {
	const { db } = openOn(client)
	let turns = 0
	let over = false
	const count = (): void => {
		turns++
		if (!over) setImmediate(count)
	}
	const things = Array.from({ length: 40 }, (_, index) =>
		index % 2 === 0
			? db.execute(sql`select 1`)
			: db.transaction((tx) => tx.execute(sql`select 1`).then(() => tx.execute(sql`select 2`))),
	)
	setImmediate(count)
	await Promise.all(things)
	over = true
	expect(turns).toBeGreaterThanOrEqual(39)
})

it('a failed query rejects without blocking later ones', async () => {
	const { db } = openOn(client)
	const [failed, done] = await Promise.allSettled([
		db.transaction(async (tx) => {
			await tx.execute(sql`select 1`)
			throw new Error('of its own')
		}),
		db.execute(sql`select 1`),
	])
	expect(failed).toMatchObject({ status: 'rejected', reason: { message: 'of its own' } })
	expect(done.status).toBe('fulfilled')
})
