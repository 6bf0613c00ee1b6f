import { beforeEach, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { POLICY_CATEGORIES } from '#domain/types.ts'
import { makeCatalogue } from '../../support/administration.ts'
import { completed, refusalOf, replyOf, started } from '../../support/quizzes.ts'
import { createTestServer, type TestServer, type Voter } from '../../support/server.ts'

const { categoryWeights: rows, candidates, history } = endpoints

let server: TestServer
let admin: Voter
beforeEach(async () => {
	server = await createTestServer()
	admin = await server.registerVoter('ada', ['ROLE_ADMIN'])
})

const ECONOMY = { params: { code: 'ECONOMY' } }
const set = (weight: number, reason = 'Voters name it first in every survey', options = {}) =>
	admin.call(rows.setWeight, { ...ECONOMY, body: { weight, reason } }, options)
const configs = async () => replyOf(await admin.call(rows.configs, {}))

describe('category weights', () => {
	it('default to 1 without a reason', async () => {
		expect((await configs()).map(({ categoryCode }) => categoryCode)).toEqual([
			...POLICY_CATEGORIES,
		])
		expect((await configs())[0]).toEqual({
			categoryCode: 'ECONOMY',
			currentWeight: 1,
			defaultWeight: 1,
			weightSource: null,
			lastUpdated: expect.any(String),
			etag: '"1"',
		})
	})

	it('store a reason, affect new quizzes, and enter the history', async () => {
		const { ann } = await makeCatalogue(server, admin)
		expect(replyOf(await set(1.5))).toMatchObject({
			currentWeight: 1.5,
			weightSource: 'Voters name it first in every survey',
			lastUpdated: server.clock.now.toISOString(),
			etag: '"2"',
		})
		expect(replyOf(await admin.call(rows.weights, {}))).toMatchObject({ ECONOMY: 1.5, SOCIAL: 1 })
		const asked = replyOf(await admin.call(candidates.policies, { params: { id: ann.id } }))
		expect(asked.map(({ weight }) => weight)).toEqual([1.5, 1.5, 1.5])
		const [change] = replyOf(await admin.call(history.page, { query: {} })).rows
		expect(change).toMatchObject({
			action: 'category.updated',
			target: 'ECONOMY',
			before: { weight: 1, reason: null },
			after: { weight: 1.5, reason: 'Voters name it first in every survey' },
		})
	})

	it.each([
		[0, 'because', { path: 'weight', message: 'Weight must be at least 0.1' }],
		[3.1, 'because', { path: 'weight', message: 'Weight must be at most 3' }],
		[1.25, 'because', { path: 'weight', message: 'Weight must be in steps of 0.1' }],
		[1, 'because', { path: 'weight', message: 'Weight must differ from the current weight' }],
		[
			...([2, ' '] as const),
			{ path: 'reason', message: 'Please provide both a weight and a reason for the change.' },
		],
	])('refuse %d with the reason “%s”', async (weight, reason, error) => {
		expect(refusalOf(await set(weight, reason))).toMatchObject({ status: 400, errors: [error] })
		expect((await configs())[0]?.currentWeight).toBe(1)
	})

	it('round off floating-point errors of steps', async () => {
		expect(0.1 + 0.2).not.toBe(0.3)
		replyOf(await set(0.1 + 0.2, 'because'))
		expect((await configs())[0]?.currentWeight).toBe(0.3)
	})

	it('refuse an unknown category and list the valid ones', async () => {
		const call = { params: { code: 'SPORT' }, body: { weight: 2, reason: 'because' } }
		const message = `Code must be one of ${POLICY_CATEGORIES.join(', ')}`
		expect(refusalOf(await admin.call(rows.setWeight, call))).toMatchObject({
			status: 400,
			errors: [{ path: 'code', message }],
		})
	})

	it('reset all at once and keep the history', async () => {
		replyOf(await set(2.5))
		const { weights } = replyOf(await admin.call(rows.reset, {}))
		expect(weights).toEqual(Object.fromEntries(POLICY_CATEGORIES.map((code) => [code, 1])))
		expect((await configs())[0]).toMatchObject({ currentWeight: 1, weightSource: null })
		const [change] = replyOf(await admin.call(history.page, { query: {} })).rows
		expect(change).toMatchObject({
			action: 'category.reset',
			before: { ECONOMY: 2.5 },
			after: { ECONOMY: 1 },
		})
		// The history of one category includes resets of all categories.
		const query = { target: 'ECONOMY' }
		const own = replyOf(await admin.call(history.page, { query })).rows
		expect(own.map(({ action }) => action)).toEqual(['category.reset', 'category.updated'])
		replyOf(await admin.call(rows.reset, {}))
		const { rows: log } = replyOf(await admin.call(history.page, { query: {} }))
		expect(log.filter(({ action }) => action === 'category.reset')).toHaveLength(1)
	})
})

describe('weight preview', () => {
	const preview = async (weight: number) =>
		replyOf(await admin.call(rows.preview, { ...ECONOMY, body: { weight } })).effect
	/** Registers voters who each complete two sample quizzes. */
	const take = async (voters: number): Promise<void> => {
		for (let index = 0; index < voters; index++) {
			const voter = await server.registerVoter()
			await completed(voter, 'SCALE')
			await completed(voter, 'BINARY')
		}
	}

	beforeEach(async () => {
		server = await createTestServer({ sample: true })
		admin = await server.registerVoter('ada', ['ROLE_ADMIN'])
	})

	it('requires completed quizzes of at least ten voters', async () => {
		await take(9)
		// An unfinished attempt has no result.
		const again = await server.registerVoter()
		await started(again, 'SCALE')
		expect(await preview(3)).toBeNull()
		await take(1)
		const effect = await preview(3)
		expect(Object.keys(effect ?? {}).toSorted()).toEqual([
			'attempts',
			'largestChange',
			'meanChange',
			'otherFirst',
			'otherOrder',
		])
		expect(effect?.attempts).toBe(20)
		expect(effect?.largestChange).toBeGreaterThan(0)
		expect(effect?.meanChange).toBeLessThanOrEqual(effect?.largestChange ?? 0)
		expect(await preview(1)).toMatchObject({ otherOrder: 0, largestChange: 0 })
	})

	it('changes nothing and starts from the current weight', async () => {
		await take(10)
		await preview(3)
		expect((await configs())[0]).toMatchObject({ currentWeight: 1, etag: '"1"' })
		const query = { target: 'ECONOMY' }
		expect(replyOf(await admin.call(history.page, { query })).rows).toEqual([])
		replyOf(await set(3))
		expect(await preview(3)).toMatchObject({ otherOrder: 0, largestChange: 0 })
	})

	it('refuses invalid weights and callers other than administrators', async () => {
		const call = { ...ECONOMY, body: { weight: 3.1 } }
		expect(refusalOf(await admin.call(rows.preview, call))).toMatchObject({
			status: 400,
			errors: [{ path: 'weight', message: 'Weight must be at most 3' }],
		})
		const voter = await server.registerVoter()
		expect(refusalOf(await voter.call(rows.preview, call)).status).toBe(403)
	})
})
