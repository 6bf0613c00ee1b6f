import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { audit, candidates, settings, testConfigurations, testSessions } from '#server/db/schema.ts'
import { addPolicies, makeCandidate } from '../../support/administration.ts'
import { raw, refusalOf, replyOf } from '../../support/quizzes.ts'
import { createTestServer, type TestServer, type Voter } from '../../support/server.ts'

const { history, knowledgeTest, manageCandidates, testConfig, testManagement } = endpoints
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'

let server: TestServer
let admin: Voter
beforeEach(async () => {
	server = await createTestServer()
	admin = await server.registerVoter('ada', ['ROLE_ADMIN'])
})

const key = (idempotencyKey: string) => ({ idempotencyKey })
const makePair = async (one: string, other: string) => {
	const [first, second] = [await makeCandidate(admin, one), await makeCandidate(admin, other)]
	for (const { id, name } of [first, second]) await addPolicies(server, id, [`${name[0]} says so`])
	return { candidate1Id: first.id, candidate2Id: second.id }
}
const create = async (one = 'Ann', other = 'Bob') => {
	const body = await makePair(one, other)
	return replyOf<unknown>(await admin.call(testManagement.create, { body })) as {
		readonly id: string
		readonly candidate1Id: string
		readonly candidate2Id: string
	}
}
const activate = (id: string, options = {}) =>
	admin.call(testManagement.activate, { params: { id } }, options)
const toggle = (enabled: 'true' | 'false', options = {}) =>
	admin.call(testManagement.toggle, { query: { enabled } }, options)
const status = async () => replyOf(await admin.call(testManagement.featureStatus, {}))
const activeIds = async () => {
	const { id, active } = testConfigurations
	return (await server.db.select({ id }).from(testConfigurations).where(eq(active, true))).map(
		(row) => row.id,
	)
}
const lines = () => server.db.$count(audit)
const latestLine = async () => replyOf(await admin.call(history.page, { query: {} })).rows[0]

describe('new pair', () => {
	it('is inactive, listed with names, and in the history', async () => {
		const body = await makePair('Ann', 'Bob')
		const reply = await raw(server, '/api/admin/test-config', {
			token: admin.token,
			json: body,
		})
		expect(reply.status).toBe(201)
		const made = {
			id: expect.any(String),
			...body,
			candidate1Name: 'Ann',
			candidate2Name: 'Bob',
			isActive: false,
			createdAt: server.clock.now.toISOString(),
		}
		expect(reply.body).toEqual(made)
		expect(replyOf(await admin.call(testManagement.all, {}))).toEqual([made])
		expect(await latestLine()).toMatchObject({
			action: 'testConfiguration.created',
			name: 'Ann vs Bob',
			actor: { username: 'ada' },
			before: null,
			after: { ...body, isActive: false },
		})
	})

	it('refuses missing candidates and names each field', async () => {
		const { candidate1Id, candidate2Id } = await makePair('Ann', 'Bob')
		replyOf(await admin.call(manageCandidates.remove, { params: { id: candidate2Id } }))
		const message = 'This candidate no longer exists'
		for (const [body, paths] of [
			[{ candidate1Id, candidate2Id }, ['candidate2Id']],
			[{ candidate1Id: UNKNOWN_ID, candidate2Id: candidate1Id }, ['candidate1Id']],
			[{ candidate1Id: 7, candidate2Id }, ['candidate1Id', 'candidate2Id']],
		] as const) {
			const refusal = refusalOf(await admin.call(testManagement.create, { body }))
			expect(refusal).toMatchObject({
				status: 400,
				errors: paths.map((path) => ({ path, message })),
			})
		}
		expect(await server.db.$count(testConfigurations)).toBe(0)
	})

	it.each([
		[{}, 'candidate1Id', 'Please select both candidates'],
		[{ candidate1Id: '', candidate2Id: null }, 'candidate2Id', 'Please select both candidates'],
		[
			{ candidate1Id: UNKNOWN_ID, candidate2Id: UNKNOWN_ID },
			'candidate2Id',
			'Please select different candidates',
		],
	])('refuses a missing or repeated candidate: %j', async (body, path, message) => {
		const reply = await raw(server, '/api/admin/test-config', {
			token: admin.token,
			json: body,
		})
		expect(reply.status).toBe(400)
		expect(reply.body).toMatchObject({ errors: expect.arrayContaining([{ path, message }]) })
	})

	it('refuses the same id in different case', async () => {
		const { candidate1Id } = await makePair('Ann', 'Bob')
		const body = { candidate1Id, candidate2Id: candidate1Id.toUpperCase() }
		expect(refusalOf(await admin.call(testManagement.create, { body }))).toMatchObject({
			status: 400,
			errors: [{ path: 'candidate2Id', message: 'Please select different candidates' }],
		})
	})
})

