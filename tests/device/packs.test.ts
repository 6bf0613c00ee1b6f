import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { PackWork } from '#device/offline-packs.ts'
import type { Device, Network } from '../support/device.ts'
import type { TestServer } from '../support/server.ts'
import { offline, openElections, openList, quizOf } from './catalogue-pages.ts'
import { must } from './journey.ts'
import { createVoterDevice } from './voter-device.ts'

const DAY_MS = 86_400_000

let server: TestServer
let device: Device
let id1912: string
let id1896: string

beforeEach(async () => {
	;({ server, device } = await createVoterDevice())
	;({ id1896, id1912 } = await openElections(device))
})
afterEach(() => device.close())

const online: Network = (_request, pass) => pass()

/** Fails what `pattern` matches, and lets the rest pass. */
const failing =
	(pattern: RegExp, reply: () => Response): Network =>
	async (request, pass) =>
		pattern.test(request.url) ? reply() : pass()

const packs = () => device.local.packs
const status = (electionId = id1912) => packs().status(electionId)
const open = (electionId: string) => openList(device, electionId)

describe('opening an election’s quizzes', () => {
	it('stores its package, so that each of them can be started without a connection', async () => {
		expect(await status()).toMatchObject({ state: 'absent', kept: false })
		await open(id1912)
		expect(await status()).toMatchObject({ state: 'ready', here: 4, total: 4, kept: false })
		expect(await device.db.packs.get(id1912)).toMatchObject({ quizzes: 3, savedAt: device.now })
		device.network = offline
		for (const type of ['SCALE', 'BINARY', 'POLICY_PICK']) {
			must(await device.local.quiz.start(await quizOf(device, id1912, type)))
		}
	})

	it('stores it also where a single quiz is opened at once, by its intro', async () => {
		must(await device.local.compareQuizzes.refreshOf(id1896))
		must(await device.local.compareQuizzes.refreshIntro(await quizOf(device, id1896, 'SCALE')))
		expect(await status(id1896)).toMatchObject({ state: 'ready', savedAt: device.now })
		expect(await device.db.packs.get(id1896)).toMatchObject({ quizzes: 1, kept: false })
	})

	it('says how much it takes, as near as JSON can tell', async () => {
		await open(id1912)
		const policies = await device.db.policies.toArray()
		const { bytes } = await status()
		expect(bytes).toBeGreaterThan(JSON.stringify(policies).length)
		expect(bytes).toBeLessThan(2 * JSON.stringify(policies).length)
	})
})

describe('“available offline”', () => {
	it('is worked out from what is stored: a note without the statements is not believed', async () => {
		await packs().save(id1912)
		await device.db.fetched.delete(
			(await device.db.fetched.where('key').startsWith('candidates/').first())?.key ?? '',
		)
		expect(await status()).toMatchObject({ state: 'partial', here: 3, total: 4, savedAt: null })
	})

	it('ends when the election gets a quiz that asks about somebody else', async () => {
		await open(id1912)
		const [quiz] = (await device.local.compareQuizzes.activeOf(id1912)) ?? []
		if (!quiz) throw new Error('no quiz')
		const candidateIds = [...quiz.candidateIds, 'somebody else']
		await device.db.compareQuizzes.put({ ...quiz, id: 'new', candidateIds })
		expect(await status()).toMatchObject({ state: 'partial', here: 4, total: 5 })
	})

	it('tells the age of its oldest part, so that nobody takes yesterday’s statements for today’s', async () => {
		await open(id1912)
		const then = device.now
		device.now += 3_600_000
		device.network = failing(/policies/, () => new Response('{}', { status: 503 }))
		expect((await packs().refresh(id1912)).ok).toBe(false)
		expect((await status()).savedAt).toBe(then)
	})

	it('is not said of an election whose quizzes are over, because there is nothing to take', async () => {
		await open(id1912)
		device.now += 20 * 365 * DAY_MS
		expect(await status()).toMatchObject({ state: 'empty', total: 0 })
	})
})

