import { createHash } from 'node:crypto'
import { asc, eq, inArray, like, notInArray } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/index.ts'
import type { TestSession } from '#contract/test-session.ts'
import { answerText } from '#domain/knowledge-test.ts'
import {
	candidates,
	elections,
	policies,
	settings,
	testConfigurations,
	testGuesses,
	testSessions,
} from '#server/db/schema.ts'
import { raw, refusalOf, replyOf } from '../../support/quizzes.ts'
import { createTestServer, type TestServer } from '../../support/server.ts'
import { begun, guess, guessBody } from '../../support/test-sessions.ts'

const { knowledgeTest, testConfig } = endpoints
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'

let server: TestServer
beforeEach(async () => {
	server = await createTestServer({ sample: true })
})

const start = (body: Parameters<typeof begin>[0] = {}) => begin(body)
const begin = (body: {
	candidate1Id?: string | number | null
	candidate2Id?: string | number | null
	numberOfPolicies?: number
	restores?: { sessionId: string; policyIds: string[] }
}) => server.call(knowledgeTest.start, { body })

const idOf = async (name: string): Promise<string> => {
	const [row] = await server.db.select().from(candidates).where(eq(candidates.name, name))
	return row?.id ?? ''
}
const policiesOf = async (names: readonly string[]) => {
	const ids = await Promise.all(names.map(idOf))
	return server.db.select().from(policies).where(inArray(policies.candidateId, ids))
}
const switchOff = () => server.db.update(settings).set({ value: { enabled: false } })

const keepPolicies = async (counts: Readonly<Record<string, number>>): Promise<void> => {
	const remaining: string[] = [UNKNOWN_ID]
	for (const [name, count] of Object.entries(counts)) {
		remaining.push(...(await policiesOf([name])).slice(0, count).map(({ id }) => id))
	}
	await server.db.delete(policies).where(notInArray(policies.id, remaining))
}

