import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type InteractBody, quiz } from '#contract/quiz.ts'
import type { StoredAttempt } from '#device/db.ts'
import { progress } from '#domain/quiz.ts'
import { createDevice, type Device } from '../support/device.ts'
import type { TestServer } from '../support/server.ts'
import { takeBackup } from '../support/voter-backup.ts'
import { load1912, must } from './journey.ts'
import { offline, online } from './visitor-device.ts'
import { createVoterDevice } from './voter-device.ts'

let server: TestServer
let device: Device
let quizzes: Awaited<ReturnType<typeof load1912>>

const prepare = async (together: boolean): Promise<void> => {
	;({ server, device } = await createVoterDevice({ together }))
	quizzes = await load1912(device)
	await device.local.engine.start()
}
afterEach(() => {
	expect(device.reported).toEqual([])
	device.close()
})

const attemptOf = async (id: string, from = device): Promise<StoredAttempt> => {
	const attempt = await from.local.attempts.find(id)
	if (attempt === null) throw new Error(`no attempt ${id}`)
	return attempt
}
const serverIdOf = async (id: string): Promise<string> => (await attemptOf(id)).serverId ?? ''
const stateOf = async (id: string) =>
	must(await device.call(quiz.state, { params: { attemptId: await serverIdOf(id) } }))
const policyAt = async (id: string, index: number): Promise<string> =>
	(await attemptOf(id)).statements[index]?.policyId ?? ''
const give = async (id: string, index: number, value: number | null): Promise<void> => {
	const policyId = await policyAt(id, index)
	must(await device.local.quiz.answer(id, { policyId, value }, 800))
}
const reconnect = async (): Promise<void> => {
	device.network = online
	await device.local.engine.wake()
}
const sendAll = (): Promise<void> => device.local.engine.drain()

/** Answers three statements of each candidate, so that the results can be seen. */
const answerEnough = async (id: string): Promise<void> => {
	let index = 0
	while (!progress(await attemptOf(id)).canFinish) await give(id, index, (index++ % 5) - 2)
}

/** Asserts that device and server agree on answers, skips and status, with nothing refused or unsent. */
const expectAgreement = async (id: string): Promise<void> => {
	const { answers = [], skippedPolicyIds = [], status } = await stateOf(id)
	const there = [
		...answers.map(({ policyId, value }) => [policyId, value] as const),
		...skippedPolicyIds.map((policyId) => [policyId, null] as const),
	]
	const attempt = await attemptOf(id)
	expect(attempt.answers).toEqual(Object.fromEntries(there))
	expect(attempt.status).toBe(status)
	expect(await device.local.outbox.counts()).toEqual({ waiting: 0, refused: 0 })
}

const figures = async (id: string, from = device) => {
	const results = await from.local.results.of(id)
	return results?.candidates.map(({ name, percentage, rank }) => ({ name, percentage, rank }))
}

const onTablet = async <Value>(run: (tablet: Device) => Promise<Value>): Promise<Value> => {
	const tablet = createDevice({ fetch: server.fetch, user: device.user })
	try {
		return await run(tablet)
	} finally {
		tablet.close()
	}
}

