import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import * as v from 'valibot'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Endpoint, Problem } from '#contract/endpoint.ts'
import { testSessions } from '#server/db/schema.ts'
import { absurd, almostValid, likely } from '../../support/from-schema.ts'
import { odd } from '../../support/odd-input.ts'
import {
	callRow,
	createWorld,
	type Ids,
	isMounted,
	knowing,
	openAttempt,
	ROWS,
	type Sent,
	type Who,
	type World,
} from '../../support/world.ts'

/** Requests of a run. */
const REQUESTS = 10_000
/** Requests to an endpoint without input. */
const WITHOUT_INPUT = 40
const takesInput = ({ params, query, body }: Endpoint): boolean =>
	[params, query, body].some((schema) => schema !== undefined)
const taking = ROWS.filter(({ row }) => takesInput(row)).length
const WITH_INPUT = Math.ceil((REQUESTS - WITHOUT_INPUT * (ROWS.length - taking)) / taking)
/** Time limit of a request, in ms; even a busy machine needs a hundredth of it. */
const HANG_MS = 30_000
/** Seed for repeating a run: `FUZZ_SEED=<the seed that a failure prints> npx vitest run --project postgres fuzz`. */
const { FUZZ_SEED } = process.env

let world: World

/** Traces of server internals: stack lines, SQL statements, library names. */
const LEAK =
	/\bat \S+ \(|\.[jt]s:\d+|node_modules|\bselect\b[\s\S]*\bfrom\b|\binsert into\b|drizzle|pglite|postgres|sqlstate|\$argon2/i

const schemaParts = ({ params, query, body }: Endpoint) =>
	Object.entries({ params, query, body }).flatMap(([part, schema]) =>
		schema === undefined ? [] : [[part, schema] as const],
	)

const header = fc.oneof(
	fc.constantFrom('"a key"', '"another"', '"1"', '*', 'W/"2"', '"s";seq=1', 'Bearer x.y.z', '""'),
	fc.string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((c) => String.fromCharCode(c)) }),
)
const headers = fc.dictionary(
	fc.constantFrom('idempotency-key', 'if-match', 'evenhand-order', 'x-forwarded-for', 'accept'),
	header,
	{ maxKeys: 2, noNullPrototype: true },
)

const callers = ({ access }: Endpoint): fc.Arbitrary<Who> => {
	const right: Readonly<Record<Endpoint['access'], Who>> = {
		public: 'anonymous',
		user: 'owner',
		moderator: 'moderator',
		admin: 'admin',
	}
	return fc.oneof(
		{ weight: 9, arbitrary: fc.constant(right[access]) },
		fc.constantFrom<Who>('anonymous', 'owner', 'other', 'moderator', 'admin', 'deleted'),
	)
}

/** Ids the callers may use: the owner's open attempt, and the policies of the test and the quiz. */
const ownIds = async (): Promise<Ids> => {
	const { server, sessionId, done } = world
	const { open, electionId, policies } = await openAttempt(world)
	const [row] = await server.db.select().from(testSessions).where(eq(testSessions.id, sessionId))
	const asked = [...policies, ...(row?.policies ?? []).map(({ policyId }) => policyId)]
	const pair = [row?.candidate1.id ?? '', row?.candidate2.id ?? '']
	return {
		attempt: [open, open, done],
		session: [sessionId],
		policy: asked,
		candidate: pair,
		election: [electionId],
	}
}

const requests = async (row: Endpoint): Promise<fc.Arbitrary<Sent>> => {
	const known = knowing(row, await world.ids(), await ownIds())
	const parts = schemaParts(row)
	const right = Object.fromEntries(parts.map(([part, schema]) => [part, likely(schema, known)]))
	const spoiled = parts.map(([part, schema]) =>
		fc.record({ ...right, [part]: almostValid(schema, known), headers }),
	)
	return fc.oneof(
		{ weight: 5, arbitrary: fc.record(right) },
		{ weight: 2, arbitrary: fc.record({ ...right, headers }) },
		...spoiled
			.map((arbitrary) => ({ weight: 5 / spoiled.length, arbitrary }))
			.map((each) => ({
				...each,
				weight: Math.ceil(each.weight),
			})),
		{
			weight: 2,
			arbitrary: fc.record({
				params: fc.dictionary(fc.constantFrom('id', 'attemptId', 'sessionId', 'code'), odd),
				query: fc.dictionary(fc.constantFrom('name', 'sessionId', 'after', 'search'), odd),
				body: absurd,
				headers,
			}),
		},
	)
}

type Reply = Awaited<ReturnType<typeof callRow>>

const expectSound = (row: Endpoint, { status, headers: got, body }: Reply): void => {
	expect(status, JSON.stringify(body)).toBeLessThan(500)
	expect(got.get('set-cookie')).toBeNull()
	expect(got.get('access-control-allow-origin')).toBeNull()
	if (status === (row.status ?? 200)) {
		const reply = row.file === undefined ? body : ''
		expect(v.safeParse(row.reply, reply).issues, JSON.stringify(body)).toBeUndefined()
		return
	}
	expect(status).toBeGreaterThanOrEqual(400)
	expect(got.get('content-type')).toBe('application/problem+json')
	expect(v.is(Problem, body)).toBe(true)
	expect(body).toMatchObject({ status, message: expect.stringMatching(/\S/) })
	expect(JSON.stringify(body)).not.toMatch(LEAK)
	if (status === 401) expect(got.get('www-authenticate')).toBe('Bearer')
	if (status === 429) expect(Number(got.get('retry-after'))).toBeGreaterThan(0)
}

describe('fuzzed requests', () => {
	beforeAll(async () => {
		world = await createWorld({ log: () => undefined })
	})

	it.each(ROWS)('$title answers without 500, stack trace, SQL, or hang', async ({ row }) => {
		if (!isMounted(world.server, row)) {
			expect([404, 405]).toContain((await callRow(world, row, 'admin', {})).status)
			return
		}
		const sent = await requests(row)
		await fc.assert(
			fc.asyncProperty(callers(row), sent, async (who, request) =>
				expectSound(row, await callRow(world, row, who, request)),
			),
			{
				numRuns: takesInput(row) ? WITH_INPUT : WITHOUT_INPUT,
				timeout: HANG_MS,
				...(FUZZ_SEED && { seed: Number(FUZZ_SEED) }),
			},
		)
	})
})