describe('existing pair', () => {
	it('is refused again in either order', async () => {
		const { candidate1Id, candidate2Id } = await create()
		for (const body of [
			{ candidate1Id, candidate2Id },
			{ candidate1Id: candidate2Id, candidate2Id: candidate1Id },
		]) {
			expect(refusalOf(await admin.call(testManagement.create, { body }))).toMatchObject({
				status: 400,
				errors: [{ path: 'candidate2Id', message: 'These two candidates already have a test' }],
			})
		}
		expect(await server.db.$count(testConfigurations)).toBe(1)
	})

	it('is created once by concurrent requests', async () => {
		const body = await makePair('Ann', 'Bob')
		const replies = await Promise.all(
			[1, 2, 3, 4].map(() => admin.call(testManagement.create, { body })),
		)
		expect(replies.filter(({ ok }) => ok)).toHaveLength(1)
		expect(await server.db.$count(testConfigurations)).toBe(1)
	})
})

describe('pair deletion', () => {
	const remove = (id: string, options = {}) =>
		admin.call(testManagement.remove, { params: { id } }, options)

	it('removes the pair and enters the history', async () => {
		const [first, second] = [await create(), await create('Cy', 'Di')]
		replyOf<unknown>(await remove(first.id))
		const all = replyOf(await admin.call(testManagement.all, {}))
		expect(all.map(({ id }) => id)).toEqual([second.id])
		expect(await latestLine()).toMatchObject({
			action: 'testConfiguration.deleted',
			name: 'Ann vs Bob',
			before: { isActive: false },
			after: null,
		})
		expect(refusalOf(await remove(first.id)).status).toBe(404)
	})

	it("ends the public test and keeps visitors' answers", async () => {
		const { id } = await create()
		replyOf(await activate(id))
		replyOf(await toggle('true'))
		const body = { numberOfPolicies: 2 }
		replyOf<unknown>(await server.call(knowledgeTest.start, { body }))
		replyOf<unknown>(await remove(id))
		expect(refusalOf(await server.call(testConfig.active, {})).status).toBe(404)
		const sessions = await server.db.select().from(testSessions)
		expect(sessions.map(({ configurationId }) => configurationId)).toEqual([null])
	})
})

describe('pair activation', () => {
	it('switches the test to that pair only', async () => {
		const [first, second] = [await create(), await create('Cy', 'Di')]
		replyOf(await toggle('true'))
		for (const pair of [first, second, first]) {
			const activated = replyOf<unknown>(await activate(pair.id))
			expect(activated).toMatchObject({ id: pair.id, isActive: true })
			expect(await activeIds()).toEqual([pair.id])
			expect(replyOf(await server.call(testConfig.active, {}))).toMatchObject({ id: pair.id })
		}
		expect(await latestLine()).toMatchObject({
			action: 'testConfiguration.activated',
			target: first.id,
			name: 'Ann vs Bob',
			before: { isActive: false },
			after: { isActive: true },
		})
		// The history of the other pair shows when it ended.
		const ended = await server.db
			.select({ target: audit.target, name: audit.name })
			.from(audit)
			.where(eq(audit.action, 'testConfiguration.deactivated'))
			.orderBy(audit.id)
		expect(ended).toEqual([
			{ target: first.id, name: 'Ann vs Bob' },
			{ target: second.id, name: 'Cy vs Di' },
		])
	})

	it('changes nothing and logs nothing for an active pair', async () => {
		const { id } = await create()
		replyOf(await activate(id))
		const before = await lines()
		expect(replyOf<unknown>(await activate(id, key('again')))).toMatchObject({ isActive: true })
		expect(await lines()).toBe(before)
	})

	it('leaves exactly one pair active after concurrent activations', async () => {
		const pairs = [await create(), await create('Cy', 'Di'), await create('Eve', 'Flo')]
		const replies = await Promise.all(
			[...pairs, ...pairs, ...pairs].map((pair) => activate(pair.id)),
		)
		for (const reply of replies) expect(reply.ok).toBe(true)
		expect(await activeIds()).toHaveLength(1)
	})

	it('is refused while a candidate is deleted', async () => {
		const pair = await create()
		const params = { id: pair.candidate2Id }
		replyOf(await admin.call(manageCandidates.remove, { params }))
		expect(refusalOf(await activate(pair.id))).toMatchObject({
			status: 409,
			message: 'Bob was deleted. Restore this candidate first.',
		})
		expect(await activeIds()).toEqual([])
		replyOf(await admin.call(manageCandidates.restore, { params }))
		expect((await activate(pair.id)).ok).toBe(true)
	})

	it('is refused for a candidate without a validated policy', async () => {
		const [ann, bob] = [await makeCandidate(admin, 'Ann'), await makeCandidate(admin, 'Bob')]
		await addPolicies(server, ann.id, ['A says so'])
		const body = { candidate1Id: ann.id, candidate2Id: bob.id }
		const pair = replyOf<unknown>(await admin.call(testManagement.create, { body }))
		const { id } = pair as { id: string }
		expect(refusalOf(await activate(id))).toMatchObject({
			status: 409,
			message: 'Bob has no validated policy for the test to ask about.',
		})
		await addPolicies(server, bob.id, ['B says so'])
		replyOf(await activate(id))
		replyOf(await toggle('true'))
		expect((await server.call(knowledgeTest.start, { body: {} })).ok).toBe(true)
	})

	it('stays consistent with concurrent candidate deletions', async () => {
		const [first, second] = [await create(), await create('Cy', 'Di')]
		replyOf(await activate(first.id))
		const replies = await Promise.all([
			activate(second.id),
			admin.call(manageCandidates.remove, { params: { id: second.candidate1Id } }),
			admin.call(manageCandidates.remove, { params: { id: first.candidate1Id } }),
			activate(first.id),
		])
		for (const reply of replies) if (!reply.ok) expect(refusalOf(reply).status).toBe(409)
		// The active pair lost a candidate, and the others could no longer be activated.
		expect(await activeIds()).toEqual([])
	})
})

