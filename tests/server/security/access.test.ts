import { getTableName, is, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Access, Endpoint } from '#contract/endpoint.ts'
import * as schema from '#server/db/schema.ts'
import { comparableHeaders } from '../../support/comparable-headers.ts'
import { valid } from '../../support/from-schema.ts'
import { UUID } from '../../support/odd-input.ts'
import {
	callRow,
	createWorld,
	isMounted,
	knowing,
	PEOPLE,
	ROWS,
	type Sent,
	type Who,
	type World,
} from '../../support/world.ts'

let world: World
beforeAll(async () => {
	world = await createWorld({ log: () => undefined })
})

type Outcome = 'in' | 401 | 403

const SIGNED_IN: Readonly<Record<Who, Outcome>> = {
	anonymous: 401,
	owner: 'in',
	other: 'in',
	moderator: 'in',
	admin: 'in',
	deleted: 401,
	demoted: 'in',
}
/** Expected outcome per role; "in" means the handler runs, with any reply. */
const EXPECTED: Readonly<Record<Access, Readonly<Record<Who, Outcome>>>> = {
	public: { ...SIGNED_IN, anonymous: 'in', deleted: 'in' },
	user: SIGNED_IN,
	moderator: { ...SIGNED_IN, owner: 403, other: 403, demoted: 403 },
	admin: { ...SIGNED_IN, owner: 403, other: 403, moderator: 403, demoted: 403 },
}

const REFUSALS: Readonly<Record<401 | 403, string>> = {
	401: 'Please sign in to continue.',
	403: 'You are not authorized to perform this action.',
}

/** Digest of every stored table except the rate limits. */
const fingerprint = async (): Promise<string> => {
	const tables = Object.values(schema)
		.filter((each) => is(each, PgTable))
		.map((each) => getTableName(each))
		.filter((name) => name !== 'rate_limits')
	const parts = tables.map(
		(name) => `(select md5(string_agg(t::text, '' order by t::text)) from ${name} t)`,
	)
	const found = await world.server.db.execute(
		sql.raw(`select concat_ws(',', ${parts.join(', ')}) as all`),
	)
	return JSON.stringify(Object(found).rows)
}

/** Valid request about existing records. */
const goodRequest = async (row: Endpoint): Promise<Sent> => {
	const { open, sessionId } = world
	const known = knowing(row, await world.ids(), { attempt: [open], session: [sessionId] })
	const parts = Object.entries({ params: row.params, query: row.query, body: row.body })
	const made = parts.flatMap(([part, schemaOf]) =>
		schemaOf === undefined ? [] : [[part, fc.sample(valid(schemaOf, known), 1)[0]]],
	)
	return Object.fromEntries(made)
}

const isRefusal = (status: number, body: unknown): boolean =>
	(status === 401 || status === 403) && Object(body).message === REFUSALS[status]

describe('router access rules', () => {
	/** Public routes outside the contract: API description, logos, and load balancer health checks. */
	const BESIDE = [
		'GET /api/openapi.json',
		'GET /api/logos/:file{[0-9a-f]{64}\\.webp}',
		'OPTIONS /api/health',
		'OPTIONS /api/health/live',
	]
	const declared = ROWS.map(({ row }) => `${row.method} /api${row.path}`)

	it('declares every route in the contract with an access level', () => {
		const routes = world.server.app.routes
			.filter(({ method }) => method !== 'ALL')
			.map(({ method, path }) => `${method} ${path}`)
		expect(routes.length).toBeGreaterThan(90)
		expect(routes.filter((route) => !declared.includes(route) && !BESIDE.includes(route))).toEqual(
			[],
		)
		const all = world.server.app.routes.filter(({ method }) => method === 'ALL')
		expect([...new Set(all.map(({ path }) => path))]).toEqual(['/api/*'])
	})

	it('limits public access to five groups of endpoints', () => {
		for (const { row, title } of ROWS) expect(Object.keys(EXPECTED), title).toContain(row.access)
		const open = ROWS.filter(({ row }) => row.access === 'public').map(({ noun }) => noun)
		expect([...new Set(open)].toSorted()).toEqual([
			...['about', 'auth', 'health', 'knowledgeTest', 'testConfig'],
		])
	})
})

describe('endpoint access', () => {
	it.each(ROWS)('$title refuses callers without access and changes nothing', async ({ row }) => {
		if (!isMounted(world.server, row)) {
			expect([404, 405]).toContain((await callRow(world, row, 'admin', {})).status)
			return
		}
		const before = await fingerprint()
		const request = await goodRequest(row)
		const expected = EXPECTED[row.access]
		for (const who of PEOPLE.filter((each) => expected[each] !== 'in')) {
			const { status, body, headers } = await callRow(world, row, who, request)
			expect(status, who).toBe(expected[who])
			expect(body, who).toMatchObject({ status, message: REFUSALS[expected[who] as 401] })
			expect(headers.get('etag')).toBeNull()
		}
		expect(await fingerprint(), 'the database is unchanged').toBe(before)
		// Uses unknown ids so that the records survive; the handler still runs.
		for (const who of PEOPLE.filter((each) => expected[each] === 'in')) {
			const params = Object.fromEntries(
				Object.keys(Object(request.params)).map((name) => [name, UUID]),
			)
			const { status, body } = await callRow(world, row, who, { ...request, params, body: {} })
			expect(isRefusal(status, body), `${who} gets ${status}`).toBe(false)
		}
	})
})

