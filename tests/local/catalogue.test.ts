import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createDevice, type Device } from '../support/device.ts'
import { createTestServer, type TestServer } from '../support/server.ts'
import { load1912, must } from './journey.ts'

let server: TestServer
let device: Device

beforeEach(async () => {
	server = await createTestServer({ sample: true })
	const voter = await server.registerVoter()
	device = createDevice({ fetch: server.fetch, user: { key: voter.user.id, token: voter.token } })
})
afterEach(() => device.close())

const requestsTo = (path: string): number =>
	device.sent.filter((request) => new URL(request.url).pathname === path).length

describe('active elections', () => {
	it('are unknown before they were ever read, which is not the same as none', async () => {
		expect(await device.local.elections.active()).toBeNull()
	})

	it('are read again only after five minutes, unless somebody asks for it', async () => {
		must(await device.local.elections.refreshActive())
		device.now += 299_000
		must(await device.local.elections.refreshActive())
		expect(requestsTo('/api/elections/active')).toBe(1)
		must(await device.local.elections.refreshActive({ force: true }))
		expect(requestsTo('/api/elections/active')).toBe(2)
		device.now += 301_000
		must(await device.local.elections.refreshActive())
		expect(requestsTo('/api/elections/active')).toBe(3)
	})

	it('are read again when the clock was put back, because their age is then unknown', async () => {
		must(await device.local.elections.refreshActive())
		device.now -= 3_600_000
		must(await device.local.elections.refreshActive())
		expect(requestsTo('/api/elections/active')).toBe(2)
	})

	it('stay as they are when the network fails, and the failure is told', async () => {
		must(await device.local.elections.refreshActive())
		const before = await device.local.elections.active()
		device.network = async () => {
			throw new TypeError('no network')
		}
		expect(await device.local.elections.refreshActive({ force: true })).toEqual({
			ok: false,
			error: { kind: 'offline' },
		})
		expect(await device.local.elections.active()).toEqual(before)
	})

	it('lose an election that is no longer active', async () => {
		must(await device.local.elections.refreshActive())
		device.network = async (request, pass) =>
			request.url.endsWith('/elections/active') ? Response.json([]) : pass()
		must(await device.local.elections.refreshActive({ force: true }))
		expect(await device.local.elections.active()).toEqual([])
	})
})

describe('a quiz’s intro', () => {
	it('says how many statements are asked and that the quiz can be started', async () => {
		const { scale } = await load1912(device)
		const intro = await device.local.compareQuizzes.intro(scale)
		expect(intro?.ready).toBe(true)
		expect(intro?.validation).toMatchObject({ valid: true, policyCount: 40 })
		expect(intro?.candidates).toHaveLength(4)
		expect(intro?.election?.name).toContain('1912')
	})

	it('agrees with the server about what it asks', async () => {
		const { pick } = await load1912(device)
		const intro = await device.local.compareQuizzes.intro(pick)
		const said = must(
			await device.call(server.endpoints.compareQuizzes.validate, { params: { id: pick } }),
		)
		expect(intro?.validation).toEqual(said)
	})

	it('is not ready while a candidate’s statements are missing, so that no unbalanced quiz begins', async () => {
		const { scale } = await load1912(device)
		const candidateId = (await device.db.compareQuizzes.get(scale))?.candidateIds[0] ?? ''
		await device.db.fetched.delete(`candidates/${candidateId}/policies`)
		expect((await device.local.compareQuizzes.intro(scale))?.ready).toBe(false)
		expect(await device.local.quiz.start(scale)).toMatchObject({ error: { code: 'not-here' } })
	})

	it('is ready also where the list of the election lacks somebody whom the quiz asks about', async () => {
		device.network = async (request, pass) => {
			const reply = await pass()
			if (!request.url.includes('/candidates/election/')) return reply
			const [, ...others] = await reply.json()
			return Response.json(others)
		}
		const { scale } = await load1912(device)
		const intro = await device.local.compareQuizzes.intro(scale)
		expect(intro?.candidates).toHaveLength(4)
		expect(intro?.ready).toBe(true)
	})

	it('is null for a quiz that this device has never seen', async () => {
		expect(await device.local.compareQuizzes.intro('unseen')).toBeNull()
	})
})

describe('quizzes of an election', () => {
	it('are the active ones of today, by the device’s own day', async () => {
		must(await device.local.elections.refreshActive())
		const [election] = (await device.local.elections.active()) ?? []
		const id = election?.id ?? ''
		expect(await device.local.compareQuizzes.activeOf(id)).toBeNull()
		must(await device.local.compareQuizzes.refreshOf(id))
		const today = await device.local.compareQuizzes.activeOf(id)
		expect(today?.length).toBeGreaterThan(0)
		device.now += 20 * 365 * 86_400_000
		expect(await device.local.compareQuizzes.activeOf(id)).toEqual([])
	})
})
