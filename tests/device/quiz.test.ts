import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { StoredAttempt } from '#device/db.ts'
import { progress } from '#domain/quiz.ts'
import { createDevice, type Device, writesOf } from '../support/device.ts'
import { createTestServer, type TestServer } from '../support/server.ts'
import { answerAll, load1912, must } from './journey.ts'

let server: TestServer
let device: Device

beforeEach(async () => {
	server = await createTestServer({ sample: true })
	const voter = await server.registerVoter()
	device = createDevice({ fetch: server.fetch, user: { key: voter.user.id, token: voter.token } })
})
afterEach(() => device.close())

const attemptOf = async (id: string): Promise<StoredAttempt> => {
	const attempt = await device.local.attempts.find(id)
	if (attempt === null) throw new Error(`no attempt ${id}`)
	return attempt
}

describe('starting a quiz', () => {
	it('works offline from stored data', async () => {
		const { scale } = await load1912(device)
		device.network = async () => {
			throw new TypeError('no network')
		}
		const id = must(await device.local.quiz.start(scale))
		const attempt = await attemptOf(id)
		expect(attempt.statements).toHaveLength(40)
		expect(attempt.serverId).toBeNull()
	})

	it('draws the same statements as the server', async () => {
		const { scale } = await load1912(device)
		const id = must(await device.local.quiz.start(scale))
		const before = await attemptOf(id)
		await device.local.engine.drain()
		const after = await attemptOf(id)
		expect(after.serverId).not.toBeNull()
		expect(after.statements.map((statement) => statement.policyId)).toEqual(
			before.statements.map((statement) => statement.policyId),
		)
		expect(after.seed).toBe(before.seed)
	})

	it('continues the attempt in progress', async () => {
		const { scale } = await load1912(device)
		const first = must(await device.local.quiz.start(scale))
		expect(must(await device.local.quiz.start(scale))).toBe(first)
		expect(await device.db.attempts.count()).toBe(1)
	})

	it('refuses to start a completed quiz', async () => {
		const { scale } = await load1912(device)
		const id = must(await device.local.quiz.start(scale))
		await answerAll(device, id)
		must(await device.local.quiz.complete(id))
		expect(await device.local.quiz.start(scale)).toEqual({
			ok: false,
			error: { code: 'completed' },
		})
	})

	it('refuses a quiz that is not stored and queues nothing', async () => {
		expect(await device.local.quiz.start('unseen')).toMatchObject({ error: { code: 'not-here' } })
		expect(await device.db.outbox.count()).toBe(0)
	})
})

describe('answering', () => {
	it('commits the answer and its queue entry atomically', async () => {
		const { scale } = await load1912(device)
		const id = must(await device.local.quiz.start(scale))
		const { current } = progress(await attemptOf(id))
		const abort = () => {
			throw new Error('disk full')
		}
		device.db.outbox.hook('creating', abort)
		const given = { policyId: current?.policyId ?? '', value: 2 }
		await expect(device.local.quiz.answer(id, given, 900)).rejects.toThrow('disk full')
		device.db.outbox.hook('creating').unsubscribe(abort)
		expect((await attemptOf(id)).answers).toEqual({})
	})

	it('replaces an earlier answer and sends both in order', async () => {
		const { binary } = await load1912(device)
		const id = must(await device.local.quiz.start(binary))
		const policyId = progress(await attemptOf(id)).current?.policyId ?? ''
		must(await device.local.quiz.answer(id, { policyId, value: 1 }, 900))
		must(await device.local.quiz.answer(id, { policyId, value: 0 }, 900))
		await device.local.engine.drain()
		const attempt = await attemptOf(id)
		expect(attempt.answers).toEqual({ [policyId]: 0 })
		const state = must(
			await device.call(server.endpoints.quiz.state, {
				params: { attemptId: attempt.serverId ?? '' },
			}),
		)
		expect(state.answers).toEqual([{ policyId, value: 0 }])
	})

	it('rejects an invalid answer and queues nothing', async () => {
		const { binary } = await load1912(device)
		const id = must(await device.local.quiz.start(binary))
		await device.local.engine.drain()
		const policyId = progress(await attemptOf(id)).current?.policyId ?? ''
		expect(await device.local.quiz.answer(id, { policyId, value: 2 }, 0)).toMatchObject({
			error: { code: 'bad-value' },
		})
		expect(await device.local.quiz.answer(id, { policyId: 'other', value: 1 }, 0)).toMatchObject({
			error: { code: 'unknown-policy' },
		})
		expect(await device.local.outbox.waiting()).toBe(0)
	})

	it('cannot change another voter’s attempt', async () => {
		const { scale } = await load1912(device)
		const id = must(await device.local.quiz.start(scale))
		device.user = { key: 'somebody else', token: 'other' }
		expect(await device.local.attempts.find(id)).toBeNull()
		expect(await device.local.quiz.complete(id)).toMatchObject({ error: { code: 'not-found' } })
	})
})

