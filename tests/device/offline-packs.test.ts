import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dropUnkept } from '#device/offline-pack-store.ts'
import type { PackWork } from '#device/offline-packs.ts'
import type { Device, Network } from '../support/device.ts'
import type { TestServer } from '../support/server.ts'
import { offline, openElections, openList, quizOf } from './catalogue-pages.ts'
import { answerAll, must } from './journey.ts'
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

/** Fails requests that match `pattern`; the rest passes. */
const failing =
	(pattern: RegExp, reply: () => Response): Network =>
	async (request, pass) =>
		pattern.test(request.url) ? reply() : pass()

const packs = () => device.local.packs
const status = (electionId = id1912) => packs().status(electionId)
const open = (electionId: string) => openList(device, electionId)

describe('opening an election’s quizzes', () => {
	it('stores a pack that starts every quiz offline', async () => {
		expect(await status()).toMatchObject({ state: 'absent', kept: false })
		await open(id1912)
		expect(await status()).toMatchObject({ state: 'ready', here: 4, total: 4, kept: false })
		expect(await device.db.packs.get(id1912)).toMatchObject({ quizzes: 3, savedAt: device.now })
		device.network = offline
		for (const type of ['SCALE', 'BINARY', 'POLICY_PICK']) {
			must(await device.local.quiz.start(await quizOf(device, id1912, type)))
		}
	})

	it('stores the pack when a quiz intro is opened directly', async () => {
		must(await device.local.compareQuizzes.refreshOf(id1896))
		must(await device.local.compareQuizzes.refreshIntro(await quizOf(device, id1896, 'SCALE')))
		expect(await status(id1896)).toMatchObject({ state: 'ready', savedAt: device.now })
		expect(await device.db.packs.get(id1896)).toMatchObject({ quizzes: 1, kept: false })
	})

	it('estimates the stored size from JSON', async () => {
		await open(id1912)
		const policies = await device.db.policies.toArray()
		const { bytes } = await status()
		expect(bytes).toBeGreaterThan(JSON.stringify(policies).length)
		expect(bytes).toBeLessThan(2 * JSON.stringify(policies).length)
	})
})

describe('pack status', () => {
	it('computes the status from the stored statements', async () => {
		await packs().save(id1912)
		await device.db.fetched.delete(
			(await device.db.fetched.where('key').startsWith('candidates/').first())?.key ?? '',
		)
		expect(await status()).toMatchObject({ state: 'partial', here: 3, total: 4, savedAt: null })
	})

	it('becomes partial when a new quiz needs another candidate', async () => {
		await open(id1912)
		const [quiz] = (await device.local.compareQuizzes.activeOf(id1912)) ?? []
		if (!quiz) throw new Error('no quiz')
		const candidateIds = [...quiz.candidateIds, 'somebody else']
		await device.db.compareQuizzes.put({ ...quiz, id: 'new', candidateIds })
		expect(await status()).toMatchObject({ state: 'partial', here: 4, total: 5 })
	})

	it('reports the age of the oldest part', async () => {
		await open(id1912)
		const then = device.now
		device.now += 3_600_000
		device.network = failing(/policies/, () => new Response('{}', { status: 503 }))
		expect((await packs().refresh(id1912)).ok).toBe(false)
		expect((await status()).savedAt).toBe(then)
	})

	it('reports empty when all quizzes have ended', async () => {
		await open(id1912)
		device.now += 20 * 365 * DAY_MS
		expect(await status()).toMatchObject({ state: 'empty', total: 0 })
	})
})