describe('saving an election', () => {
	it('keeps it, and counts its steps as they are done', async () => {
		const seen: (PackWork | null)[] = []
		packs().subscribe(() => seen.push(packs().work(id1912)))
		await packs().save(id1912)
		expect(await status()).toMatchObject({ state: 'ready', kept: true, savedAt: device.now })
		const total = 4 + 3 + 1 + 1
		expect(seen).toEqual([
			{ phase: 'saving', done: 0, total: null },
			...Array.from({ length: total + 1 }, (_, done) => ({ phase: 'saving', done, total })),
			null,
		])
	})

	it('that fails half-way keeps what was read, says why, and goes on from there', async () => {
		let left = 2
		device.network = (request, pass) =>
			request.url.endsWith('/policies') && left-- <= 0 ? offline(request, pass) : pass()
		await packs().save(id1912)
		expect(packs().work(id1912)).toEqual({ phase: 'failed', trouble: { kind: 'offline' } })
		expect(await status()).toMatchObject({ state: 'partial', here: 2, total: 4, kept: true })
		device.network = online
		await packs().save(id1912)
		expect(packs().work(id1912)).toBeNull()
		expect(await status()).toMatchObject({ state: 'ready', kept: true })
	})

	it('that fails leaves what was saved before as it was', async () => {
		await packs().save(id1912)
		const before = await status()
		device.now += 1000
		device.network = offline
		await packs().save(id1912)
		expect(packs().work(id1912)).toEqual({ phase: 'failed', trouble: { kind: 'offline' } })
		expect(await status()).toEqual(before)
	})

	it('of which the server sends less than its quizzes name is not called complete', async () => {
		device.network = async (request, pass) => {
			if (request.url.includes('/candidates/election/')) return Response.json([])
			const reply = await pass()
			if (!/\/candidates\/[^/]+$/.test(request.url)) return reply
			return Response.json({ ...(await reply.json()), id: 'somebody-else' })
		}
		await packs().save(id1912)
		expect(packs().work(id1912)).toEqual({ phase: 'failed', trouble: { kind: 'incomplete' } })
		expect((await status()).state).toBe('absent')
	})

	it('can be broken off: nothing more is stored then, and it is not gone on with unasked', async () => {
		let policies = 0
		device.network = async (request, pass) => {
			const reply = await pass()
			if (request.url.endsWith('/policies') && ++policies === 2) packs().cancel(id1912)
			return reply
		}
		await packs().save(id1912)
		const { here } = await status()
		expect(here).toBeLessThan(4)
		expect(packs().work(id1912)).toBeNull()
		expect(await device.db.packs.get(id1912)).toBeUndefined()
		const asked = device.sent.length
		must(await packs().refreshKept())
		expect(device.sent.length).toBe(asked)
	})

	it('that is broken off leaves a package that was kept before kept', async () => {
		await packs().save(id1912)
		device.network = async (_request, pass) => {
			packs().cancel(id1912)
			return pass()
		}
		await packs().save(id1912)
		expect(await status()).toMatchObject({ state: 'ready', kept: true })
	})

	it('during which the voter signs out stores nothing, and the next one is told nothing of it', async () => {
		const next = await server.registerVoter()
		device.network = async (request, pass) => {
			const reply = await pass()
			if (request.url.includes('/compare-quizzes/election')) {
				device.user = { key: next.user.id, token: next.token }
			}
			return reply
		}
		await packs().save(id1912)
		expect(await device.db.policies.count()).toBe(0)
		expect(await device.db.compareQuizzes.count()).toBe(0)
		expect(packs().work(id1912)).toBeNull()
	})
})

describe('what a voter keeps', () => {
	it('is read again when it is older than a day, and not before', async () => {
		await packs().save(id1912)
		const asked = device.sent.length
		device.now += DAY_MS - 1
		must(await packs().refreshKept())
		expect(device.sent.length).toBe(asked)
		device.now += 1
		must(await packs().refreshKept())
		expect((await status()).savedAt).toBe(device.now)
	})

	it('is read again when the clock was put back, because its age is then unknown', async () => {
		await packs().save(id1912)
		device.now -= 3_600_000
		must(await packs().refreshKept())
		expect((await status()).savedAt).toBe(device.now)
	})

	it('is gone on with when a fault broke the save off', async () => {
		device.network = offline
		await packs().save(id1912)
		expect(await packs().refreshKept()).toEqual({ ok: false, error: { kind: 'offline' } })
		device.network = online
		must(await packs().refreshKept())
		expect(await status()).toMatchObject({ state: 'ready', kept: true })
		expect(packs().work(id1912)).toBeNull()
	})

	it('is no longer kept when its election is over', async () => {
		await packs().save(id1912)
		await device.db.elections.update(id1912, { active: false })
		must(await packs().refreshKept())
		expect(await status()).toMatchObject({ state: 'ready', kept: false })
	})
})