describe('starting', () => {
	it('asks about the active pair with an empty body and no sign-in', async () => {
		const session = replyOf(await start({ candidate1Id: null, candidate2Id: null }))
		expect(session.candidate1.name).toBe('Theodore Roosevelt')
		expect(session.candidate2.name).toBe('Woodrow Wilson')
		const known = new Map(
			(await policiesOf(['Theodore Roosevelt', 'Woodrow Wilson'])).map(({ id, text }) => [
				id,
				text,
			]),
		)
		for (const { policyId, text } of session.policies) expect(known.get(policyId)).toBe(text)
	})

	it('names the active election in which both candidates run', async () => {
		const [election] = await server.db.select().from(elections).where(like(elections.name, '%1912'))
		const { id, name, electionDate } = election ?? {}
		expect((await begun(server)).election).toEqual({ id, name, electionDate })
		const [debs, mckinley] = [await idOf('Eugene V. Debs'), await idOf('William McKinley')]
		const apart = replyOf(await start({ candidate1Id: debs, candidate2Id: mckinley }))
		expect(apart.election).toBeUndefined()
		await server.db.update(elections).set({ active: false })
		expect((await begun(server)).election).toBeUndefined()
	})

	it('draws twice the requested policies, evenly from both candidates', async () => {
		const session = await begun(server)
		expect(session.policies).toHaveLength(20)
		const ofFirst = await policiesOf(['Theodore Roosevelt'])
		const ids = new Set(ofFirst.map(({ id }) => id))
		const first = session.policies.filter(({ policyId }) => ids.has(policyId))
		expect(first).toHaveLength(10)
		expect(replyOf(await start({ numberOfPolicies: 3 })).policies).toHaveLength(6)
	})

	it('draws a new order for every session', async () => {
		const [one, two] = [await begun(server), await begun(server)]
		expect(one.sessionId).not.toBe(two.sessionId)
		const orderOf = ({ policies: all }: typeof one) => all.map(({ policyId }) => policyId).join()
		expect(orderOf(one)).not.toBe(orderOf(two))
	})

	it('accepts two named candidates outside the active pair', async () => {
		const [one, two] = [await idOf('Eugene V. Debs'), await idOf('William McKinley')]
		const session = replyOf(await start({ candidate1Id: one.toUpperCase(), candidate2Id: two }))
		expect(session.candidate1).toMatchObject({ id: one, name: 'Eugene V. Debs' })
		expect(session.candidate2).toMatchObject({ id: two, name: 'William McKinley' })
	})

	it('refuses unknown, missing, or equal candidates at the field', async () => {
		const debs = await idOf('Eugene V. Debs')
		for (const [body, path] of [
			[{ candidate1Id: debs, candidate2Id: UNKNOWN_ID }, 'candidate2Id'],
			[{ candidate1Id: UNKNOWN_ID, candidate2Id: debs }, 'candidate1Id'],
			[{ candidate1Id: debs, candidate2Id: 7 }, 'candidate2Id'],
			[{ candidate1Id: debs }, 'candidate2Id'],
			[{ candidate2Id: debs }, 'candidate2Id'],
			[{ candidate1Id: debs, candidate2Id: debs.toUpperCase() }, 'candidate2Id'],
			[{ numberOfPolicies: 0 }, 'numberOfPolicies'],
			[{ numberOfPolicies: 21 }, 'numberOfPolicies'],
			[{ numberOfPolicies: 1.5 }, 'numberOfPolicies'],
		] as const) {
			const refusal = refusalOf(await start(body))
			expect(refusal.status, JSON.stringify(body)).toBe(400)
			expect(refusal.errors).toMatchObject([
				{ path, message: expect.stringMatching(/^(Candidate \d id|Number of policies) (must|is)/) },
			])
		}
		expect(await server.db.$count(testSessions)).toBe(0)
	})

	it('returns 409 while the test is off, even for named candidates', async () => {
		const [one, two] = [await idOf('Eugene V. Debs'), await idOf('William McKinley')]
		await switchOff()
		for (const body of [{}, { candidate1Id: one, candidate2Id: two }]) {
			expect(refusalOf(await start(body))).toMatchObject({
				status: 409,
				message: 'There is no knowledge test at the moment.',
			})
		}
	})

	it('returns 409 while no pair is active', async () => {
		await server.db.update(testConfigurations).set({ active: false })
		expect(refusalOf(await start())).toMatchObject({
			status: 409,
			message: 'There is no knowledge test at the moment.',
		})
	})

	it('asks all policies when a pair has fewer than ten', async () => {
		await keepPolicies({ 'Theodore Roosevelt': 3, 'Woodrow Wilson': 4 })
		expect((await begun(server)).policies).toHaveLength(7)
	})

	it('asks only validated policies and returns 409 without any', async () => {
		await server.db.update(policies).set({ validationStatus: 'NEEDS_REVIEW' })
		expect(refusalOf(await start())).toMatchObject({
			status: 409,
			message: 'These candidates have no policies to ask about yet.',
		})
		expect(await server.db.$count(testSessions)).toBe(0)
	})

	it('refuses a pair in which one candidate has no policies', async () => {
		await keepPolicies({ 'Theodore Roosevelt': 5 })
		expect(refusalOf(await start())).toMatchObject({ status: 409 })
	})

	it('reveals answers only as digests for checking guesses offline', async () => {
		// The raw reply: a client would drop unknown fields.
		const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }
		const reply = await raw(server, '/api/policy-knowledge-test/start', init)
		const session = reply.body as TestSession
		const { salt = '' } = session
		const owners = new Map((await server.db.select().from(policies)).map((row) => [row.id, row]))
		for (const policy of session.policies) {
			expect(Object.keys(policy).toSorted()).toEqual(['digest', 'policyId', 'text'])
			const digests = [session.candidate1.id, session.candidate2.id].map((id) =>
				createHash('sha256')
					.update(answerText(salt, policy.policyId, id))
					.digest('hex'),
			)
			const ofOwner = [session.candidate1, session.candidate2].findIndex(
				({ id }) => id === owners.get(policy.policyId)?.candidateId,
			)
			expect(policy.digest).toBe(digests[ofOwner]?.slice(0, 16))
			expect(policy.digest).not.toBe(digests[1 - ofOwner]?.slice(0, 16))
		}
		// The order is random and reveals nothing.
		const { candidate1, candidate2, ...rest } = session
		for (const { id, name } of [candidate1, candidate2]) {
			expect(JSON.stringify(rest)).not.toContain(id)
			expect(JSON.stringify(rest)).not.toContain(name)
		}
	})

	it('uses a new salt for every session', async () => {
		const salts = [await begun(server), await begun(server)].map(({ salt }) => salt)
		expect(salts[0]).toMatch(/^[0-9a-f]{32}$/)
		expect(salts[0]).not.toBe(salts[1])
	})

	it('freezes its policies against later edits and deletions', async () => {
		const session = await begun(server)
		const right = await guessBody(server, session, 0)
		await server.db.delete(candidates)
		const reply = await server.call(knowledgeTest.submitGuess, { body: right })
		expect(replyOf(reply)).toMatchObject({ correct: true })
		const { policyResults } = replyOf(
			await server.call(knowledgeTest.results, { params: { sessionId: session.sessionId } }),
		)
		expect(policyResults[0]?.policyText).toBe(session.policies[0]?.text)
	})
})