/** Endpoints that take the id of an attempt, which only its voter may read. */
const OWNED = ROWS.flatMap(({ title, row }) =>
	(['params', 'query'] as const).flatMap((part) => {
		const entries = Object.keys(
			Object(Object(row[part]).entries ?? Object(Object(row[part]).wrapped).entries),
		)
		return entries
			.filter((name) => /attempt|^before$/i.test(name))
			.map((name) => ({ title, row, part, name }))
	}),
)
/** Groups that every signed-in voter reads alike. */
const CATALOGUE = ['elections', 'candidates', 'compareQuizzes', 'policies', 'manageCandidates']
/** Endpoints about the caller's own records. */
const OWN = ['users.profile', 'yourData.read', 'yourData.erase', 'quiz.start', 'quiz.history']

describe('record ownership', () => {
	it("classifies every voter endpoint as owned, catalog, or caller's own", () => {
		const others = ROWS.filter(
			({ title, noun, row }) =>
				row.access === 'user' &&
				!OWNED.some((each) => each.title === title) &&
				!CATALOGUE.includes(noun) &&
				!OWN.includes(title),
		)
		expect(others.map(({ title }) => title)).toEqual([])
		expect(OWNED.length).toBeGreaterThanOrEqual(9)
	})

	it.each(OWNED)("hides another user's records: $title", async ({ row, part, name }) => {
		const strangers: Who[] = ['other', 'moderator', 'admin', 'demoted']
		const request = await goodRequest(row)
		for (const id of [world.open, world.done]) {
			const before = await fingerprint()
			for (const who of strangers) {
				const theirs = await callRow(world, row, who, { ...request, [part]: { [name]: id } })
				const none = await callRow(world, row, who, { ...request, [part]: { [name]: UUID } })
				// 404 rather than 403: a 403 would reveal that the record exists.
				expect(theirs.status, who).toBe(404)
				expect(theirs.body).toEqual(none.body)
				expect(comparableHeaders(theirs.headers)).toEqual(comparableHeaders(none.headers))
			}
			expect(await fingerprint(), 'the database is unchanged').toBe(before)
			const mine = await callRow(world, row, 'owner', { ...request, [part]: { [name]: id } })
			expect(mine.status, 'the owner has access').not.toBe(404)
		}
	})

	it.each(['users.profile', 'yourData.read', 'quiz.history'])(
		"omits other users' data from the reply: %s",
		async (title) => {
			const row = ROWS.find((each) => each.title === title)?.row as Endpoint
			const { id, email, username } = world.voters.owner.user
			const text = JSON.stringify((await callRow(world, row, 'other', {})).body)
			for (const secret of [id, email ?? '', username, world.open, world.done]) {
				expect(text).not.toContain(secret)
			}
			const own = JSON.stringify((await callRow(world, row, 'owner', {})).body)
			expect(own).toMatch(new RegExp(`${id}|${world.done}`))
		},
	)
})

describe('idempotency key of another user', () => {
	const headers = { 'idempotency-key': '"the key of the owner"' }
	const send = (title: string, who: Who, sent: Sent) => {
		const row = ROWS.find((each) => each.title === title)?.row as Endpoint
		return callRow(world, row, who, { ...sent, headers })
	}

	it('starts a separate attempt for each caller', async () => {
		const { compareQuiz = [] } = await world.ids()
		const sent = { params: { compareQuizId: compareQuiz[0] } }
		const first = Object(await send('quiz.start', 'demoted', sent)).body
		const again = Object(await send('quiz.start', 'demoted', sent)).body
		const theirs = Object(await send('quiz.start', 'moderator', sent)).body
		expect(first.quizAttemptId).toEqual(expect.any(String))
		expect(again).toEqual(first)
		expect(theirs.quizAttemptId).not.toBe(first.quizAttemptId)
	})

	it.each(['quiz.interact', 'quiz.complete', 'quiz.completeByQuery', 'quiz.reset'])(
		"%s does not return the other user's record",
		async (title) => {
			const row = ROWS.find((each) => each.title === title)?.row as Endpoint
			const request = await goodRequest(row)
			const about = {
				...request,
				params: { attemptId: world.done },
				query: { quizAttemptId: world.done },
			}
			await send(title, 'owner', about)
			const theirs = await send(title, 'other', about)
			expect(theirs.status).toBe(404)
			expect(JSON.stringify(theirs.body)).not.toContain(world.done)
		},
	)

	it('creates a separate record per administrator and refuses demoted ones', async () => {
		const election = { name: 'Twice', electionDate: '2026-12-01', jurisdiction: 'FEDERAL' }
		const sent = { body: election }
		const first = Object((await send('manageElections.create', 'admin', sent)).body)
		const second = await world.server.registerVoter('second-admin', ['ROLE_ADMIN'])
		const row = ROWS.find(({ title }) => title === 'manageElections.create')?.row as Endpoint
		const another: World = { ...world, tokenOf: () => second.token }
		const theirs = Object((await callRow(another, row, 'admin', { ...sent, headers })).body)
		expect(theirs.id).toEqual(expect.any(String))
		expect(theirs.id).not.toBe(first.id)
		expect((await send('manageElections.create', 'demoted', sent)).status).toBe(403)
		expect((await send('manageElections.create', 'deleted', sent)).status).toBe(401)
	})
})
