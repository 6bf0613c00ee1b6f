import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dropUnkept } from '#device/offline-pack-store.ts'
import type { Device } from '../support/device.ts'
import { offline, openElections, openList, quizOf } from './catalogue-pages.ts'
import { answerAll, must } from './journey.ts'
import { createVoterDevice } from './voter-device.ts'

let device: Device
let id1912: string
let id1896: string

beforeEach(async () => {
	;({ device } = await createVoterDevice())
	;({ id1896, id1912 } = await openElections(device))
})
afterEach(() => device.close())

const packs = () => device.local.packs
const status = (electionId = id1912) => packs().status(electionId)
const open = (electionId: string) => openList(device, electionId)

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
	it('drops packs that are not kept, and no voter data', async () => {
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
		expect(await device.db.validations.count(), 'of the kept one only').toBe(3)
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