describe('test switch', () => {
	it('is off at first and needs a pair to switch on', async () => {
		expect(await status()).toEqual({ featureEnabled: false })
		expect(refusalOf(await toggle('true'))).toMatchObject({
			status: 409,
			message: 'Please create at least one test configuration before enabling the feature',
		})
		expect(await status()).toEqual({ featureEnabled: false })
		expect((await toggle('false')).ok).toBe(true)
	})

	it('opens and closes the test and enters the history', async () => {
		const { id } = await create()
		replyOf(await activate(id))
		const start = () => server.call(knowledgeTest.start, { body: {} })
		expect(refusalOf(await start()).status).toBe(409)
		expect(replyOf<unknown>(await toggle('true'))).toEqual({ featureEnabled: true })
		expect(await status()).toEqual({ featureEnabled: true })
		expect(await latestLine()).toMatchObject({
			action: 'testFeature.activated',
			name: 'Test feature',
			before: { featureEnabled: false },
			after: { featureEnabled: true },
		})
		expect((await start()).ok).toBe(true)
		expect(replyOf<unknown>(await toggle('false'))).toEqual({ featureEnabled: false })
		expect(await latestLine()).toMatchObject({ action: 'testFeature.deactivated' })
		expect(refusalOf(await start()).status).toBe(409)
	})

	it('replays its outcome per key and skips unchanged states', async () => {
		await create()
		const before = await lines()
		replyOf(await toggle('true', key('one')))
		replyOf(await toggle('false'))
		expect(replyOf<unknown>(await toggle('true', key('one')))).toEqual({ featureEnabled: true })
		expect(await status()).toEqual({ featureEnabled: false })
		replyOf(await toggle('false'))
		expect(await lines()).toBe(before + 2)
		expect(refusalOf(await toggle('false', key('one'))).status).toBe(422)
	})

	it('handles concurrent changes without an error', async () => {
		await create()
		await server.db.delete(settings)
		const replies = await Promise.all(
			Array.from({ length: 10 }, (_, n) => toggle(n % 2 === 0 ? 'true' : 'false')),
		)
		for (const reply of replies) expect(reply.ok).toBe(true)
		expect(await server.db.$count(settings)).toBe(1)
	})

	it('accepts only true and false', async () => {
		for (const query of ['', '?enabled=', '?enabled=yes']) {
			const path = `/api/admin/test-config/toggle${query}`
			const reply = await raw(server, path, { method: 'PUT', token: admin.token })
			expect(reply.status).toBe(400)
			expect(reply.body).toMatchObject({ errors: [{ path: 'enabled' }] })
		}
	})
})

describe('test pairs', () => {
	it('keep the names of deleted candidates', async () => {
		const { candidate1Id } = await create()
		await server.db
			.update(candidates)
			.set({ deletedAt: server.clock.now })
			.where(eq(candidates.id, candidate1Id))
		expect(replyOf(await admin.call(testManagement.all, {}))).toMatchObject([
			{ candidate1Name: 'Ann', candidate2Name: 'Bob' },
		])
	})
})
