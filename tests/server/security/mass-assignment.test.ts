import { getTableName, is, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { BATCH_MAX } from '#contract/batch.ts'
import * as schema from '#server/db/schema.ts'
import { testGuesses } from '#server/db/schema.ts'
import { valid } from '../../support/from-schema.ts'
import { raw } from '../../support/quizzes.ts'
import { createTestServer } from '../../support/server.ts'
import { begun, guessBody } from '../../support/test-sessions.ts'
import {
	callRow,
	createWorld,
	isMounted,
	knowing,
	ROWS,
	type Who,
	type World,
} from '../../support/world.ts'

const MARK = 987_654_321
const TEXT = 'marked-by-the-test'
const ID = 'dddddddd-dddd-4ddd-8ddd-dddddddddddd'
const MOMENT = '1999-09-09T09:09:09.000Z'
const MARKED = new RegExp(`${MARK}|${TEXT}|${ID}|1999-09-09`)

const EXTRA: Readonly<Record<string, unknown>> = {
	...{ id: ID, userId: ID, user_id: ID, actorId: ID, ownerId: ID, user: { id: ID, roles: [TEXT] } },
	...{ role: TEXT, roles: ['ROLE_ADMIN', TEXT], authorities: [TEXT], access: TEXT },
	...{ score: MARK, rank: MARK, weight: MARK, revised: MARK, revision: MARK, etag: `"${MARK}"` },
	...{ tokenVersion: MARK, token_version: MARK, ver: MARK, seq: MARK, points: MARK },
	...{ createdAt: MOMENT, created_at: MOMENT, deletedAt: MOMENT, completedAt: MOMENT, at: MOMENT },
	...{ passwordHash: TEXT, usernameKey: TEXT, emailKey: TEXT, salt: TEXT, fingerprint: TEXT },
	...{ status: TEXT, correct: true, isActive: true, applied: false, deletedWith: ID, key: TEXT },
	...{ statements: [TEXT], policies: [TEXT], candidates: [TEXT], before: TEXT, after: TEXT },
}

let world: World
beforeAll(async () => {
	world = await createWorld({ log: () => undefined })
})

const stored = async (): Promise<string> => {
	const tables = Object.values(schema).filter((each) => is(each, PgTable))
	const texts = tables.map(async (table) => {
		const query = sql.raw(`select string_agg(t::text, ' ') as rows from "${getTableName(table)}" t`)
		return JSON.stringify(Object(await world.server.db.execute(query)).rows)
	})
	return (await Promise.all(texts)).join('\n')
}

const writing = ROWS.filter(({ row }) => row.method !== 'GET')
const WHO: Readonly<Record<string, Who>> = { public: 'anonymous', user: 'owner', admin: 'admin' }

it.each(writing)('$title stores no unexpected fields', async ({ title, row }) => {
	if (!isMounted(world.server, row)) {
		expect([404, 405]).toContain((await callRow(world, row, 'admin', {})).status)
		return
	}
	const first = { attempt: [world.open], session: [world.sessionId] }
	const known = knowing(row, await world.ids(), first)
	const sample = (part: 'params' | 'query' | 'body', seed: number) =>
		row[part] && fc.sample(valid(row[part], known), { numRuns: 1, seed })[0]
	const taken = Object.keys(Object(Object(row.body).entries))
	// Some bodies may contain an id, which makes repeated calls idempotent.
	const extra = Object.entries(EXTRA).filter(([name]) => !taken.includes(name))
	for (let tries = 1; tries <= 4; tries++) {
		const body = sample('body', tries)
		const isObject = typeof body === 'object' && !Array.isArray(body)
		const sent = isObject || body === undefined ? { ...body, ...Object.fromEntries(extra) } : body
		const query = { ...Object.fromEntries(extra), ...Object(sample('query', tries)) }
		const reply = await callRow(world, row, WHO[row.access] ?? 'admin', {
			params: sample('params', tries),
			query,
			body: sent,
		})
		expect(reply.status, title).toBeLessThan(500)
		expect(JSON.stringify(reply.body) ?? '').not.toMatch(MARKED)
	}
	expect(await stored()).not.toMatch(MARKED)
	expect(Object.keys(Object.prototype)).toEqual([])
})

it('registration ignores claimed roles', async () => {
	for (const roles of [['ROLE_ADMIN'], 'ROLE_ADMIN', { 0: 'ROLE_ADMIN' }]) {
		const name = `climber${JSON.stringify(roles).length}`
		const body = { username: name, email: `${name}@example.org`, password: 'a good one', roles }
		const { status, body: created } = await raw(world.server, '/api/auth/register', {
			json: { ...body, role: 'ROLE_ADMIN', authorities: roles },
		})
		expect(status).toBe(201)
		expect(created).toMatchObject({ user: { roles: ['ROLE_USER'] } })
	}
})

it('the server grades guesses and ignores a claimed result', async () => {
	const server = await createTestServer({ sample: true })
	const session = await begun(server)
	const body = await guessBody(server, session, 0, { right: false })
	const reply = await raw(server, '/api/policy-knowledge-test/submit-guess', {
		json: { ...body, correct: true, score: 1, outcome: 'correct' },
	})
	expect(reply.body).toEqual({ correct: false, batch: BATCH_MAX })
	const rows = await server.db.select().from(testGuesses)
	expect(rows.find(({ sessionId }) => sessionId === session.sessionId)?.correct).toBe(false)
})