describe('completing and resetting', () => {
	it.each(['scale', 'binary', 'pick'] as const)(
		'computes the same figures as the server after a %s quiz',
		async (kind) => {
			const quizzes = await load1912(device)
			const id = must(await device.local.quiz.start(quizzes[kind]))
			await answerAll(device, id)
			must(await device.local.quiz.complete(id))
			const estimated = await device.local.results.of(id)
			expect(estimated?.estimated).toBe(true)
			await device.local.engine.drain()
			must(await device.local.results.refresh(id))
			const confirmed = await device.local.results.of(id)
			expect(confirmed?.estimated).toBe(false)
			const figures = (results: typeof confirmed) =>
				results?.candidates.map(({ name, percentage, rank }) => ({ name, percentage, rank }))
			expect(figures(confirmed)).toEqual(figures(estimated))
			expect(device.reported).toEqual([])
		},
	)

	it('refuses to complete an attempt with open statements', async () => {
		const { scale } = await load1912(device)
		const id = must(await device.local.quiz.start(scale))
		expect(await device.local.quiz.complete(id)).toMatchObject({
			error: { code: 'unfinished', missing: 40 },
		})
	})

	it('sends a reset after all entries of the old attempt', async () => {
		const { scale } = await load1912(device)
		const old = must(await device.local.quiz.start(scale))
		await answerAll(device, old)
		must(await device.local.quiz.complete(old))
		const fresh = must(await device.local.quiz.reset(old))
		expect(fresh).not.toBe(old)
		await device.local.engine.drain()
		const writes = writesOf(device)
		expect(writes.at(-1)).toMatch(/^\/v2\/quiz\/reset\//)
		expect(writes.at(-2)).toMatch(/^\/v2\/quiz\/batch\//)
		expect(await device.local.outbox.refused()).toEqual([])
		expect((await attemptOf(fresh)).serverId).not.toBe((await attemptOf(old)).serverId)
	})

	it('starts one attempt for concurrent resets', async () => {
		const { scale } = await load1912(device)
		const old = must(await device.local.quiz.start(scale))
		const [first, second] = await Promise.all([
			device.local.quiz.reset(old),
			device.local.quiz.reset(old),
		])
		expect(must(first)).toBe(must(second))
		await device.local.engine.drain()
		must(await device.local.attempts.refreshHistory())
		const listed = await device.local.attempts.list()
		expect(listed.map(({ attempt }) => attempt.id)).toEqual([must(first)])
	})

	it('keeps a completed attempt in the list after a reset', async () => {
		const { scale } = await load1912(device)
		const old = must(await device.local.quiz.start(scale))
		await answerAll(device, old)
		must(await device.local.quiz.complete(old))
		must(await device.local.quiz.reset(old))
		await device.local.engine.drain()
		must(await device.local.attempts.refreshHistory())
		const statuses = (await device.local.attempts.list()).map(({ attempt }) => attempt.status)
		expect(statuses.sort()).toEqual(['COMPLETED', 'IN_PROGRESS'])
	})
})

describe('another device', () => {
	it('continues with the answers of the first device', async () => {
		const { scale } = await load1912(device)
		const id = must(await device.local.quiz.start(scale))
		await answerAll(device, id, 7)
		await device.local.engine.drain()
		const tablet = createDevice({ fetch: server.fetch, user: device.user })
		must(await tablet.local.attempts.refreshHistory())
		const [found] = await tablet.local.attempts.list()
		expect(found).toMatchObject({ answered: 7, total: 40, percentage: 18 })
		must(await tablet.local.attempts.refresh(found?.attempt.id ?? ''))
		const here = await attemptOf(id)
		const there = await tablet.local.attempts.find(here.serverId ?? '')
		expect(there?.answers).toEqual(here.answers)
		expect(there?.statements).toEqual(here.statements)
		tablet.close()
	})

	it('loads an attempt by its server id', async () => {
		const { scale } = await load1912(device)
		const id = must(await device.local.quiz.start(scale))
		await device.local.engine.drain()
		const { serverId } = await attemptOf(id)
		const tablet = createDevice({ fetch: server.fetch, user: device.user })
		must(await tablet.local.attempts.refresh(serverId ?? ''))
		expect((await tablet.local.attempts.find(serverId ?? ''))?.statements).toHaveLength(40)
		tablet.close()
	})

	it('drops an attempt that was reset elsewhere', async () => {
		const { scale } = await load1912(device)
		const id = must(await device.local.quiz.start(scale))
		await device.local.engine.drain()
		const { serverId } = await attemptOf(id)
		must(await device.call(server.endpoints.quiz.reset, { params: { attemptId: serverId ?? '' } }))
		must(await device.local.attempts.refreshHistory())
		const listed = await device.local.attempts.list()
		expect(listed).toHaveLength(1)
		expect(listed[0]?.attempt.serverId).not.toBe(serverId)
	})
})