describe.each([
	['in batches', true],
	['one by one', false],
])('skips and early completions, sent %s', (_, together) => {
	beforeEach(() => prepare(together))

	it('sends skips made offline in order', async () => {
		device.network = offline
		const id = must(await device.local.quiz.start(quizzes.scale))
		await give(id, 0, 2)
		await give(id, 1, null)
		await give(id, 2, null)
		await give(id, 2, -1)
		await give(id, 0, null)
		expect(progress(await attemptOf(id))).toMatchObject({ answered: 1, skipped: 2 })
		const entries = await device.db.outbox.orderBy('seq').toArray()
		expect(entries.map(({ v }) => v)).toEqual([4, 3, 4, 4, 3, 4])
		await reconnect()
		const [first, second, third] = [
			await policyAt(id, 0),
			await policyAt(id, 1),
			await policyAt(id, 2),
		]
		const state = await stateOf(id)
		expect(state.skippedPolicyIds).toEqual([first, second])
		expect(state.answers).toEqual([{ policyId: third, value: -1 }])
		await expectAgreement(id)
	})

	it('completes early offline and keeps the results after a reload', async () => {
		device.network = offline
		const id = must(await device.local.quiz.start(quizzes.scale))
		await answerEnough(id)
		expect(await device.local.quiz.complete(id)).toMatchObject({ error: { code: 'unfinished' } })
		must(await device.local.quiz.complete(id, true))
		const estimated = await figures(id)
		expect((await device.local.results.of(id))?.estimated).toBe(true)
		expect(estimated?.every(({ percentage }) => percentage !== null)).toBe(true)
		expect((await device.tab().results.of(id))?.estimated).toBe(true)
		const [last] = await device.db.outbox.reverse().sortBy('seq')
		expect(last).toMatchObject({ command: 'quiz.complete', args: { unanswered: true }, v: 4 })
		await reconnect()
		await expectAgreement(id)
		expect(await figures(id)).toEqual(estimated)
		must(await device.local.results.refresh(id))
		expect((await device.local.results.of(id))?.estimated).toBe(false)
		expect(await figures(id)).toEqual(estimated)
	})

	it('recovers skips that a restored server lost', async () => {
		const id = must(await device.local.quiz.start(quizzes.scale))
		await give(id, 0, 2)
		await sendAll()
		const restore = await takeBackup(server.db)
		await give(id, 1, null)
		await give(id, 0, null)
		await sendAll()
		const { answers } = await attemptOf(id)
		await restore()
		must(await device.local.attempts.refreshHistory({ whole: true }))
		await sendAll()
		expect((await attemptOf(id)).answers).toEqual(answers)
		await expectAgreement(id)
	})

	it.each(['the completion', 'the whole attempt'])(
		'recovers %s of an early completion from a restored server',
		async (lost) => {
			const empty = await takeBackup(server.db)
			const id = must(await device.local.quiz.start(quizzes.scale))
			await answerEnough(id)
			await give(id, 20, null)
			await sendAll()
			const answered = await takeBackup(server.db)
			must(await device.local.quiz.complete(id, true))
			await sendAll()
			const serverId = await serverIdOf(id)
			const before = await figures(id)
			await (lost === 'the completion' ? answered() : empty())
			must(await device.local.attempts.refreshHistory({ whole: true }))
			await sendAll()
			expect(await serverIdOf(id)).toBe(serverId)
			expect(await attemptOf(id)).toMatchObject({ status: 'COMPLETED' })
			await expectAgreement(id)
			expect(await figures(id)).toEqual(before)
		},
	)
})

describe('skips and early completions', () => {
	beforeEach(() => prepare(true))

	it('continue on a second device', async () => {
		const id = must(await device.local.quiz.start(quizzes.scale))
		await give(id, 0, 2)
		await give(id, 1, null)
		await sendAll()
		const serverId = await serverIdOf(id)
		await onTablet(async (tablet) => {
			must(await tablet.local.attempts.refresh(serverId))
			const there = await attemptOf(serverId, tablet)
			expect(there.answers).toEqual((await attemptOf(id)).answers)
			const policyId = there.statements[1]?.policyId ?? ''
			must(await tablet.local.quiz.answer(there.id, { policyId, value: 1 }, 0))
			await tablet.local.engine.drain()
		})
		must(await device.local.attempts.refresh(id))
		expect((await attemptOf(id)).answers[await policyAt(id, 1)]).toBe(1)
	})

	it('keep an unsent skip over an answer of another device', async () => {
		const id = must(await device.local.quiz.start(quizzes.scale))
		await sendAll()
		device.network = offline
		await give(id, 0, null)
		await sendAll()
		device.network = online
		const body: InteractBody = {
			...{ interactionType: 'SCALE', policyId: await policyAt(id, 0) },
			...{ value: 2, responseTimeMs: 0 },
		}
		must(await device.call(quiz.interact, { params: { attemptId: await serverIdOf(id) }, body }))
		must(await device.local.attempts.refresh(id))
		expect((await attemptOf(id)).answers).toEqual({ [await policyAt(id, 0)]: null })
		await device.local.engine.wake()
		await expectAgreement(id)
	})

	it('show the results of an early completion on a second device', async () => {
		const id = must(await device.local.quiz.start(quizzes.scale))
		await answerEnough(id)
		must(await device.local.quiz.complete(id, true))
		await sendAll()
		const serverId = await serverIdOf(id)
		const here = await figures(id)
		await onTablet(async (tablet) => {
			await load1912(tablet)
			must(await tablet.local.attempts.refresh(serverId))
			expect((await tablet.local.results.of(serverId))?.estimated).toBe(true)
			expect(await figures(serverId, tablet)).toEqual(here)
		})
	})

	it('show no results of a completion whose answers are not known', async () => {
		const id = must(await device.local.quiz.start(quizzes.scale))
		await answerEnough(id)
		await device.db.attempts.update(id, { status: 'COMPLETED' })
		expect(await device.local.results.of(id)).toBeNull()
	})

	it('carry a skip in the download', async () => {
		const id = must(await device.local.quiz.start(quizzes.scale))
		await give(id, 0, null)
		const [attempt] = (await device.local.yourData.read()).attempts
		expect(attempt?.answers).toEqual([{ policyId: await policyAt(id, 0), value: null }])
	})

	it('offer no skip in a policy pick', async () => {
		const id = must(await device.local.quiz.start(quizzes.pick))
		const policyId = await policyAt(id, 0)
		expect(await device.local.quiz.answer(id, { policyId, value: null }, 0)).toMatchObject({
			error: { code: 'wrong-kind' },
		})
	})
})
