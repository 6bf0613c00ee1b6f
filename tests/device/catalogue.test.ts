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

/** Reply of a server that has only the specified calls. */
const withoutMaterial = async (reply: Response): Promise<Response> => {
	const { material: _, ...quiz } = await reply.json()
	return Response.json(quiz)
}

const requestsTo = (path: string): number =>
	device.sent.filter((request) => new URL(request.url).pathname === path).length

describe('active elections', () => {
	it('sort by the next date from the device’s day', async () => {
		must(await device.local.elections.refreshActive())
		const days = async () =>
			(await device.local.elections.active())?.map(({ electionDate }) => electionDate)
		expect(await days()).toEqual(['1912-11-05', '1896-11-03'])
		device.now = Date.UTC(1896, 0, 1)
		expect(await days()).toEqual(['1896-11-03', '1912-11-05'])
	})

	it('are null before the first read', async () => {
		expect(await device.local.elections.active()).toBeNull()
	})

	it('refresh after five minutes, or when forced', async () => {
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

	it('refresh after the device clock was set back', async () => {
		must(await device.local.elections.refreshActive())
		device.now -= 3_600_000
		must(await device.local.elections.refreshActive())
		expect(requestsTo('/api/elections/active')).toBe(2)
	})

	it('stay unchanged when the network fails', async () => {
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

	it('drop elections that are no longer active', async () => {
		must(await device.local.elections.refreshActive())
		device.network = async (request, pass) =>
			request.url.endsWith('/elections/active') ? Response.json([]) : pass()
		must(await device.local.elections.refreshActive({ force: true }))
		expect(await device.local.elections.active()).toEqual([])
	})
})

describe('quiz intro', () => {
	it('reports the statement count and readiness', async () => {
		const { scale } = await load1912(device)
		const intro = await device.local.compareQuizzes.intro(scale)
		expect(intro?.ready).toBe(true)
		expect(intro?.validation).toMatchObject({ valid: true, policyCount: 40 })
		expect(intro?.candidates).toHaveLength(4)
		expect(intro?.election?.name).toContain('1912')
	})

	it('agrees with the server’s validation', async () => {
		const { pick } = await load1912(device)
		const intro = await device.local.compareQuizzes.intro(pick)
		const validation = must(
			await device.call(server.endpoints.compareQuizzes.validate, { params: { id: pick } }),
		)
		expect(intro?.validation).toEqual(validation)
	})

	it('reports not ready while a candidate’s statements are missing', async () => {
		const { scale } = await load1912(device)
		const candidateId = (await device.db.compareQuizzes.get(scale))?.candidateIds[0] ?? ''
		await device.db.fetched.delete(`candidates/${candidateId}/policies`)
		expect((await device.local.compareQuizzes.intro(scale))?.ready).toBe(false)
		expect(await device.local.quiz.start(scale)).toMatchObject({ error: { code: 'not-here' } })
	})

	it('takes three requests, however many candidates it has', async () => {
		const { scale } = await load1912(device)
		const before = device.sent.length
		must(await device.local.compareQuizzes.refreshIntro(scale))
		const paths = device.sent.slice(before).map(({ url }) => new URL(url).pathname)
		expect(paths.toSorted()).toEqual([
			`/api/compare-quizzes/${scale}`,
			`/api/compare-quizzes/${scale}/validate`,
			'/api/quiz/history',
		])
	})

	it('is the same from a server with only the specified calls', async () => {
		const { scale } = await load1912(device)
		const own = await device.local.compareQuizzes.intro(scale)
		await Promise.all([device.db.policies.clear(), device.db.candidates.clear()])
		device.network = async (request, pass) =>
			request.url.includes('include=material') ? withoutMaterial(await pass()) : pass()
		must(await device.local.compareQuizzes.refreshIntro(scale))
		expect(await device.local.compareQuizzes.intro(scale)).toEqual(own)
	})

	it('reports ready if the election’s list lacks a candidate of the quiz', async () => {
		device.network = async (request, pass) => {
			const reply = await pass()
			if (request.url.includes('include=material')) return withoutMaterial(reply)
			if (!request.url.includes('/candidates/election/')) return reply
			const [, ...others] = await reply.json()
			return Response.json(others)
		}
		const { scale } = await load1912(device)
		const intro = await device.local.compareQuizzes.intro(scale)
		expect(intro?.candidates).toHaveLength(4)
		expect(intro?.ready).toBe(true)
	})

	it('returns null for a quiz that was never read', async () => {
		expect(await device.local.compareQuizzes.intro('unseen')).toBeNull()
	})
})

describe('quizzes of an election', () => {
	it('include the statement count and attempt state offline', async () => {
		const { binary } = await load1912(device)
		const electionId = (await device.local.compareQuizzes.get(binary))?.electionId ?? ''
		const introOf = async () =>
			(await device.local.compareQuizzes.introsOf(electionId))?.find(
				(intro) => intro.quiz.id === binary,
			)
		device.network = () => Promise.reject(new TypeError('Failed to fetch'))
		expect(await introOf()).toMatchObject({
			validation: { policyCount: 40 },
			inProgress: null,
			completed: null,
		})
		const started = await device.local.quiz.start(binary)
		expect((await introOf())?.inProgress?.id).toBe(started.ok && started.value)
	})

	it('list only quizzes active on the current day', async () => {
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

describe('quiz opening day', () => {
	const YEARS = 20 * 365 * 86_400_000

	it('follows the server’s clock, also offline', async () => {
		device.now += YEARS
		device.ahead = YEARS
		const { scale } = await load1912(device)
		const quiz = await device.local.compareQuizzes.get(scale)
		device.network = async () => Promise.reject(new TypeError('Failed to fetch'))
		const open = await device.local.compareQuizzes.activeOf(quiz?.electionId ?? '')
		expect(open?.length).toBeGreaterThan(0)
		expect((await device.local.compareQuizzes.intro(scale))?.validation?.valid).toBe(true)
		const id = must(await device.local.quiz.start(scale))
		expect((await device.local.attempts.find(id))?.startedAt).toMatch(/^2026-/)
	})

	it('ignores start and end dates without a server time', async () => {
		device.now += YEARS
		device.network = async (_request, pass) => {
			const reply = await pass()
			reply.headers.delete('date')
			return reply
		}
		const { scale } = await load1912(device)
		expect((await device.local.compareQuizzes.intro(scale))?.validation?.valid).toBe(true)
	})

	it('uses the server’s time zone', async () => {
		const { scale } = await load1912(device)
		expect(await device.local.compareQuizzes.get(scale)).not.toHaveProperty('timeZone')
		const { electionId } = (await device.local.compareQuizzes.get(scale)) ?? { electionId: '' }
		const openIn = async (timeZone: string): Promise<number> => {
			device.network = async (request, pass) => {
				const reply = await pass()
				if (!request.url.includes('/compare-quizzes/election/')) return reply
				const rows = (await reply.json()) as object[]
				// The last day is over in UTC but not yet in New York.
				const last = { startDate: null, endDate: '2026-11-20', timeZone }
				return Response.json(
					rows.map((row) => ({ ...row, ...last })),
					{ headers: { date: reply.headers.get('date') ?? '' } },
				)
			}
			must(await device.local.compareQuizzes.refreshOf(electionId))
			return (await device.local.compareQuizzes.activeOf(electionId))?.length ?? 0
		}
		device.now = Date.parse('2026-11-21T02:00:00Z')
		expect(await openIn('UTC')).toBe(0)
		expect(await openIn('America/New_York')).toBeGreaterThan(0)
	})
})