describe('restoring a lost session', () => {
	/** Body that a device with the session sends. */
	const restoring = ({ sessionId, policies: asked, candidate1, candidate2 }: TestSession) => ({
		candidate1Id: candidate1.id,
		candidate2Id: candidate2.id,
		restores: { sessionId, policyIds: asked.map(({ policyId }) => policyId) },
	})

	it('keeps its id, pair, and order of policies', async () => {
		const session = await begun(server)
		const [before] = await server.db.select().from(testSessions)
		await server.db.delete(testSessions)
		const back = replyOf(await start(restoring(session)))
		const texts = ({ policyId, text }: TestSession['policies'][number]) => [policyId, text]
		expect(back.sessionId).toBe(session.sessionId)
		expect(back.policies.map(texts)).toEqual(session.policies.map(texts))
		const [after] = await server.db.select().from(testSessions)
		expect(after?.configurationId).toBe(before?.configurationId)
	})

	it('changes nothing if the session exists', async () => {
		const session = await begun(server)
		const before = await server.db.select().from(testSessions)
		const body = restoring(session)
		const restores = { ...body.restores, policyIds: body.restores.policyIds.slice(1) }
		expect(replyOf(await start({ ...body, restores }))).toEqual(session)
		expect(await server.db.select().from(testSessions)).toEqual(before)
	})

	it('drops policies of other candidates, and replies 409 if none is left', async () => {
		const session = await begun(server)
		await server.db.delete(testSessions)
		const [foreign] = await policiesOf(['Eugene V. Debs'])
		const body = restoring(session)
		const [own = ''] = body.restores.policyIds
		const asking = (policyIds: string[]) =>
			start({ ...body, restores: { ...body.restores, policyIds } })
		expect(refusalOf(await asking([foreign?.id ?? ''])).status).toBe(409)
		const back = replyOf(await asking([foreign?.id ?? '', own]))
		expect(back.policies.map(({ policyId }) => policyId)).toEqual([own])
	})

	it('replies 409 for a pair that is not active', async () => {
		const [one, two] = [await idOf('Eugene V. Debs'), await idOf('William McKinley')]
		const session = replyOf(await start({ candidate1Id: one, candidate2Id: two }))
		await server.db.delete(testSessions)
		expect(refusalOf(await start(restoring(session))).status).toBe(409)
		expect(await server.db.$count(testSessions)).toBe(0)
	})
})

