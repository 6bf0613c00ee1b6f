import fc from 'fast-check'
import { beforeEach, expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import type { TestSession } from '#contract/test-session.ts'
import { FEEDBACK_MAX, RESPONSE_TIME_CAP_MS } from '#domain/limits.ts'
import { testFeedback, testGuesses, testSessions } from '#server/db/schema.ts'
import { anyId, NUL, odd, UUID } from '../support/odd-input.ts'
import { raw } from '../support/quizzes.ts'
import { createTestServer, type TestServer } from '../support/server.ts'
import { begun, guessBody } from '../support/test-sessions.ts'

let server: TestServer
let session: TestSession
beforeEach(async () => {
	server = await createTestServer({ sample: true })
	session = await begun(server)
})

const bodyId = fc.oneof(anyId, odd)
const isTime = (value: unknown): boolean =>
	Number.isInteger(value) && Number(value) >= 0 && Number(value) <= RESPONSE_TIME_CAP_MS
const badTime = odd.filter((value) => !isTime(value))
/** JSON turns infinity into null, which is valid for optional fields. */
const saysNothing = (value: unknown): boolean => JSON.stringify(value) === 'null'
const badChoice = odd.filter((value) => !saysNothing(value))
const badDemographics = fc.oneof(
	fc.constantFrom('25-34', 7, true),
	fc.record({ age: badChoice, gender: fc.constant('other') }),
	fc.record({ age: fc.constant('65+'), gender: badChoice }),
)
const badText = fc.oneof(
	fc.constantFrom(
		null,
		7,
		true,
		[],
		{},
		'',
		' \n',
		'x'.repeat(FEEDBACK_MAX + 1),
		`a${NUL}`,
		'a\ud800',
	),
	fc.string({ unit: fc.constantFrom(' ', '\t', '\n') }),
)

const send = (row: Endpoint, sessionId: string, body: unknown) => {
	const path = row.path.replace(':sessionId', encodeURIComponent(sessionId))
	const query = row.query ? `?${new URLSearchParams({ sessionId })}` : ''
	return raw(server, `/api${path}${query}`, {
		method: row.method,
		...(row.body && {
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(body),
		}),
	})
}

/** Asserts a refusal with a readable message. */
const expectRefused = (reply: Awaited<ReturnType<typeof raw>>, sent: unknown): void => {
	const description = `${JSON.stringify(sent)} is answered by ${JSON.stringify(reply.body)}`
	expect(reply.status, description).toBeGreaterThanOrEqual(400)
	expect(reply.status, description).toBeLessThan(500)
	expect(reply.headers.get('content-type'), description).toBe('application/problem+json')
	expect(reply.body, description).toMatchObject({
		status: reply.status,
		message: expect.any(String),
	})
}

/** Counts stored test records; refused requests must not change them. */
const stored = async () => ({
	sessions: await server.db.$count(testSessions),
	guesses: await server.db.$count(testGuesses),
	feedback: await server.db.$count(testFeedback),
})
const UNTOUCHED = { sessions: 1, guesses: 0, feedback: 0 }

/** Sends bodies with exactly one invalid field. */
const spoil = async (
	row: Endpoint,
	good: Readonly<Record<string, unknown>>,
	bad: Readonly<Record<string, fc.Arbitrary<unknown>>>,
): Promise<void> => {
	const one = fc.oneof(
		...Object.entries(bad).map(([field, value]) =>
			value.map((each) => ({ ...good, [field]: each })),
		),
	)
	await fc.assert(
		fc.asyncProperty(one, async (body) => expectRefused(await send(row, UUID, body), body)),
		{ numRuns: 150 },
	)
	expect(await stored()).toEqual(UNTOUCHED)
}

it('refuses a guess with an invalid field and stores nothing', async () => {
	await spoil(server.endpoints.knowledgeTest.submitGuess, await guessBody(server, session, 0), {
		sessionId: bodyId,
		policyId: bodyId,
		guessedCandidateId: bodyId,
		responseTimeMs: badTime,
	})
})

it('refuses a completion with an invalid field and stores nothing', async () => {
	await spoil(
		server.endpoints.knowledgeTest.complete,
		{ sessionId: session.sessionId, demographics: null },
		{ sessionId: bodyId, demographics: badDemographics },
	)
	const [row] = await server.db.select().from(testSessions)
	expect(row).toMatchObject({ completedAt: null, age: null, gender: null })
})

it('refuses feedback with an invalid field and stores nothing', async () => {
	await spoil(
		server.endpoints.knowledgeTest.feedback,
		{ sessionId: session.sessionId, feedbackText: 'Well made.' },
		{ sessionId: bodyId, feedbackText: badText },
	)
})

it('refuses a start with an invalid field and stores nothing', async () => {
	const { candidate1, candidate2 } = session
	const isNumber = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 1
	await spoil(
		server.endpoints.knowledgeTest.start,
		{ candidate1Id: candidate1.id, candidate2Id: candidate2.id, numberOfPolicies: 10 },
		{
			candidate1Id: bodyId,
			candidate2Id: bodyId,
			numberOfPolicies: badChoice.filter((value) => !isNumber(value)),
		},
	)
})

it.each(['saveProgress', 'results'] as const)('%s refuses an invalid session id', async (name) => {
	const row = server.endpoints.knowledgeTest[name]
	await fc.assert(
		fc.asyncProperty(anyId, async (id) => expectRefused(await send(row, id, undefined), id)),
		{ numRuns: 100 },
	)
})