describe('saving an election pack', () => {
	it('keeps the pack and reports each step', async () => {
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

	it('resumes after a failure half-way', async () => {
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

	it('leaves the saved pack unchanged on failure', async () => {
		await packs().save(id1912)
		const before = await status()
		device.now += 1000
		device.network = offline
		await packs().save(id1912)
		expect(packs().work(id1912)).toEqual({ phase: 'failed', trouble: { kind: 'offline' } })
		expect(await status()).toEqual(before)
	})

	it('fails as incomplete if the server omits candidates', async () => {
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

	it('stores nothing more after a cancel', async () => {
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

	it('keeps a saved pack after a cancel', async () => {
		await packs().save(id1912)
		device.network = async (_request, pass) => {
			packs().cancel(id1912)
			return pass()
		}
		await packs().save(id1912)
		expect(await status()).toMatchObject({ state: 'ready', kept: true })
	})

	it('stores nothing if the voter signs out while saving', async () => {
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

describe('saved packs', () => {
	it('refresh when older than a day', async () => {
		await packs().save(id1912)
		const asked = device.sent.length
		device.now += DAY_MS - 1
		must(await packs().refreshKept())
		expect(device.sent.length).toBe(asked)
		device.now += 1
		must(await packs().refreshKept())
		expect((await status()).savedAt).toBe(device.now)
	})

	it('refresh after the device clock was set back', async () => {
		await packs().save(id1912)
		device.now -= 3_600_000
		must(await packs().refreshKept())
		expect((await status()).savedAt).toBe(device.now)
	})

	it('resume a save that failed', async () => {
		device.network = offline
		await packs().save(id1912)
		expect(await packs().refreshKept()).toEqual({ ok: false, error: { kind: 'offline' } })
		device.network = online
		must(await packs().refreshKept())
		expect(await status()).toMatchObject({ state: 'ready', kept: true })
		expect(packs().work(id1912)).toBeNull()
	})

	it('releases saved packs when the election is over', async () => {
		await packs().save(id1912)
		await device.db.elections.update(id1912, { active: false })
		must(await packs().refreshKept())
		expect(await status()).toMatchObject({ state: 'ready', kept: false })
	})
})

/** Everything that belongs to voters rather than to the catalogue. */
const owned = async () => ({
	attempts: await device.db.attempts.toArray(),
	results: await device.db.results.toArray(),
	outbox: await device.db.outbox.toArray(),
})

describe('removing an election pack', () => {
	it('keeps attempts, results and the queue', async () => {
		await packs().save(id1912)
		const binary = await quizOf(device, id1912, 'BINARY')
		const done = must(await device.local.quiz.start(binary))
		await answerAll(device, done)
		must(await device.local.quiz.complete(done))
		const begun = must(await device.local.quiz.start(await quizOf(device, id1912, 'SCALE')))
		await answerAll(device, begun, 3)
		const before = await owned()
		device.network = offline
		await packs().remove(id1912)
		expect(await owned()).toEqual(before)
		expect(await status()).toMatchObject({ state: 'absent', kept: false, bytes: null })
		expect(await device.db.policies.count()).toBe(0)
		await answerAll(device, begun)
		must(await device.local.quiz.complete(begun))
		const results = await device.local.results.of(done)
		expect(results?.candidates.map(({ name }) => name).sort()).toEqual([
			'Eugene V. Debs',
			'Theodore Roosevelt',
			'William Howard Taft',
			'Woodrow Wilson',
		])
		const pick = await quizOf(device, id1912, 'POLICY_PICK')
		expect(await device.local.quiz.start(pick)).toMatchObject({ error: { code: 'not-here' } })
	})

	it('keeps data that other elections’ quizzes use', async () => {
		await open(id1912)
		await packs().save(id1896)
		const [shared] = (await device.local.compareQuizzes.activeOf(id1912))?.[0]?.candidateIds ?? []
		const [quiz] = (await device.local.compareQuizzes.activeOf(id1896)) ?? []
		if (!quiz || !shared) throw new Error('no quiz')
		await device.db.compareQuizzes.update(quiz.id, {
			candidateIds: [...quiz.candidateIds, shared],
		})
		await packs().remove(id1912)
		expect((await status(id1896)).state).toBe('ready')
		must(await device.local.quiz.start(quiz.id))
	})

	it('stays removed despite a read in progress', async () => {
		await open(id1912)
		let removed: Promise<void> | null = null
		device.network = async (_request, pass) => {
			const reply = await pass()
			removed ??= packs().remove(id1912)
			await removed
			return reply
		}
		must(await packs().refresh(id1912))
		expect(await device.db.policies.count()).toBe(0)
		expect((await status()).state).toBe('absent')
	})
})

describe('freeing space', () => {
	it('drops unsaved packs, and no voter data', async () => {
		await open(id1896)
		await packs().save(id1912)
		const done = must(await device.local.quiz.start(await quizOf(device, id1896, 'SCALE')))
		await answerAll(device, done)
		must(await device.local.quiz.complete(done))
		const before = await owned()
		await dropUnkept(device.db)
		expect(await owned()).toEqual(before)
		expect((await status(id1912)).state).toBe('ready')
		expect(await status(id1896)).toMatchObject({ state: 'absent', bytes: null })
		expect(
			await device.db.policies
				.where('candidateId')
				.anyOf((await device.db.attempts.get(done))?.candidateIds ?? [])
				.count(),
		).toBe(0)
		expect((await device.local.results.of(done))?.candidates[0]?.name).not.toBe('Candidate')
		expect(await device.db.validations.count(), 'of the saved pack only').toBe(3)
	})

	it('does not drop a pack that is being saved', async () => {
		device.network = async (request, pass) => {
			const reply = await pass()
			if (request.url.includes('/validate')) await dropUnkept(device.db)
			return reply
		}
		await packs().save(id1912)
		expect(packs().work(id1912)).toBeNull()
		expect(await status()).toMatchObject({ state: 'ready', kept: true })
	})
})