describe('guessing', () => {
	it('returns the correctness of a guess', async () => {
		const session = await begun(server)
		expect(replyOf(await guess(server, session, 0))).toMatchObject({ correct: true })
		expect(replyOf(await guess(server, session, 1, { right: false }))).toMatchObject({
			correct: false,
		})
	})

	it('keeps the first guess and returns its outcome for a second', async () => {
		const session = await begun(server)
		await guess(server, session, 0, { right: false })
		expect(replyOf(await guess(server, session, 0))).toMatchObject({ correct: false })
		await guess(server, session, 1)
		expect(replyOf(await guess(server, session, 1, { right: false }))).toMatchObject({
			correct: true,
		})
		const rows = await server.db.select().from(testGuesses).orderBy(asc(testGuesses.at))
		expect(rows.map(({ correct }) => correct).toSorted()).toEqual([false, true])
	})

	it('counts once for fifty concurrent guesses', async () => {
		const session = await begun(server)
		const right = await guessBody(server, session, 0)
		const wrong = await guessBody(server, session, 0, { right: false })
		const replies = await Promise.all(
			Array.from({ length: 50 }, (_, n) =>
				server.call(knowledgeTest.submitGuess, { body: n % 2 === 0 ? right : wrong }),
			),
		)
		const outcomes = new Set(replies.map((reply) => replyOf(reply).correct))
		expect(outcomes.size).toBe(1)
		expect(await server.db.$count(testGuesses)).toBe(1)
	})

	it('refuses a foreign policy or candidate at the field', async () => {
		const session = await begun(server)
		const body = await guessBody(server, session, 0)
		const debs = await idOf('Eugene V. Debs')
		const [other] = await policiesOf(['Eugene V. Debs'])
		for (const [part, path] of [
			[{ policyId: other?.id ?? '' }, 'policyId'],
			[{ policyId: 7 }, 'policyId'],
			[{ guessedCandidateId: debs }, 'guessedCandidateId'],
			[{ responseTimeMs: -1 }, 'responseTimeMs'],
			[{ responseTimeMs: 300_001 }, 'responseTimeMs'],
		] as const) {
			const reply = await server.call(knowledgeTest.submitGuess, { body: { ...body, ...part } })
			expect(refusalOf(reply)).toMatchObject({ status: 400, errors: [{ path }] })
		}
		expect(await server.db.$count(testGuesses)).toBe(0)
	})

	it('returns 404 for an unknown session', async () => {
		const body = await guessBody(server, await begun(server), 0)
		for (const sessionId of [UNKNOWN_ID, 7]) {
			const reply = await server.call(knowledgeTest.submitGuess, { body: { ...body, sessionId } })
			expect(refusalOf(reply).status).toBe(404)
		}
	})

	it('returns 409 after completion but repeats known outcomes', async () => {
		const session = await begun(server)
		await guess(server, session, 0)
		const { sessionId } = session
		replyOf(await server.call(knowledgeTest.complete, { body: { sessionId } }))
		expect(refusalOf(await guess(server, session, 1))).toMatchObject({
			status: 409,
			message: 'This test is completed. You can no longer add guesses.',
		})
		expect(replyOf(await guess(server, session, 0, { right: false }))).toMatchObject({
			correct: true,
		})
		expect(await server.db.$count(testGuesses)).toBe(1)
	})
})

describe('active pair', () => {
	it('is public as a configuration and as candidates', async () => {
		const active = replyOf(await server.call(testConfig.active, {}))
		expect(active).toMatchObject({
			candidate1Id: await idOf('Theodore Roosevelt'),
			candidate2Name: 'Woodrow Wilson',
			isActive: true,
			createdAt: server.clock.now.toISOString(),
		})
		const both = replyOf(await server.call(knowledgeTest.candidates, {}))
		expect(both.map(({ name }) => name)).toEqual(['Theodore Roosevelt', 'Woodrow Wilson'])
		expect(Object.keys(both[0] ?? {}).toSorted()).toEqual(['id', 'logo', 'name'])
	})

	it('returns 404 and no candidates without an active test', async () => {
		const expectNone = async () => {
			expect((await raw(server, '/api/public/test-config/active')).status).toBe(404)
			expect(replyOf(await server.call(knowledgeTest.candidates, {}))).toEqual([])
		}
		await switchOff()
		await expectNone()
		await server.db.delete(settings)
		await expectNone()
		await server.db.update(settings).set({ value: { enabled: true } })
		await server.db.update(testConfigurations).set({ active: false })
		await expectNone()
	})
})
