import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { ACCOUNT_GONE } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import { progress } from '#domain/quiz.ts'
import { users } from '#server/db/schema.ts'
import { ifMatch } from '../support/administration.ts'
import { createDevice, type Device } from '../support/device.ts'
import { refusalOf, replyOf } from '../support/quizzes.ts'
import type { TestServer } from '../support/server.ts'
import { takeBackup } from '../support/voter-backup.ts'
import { answerAll, load1912, must } from './journey.ts'
import { createVoterDevice } from './voter-device.ts'

const { quiz, manageQuizzes } = endpoints

let server: TestServer
let device: Device
let quizzes: Awaited<ReturnType<typeof load1912>>

beforeEach(async () => {
	;({ server, device } = await createVoterDevice())
	quizzes = await load1912(device)
	await device.local.engine.start()
})
afterEach(() => {
	expect(device.reported).toEqual([])
	device.close()
})

const sendAll = (): Promise<void> => device.local.engine.drain()

const attemptOf = async (id: string) => {
	const attempt = await device.local.attempts.find(id)
	if (attempt === null) throw new Error(`no attempt ${id}`)
	return attempt
}
const begin = async (quizId: string, answers = Infinity): Promise<string> => {
	const id = must(await device.local.quiz.start(quizId))
	await answerAll(device, id, answers)
	await sendAll()
	return id
}
const complete = async (id: string): Promise<void> => {
	await answerAll(device, id)
	must(await device.local.quiz.complete(id))
	await sendAll()
}

/** Opens My Activity and sends what the server is missing. */
const lookAtActivity = async (): Promise<void> => {
	must(await device.local.attempts.refreshHistory({ whole: true }))
	await sendAll()
}

const onServer = async (serverId: string) => {
	const state = replyOf(await device.call(quiz.state, { params: { attemptId: serverId } }))
	const answers = (state.answers ?? []).map(({ policyId, value }) => [policyId, value] as const)
	return { ...state, answers: Object.fromEntries(answers) }
}

/** Asserts that device and server agree on an attempt, with nothing refused or unsent. */
const expectAgreement = async (id: string, serverId: string): Promise<void> => {
	const attempt = await attemptOf(id)
	const state = await onServer(attempt.serverId ?? '')
	expect(attempt.serverId).toBe(serverId)
	expect(state.answers).toEqual(attempt.answers)
	expect(state.selectedPolicyIds).toEqual(attempt.selection)
	expect(state.status).toBe(attempt.status)
	expect(await device.local.outbox.counts()).toEqual({ waiting: 0, refused: 0 })
}

const resetLater = async (id: string): Promise<string> => {
	server.clock.now = new Date(server.clock.now.getTime() + 60_000)
	device.now += 60_000
	const next = must(await device.local.quiz.reset(id))
	await answerAll(device, next, 1)
	await sendAll()
	return next
}

const close = async (quizId: string): Promise<void> => {
	const admin = await server.registerVoter('ada', ['ROLE_ADMIN'])
	const at = { params: { id: quizId } }
	const { etag } = replyOf(await admin.call(manageQuizzes.get, at))
	replyOf(await admin.call(manageQuizzes.deactivate, at, ifMatch(etag)))
}

const serverIdOf = async (id: string): Promise<string> => (await attemptOf(id)).serverId ?? ''

describe.each([
	['the numbers of the backup', true],
	['numbers that continue', false],
])('a server restored from an older backup, with %s', (_, renumber) => {
	it('recovers missing answers when My Activity is opened', async () => {
		const id = await begin(quizzes.scale, 2)
		const restore = await takeBackup(server.db)
		await answerAll(device, id, 4)
		await sendAll()
		const { answers } = await attemptOf(id)
		await restore({ renumber })
		await lookAtActivity()
		expect((await attemptOf(id)).answers).toEqual(answers)
		await expectAgreement(id, await serverIdOf(id))
	})

	it('recovers missing answers with the next answer', async () => {
		const id = await begin(quizzes.binary, 2)
		const restore = await takeBackup(server.db)
		await answerAll(device, id, 4)
		await sendAll()
		await restore({ renumber })
		await answerAll(device, id, 1)
		await sendAll()
		expect(progress(await attemptOf(id)).answered).toBe(7)
		await expectAgreement(id, await serverIdOf(id))
	})

	it('lets the voter complete the quiz', async () => {
		const id = await begin(quizzes.scale, 2)
		const restore = await takeBackup(server.db)
		await answerAll(device, id)
		await sendAll()
		await restore({ renumber })
		must(await device.local.quiz.complete(id))
		await sendAll()
		expect(await attemptOf(id)).toMatchObject({ status: 'COMPLETED' })
		await expectAgreement(id, await serverIdOf(id))
	})

	it.each(['scale', 'pick'] as const)('recovers a completion: %s', async (kind) => {
		const id = await begin(quizzes[kind], kind === 'pick' ? 0 : 5)
		const restore = await takeBackup(server.db)
		await complete(id)
		await restore({ renumber })
		await lookAtActivity()
		expect(await attemptOf(id)).toMatchObject({ status: 'COMPLETED' })
		await expectAgreement(id, await serverIdOf(id))
	})

	it.each(['scale', 'pick'] as const)('recovers a whole attempt under its id: %s', async (kind) => {
		const restore = await takeBackup(server.db)
		const id = await begin(quizzes[kind])
		await complete(id)
		must(await device.local.results.refresh(id))
		const serverId = await serverIdOf(id)
		await restore({ renumber })
		await lookAtActivity()
		const listed = await device.local.attempts.list()
		expect(listed.map(({ attempt }) => attempt)).toMatchObject([{ id, status: 'COMPLETED' }])
		await expectAgreement(id, serverId)
	})

	it('recovers a lost attempt with its next answer', async () => {
		const restore = await takeBackup(server.db)
		const id = await begin(quizzes.scale, 3)
		const serverId = await serverIdOf(id)
		await restore({ renumber })
		await answerAll(device, id, 2)
		await sendAll()
		expect(progress(await attemptOf(id)).answered).toBe(5)
		await expectAgreement(id, serverId)
	})

	it('recovers a completed attempt and its successor separately', async () => {
		const restore = await takeBackup(server.db)
		const first = await begin(quizzes.scale)
		await complete(first)
		server.clock.now = new Date(server.clock.now.getTime() + 60_000)
		device.now += 60_000
		const second = must(await device.local.quiz.reset(first))
		await answerAll(device, second, 3)
		await sendAll()
		const ids = [await serverIdOf(first), await serverIdOf(second)]
		await restore({ renumber })
		await lookAtActivity()
		await expectAgreement(first, ids[0] ?? '')
		await expectAgreement(second, ids[1] ?? '')
		expect((await device.local.attempts.list()).length).toBe(2)
	})

	it('recovers an attempt without its predecessor’s answers', async () => {
		const first = await begin(quizzes.scale, 3)
		const restore = await takeBackup(server.db)
		server.clock.now = new Date(server.clock.now.getTime() + 60_000)
		device.now += 60_000
		const second = must(await device.local.quiz.reset(first))
		await answerAll(device, second, 1)
		await sendAll()
		const serverId = await serverIdOf(second)
		const { answers } = await attemptOf(second)
		await restore({ renumber })
		await lookAtActivity()
		expect((await attemptOf(second)).answers).toEqual(answers)
		await expectAgreement(second, serverId)
		expect((await device.local.attempts.list()).map(({ attempt }) => attempt.id)).toEqual([second])
	})

	it.each([
		['completed', true],
		['not completed', false],
	])('recovers an attempt whose predecessor the backup has as %s', async (_, early) => {
		const first = await begin(quizzes.scale)
		if (early) await complete(first)
		const restore = await takeBackup(server.db)
		await complete(first)
		server.clock.now = new Date(server.clock.now.getTime() + 60_000)
		device.now += 60_000
		const second = must(await device.local.quiz.reset(first))
		await answerAll(device, second, 2)
		await sendAll()
		const ids = [await serverIdOf(first), await serverIdOf(second)]
		await restore({ renumber })
		await lookAtActivity()
		await expectAgreement(first, ids[0] ?? '')
		await expectAgreement(second, ids[1] ?? '')
		expect((await device.local.attempts.list()).length).toBe(2)
	})

	it('recovers an attempt without the answers of one whose completion was refused', async () => {
		const first = await begin(quizzes.scale)
		const restore = await takeBackup(server.db)
		device.network = async (request, pass) =>
			request.url.includes('/complete/')
				? Response.json({ message: 'No.' }, { status: 422 })
				: pass()
		must(await device.local.quiz.complete(first))
		server.clock.now = new Date(server.clock.now.getTime() + 60_000)
		device.now += 60_000
		const second = must(await device.local.quiz.reset(first))
		await sendAll()
		device.network = (_request, pass) => pass()
		await device.local.outbox.dismissAll()
		await answerAll(device, second, 1)
		await sendAll()
		const serverId = await serverIdOf(second)
		const { answers } = await attemptOf(second)
		await restore({ renumber })
		await lookAtActivity()
		expect((await attemptOf(second)).answers).toEqual(answers)
		await expectAgreement(second, serverId)
	})

	it('recovers an attempt begun in the same moment as its predecessor', async () => {
		const restore = await takeBackup(server.db)
		const first = await begin(quizzes.scale, 3)
		const second = must(await device.local.quiz.reset(first))
		await answerAll(device, second, 1)
		await sendAll()
		const serverId = await serverIdOf(second)
		await restore({ renumber })
		await lookAtActivity()
		await expectAgreement(second, serverId)
	})

	it('recovers the second of two resets without the answers of the first', async () => {
		let count = 0
		const ids = vi
			.spyOn(crypto, 'randomUUID')
			.mockImplementation(() => `00000000-0000-4000-8000-${String(count++).padStart(12, '0')}`)
		onTestFinished(() => void ids.mockRestore())
		const first = await begin(quizzes.scale)
		await complete(first)
		const second = await resetLater(first)
		const restore = await takeBackup(server.db)
		const third = await resetLater(second)
		const serverId = await serverIdOf(third)
		await restore({ renumber })
		await lookAtActivity()
		expect(progress(await attemptOf(third)).answered).toBe(1)
		await expectAgreement(third, serverId)
	})

	it('recovers a predecessor that goes on because its quiz has closed', async () => {
		const first = await begin(quizzes.scale, 2)
		const restore = await takeBackup(server.db)
		await answerAll(device, first, 3)
		await sendAll()
		const { answers } = await attemptOf(first)
		await resetLater(first)
		await close(quizzes.scale)
		await restore({ renumber })
		await lookAtActivity()
		await lookAtActivity()
		expect(await attemptOf(first)).toMatchObject({ superseded: false, answers })
		expect((await onServer(await serverIdOf(first))).answers).toEqual(answers)
	})

	it('recovers a predecessor whose reset on another device is lost', async () => {
		const first = await begin(quizzes.scale, 2)
		const restore = await takeBackup(server.db)
		await answerAll(device, first, 3)
		await sendAll()
		const { answers } = await attemptOf(first)
		replyOf(await device.call(quiz.reset, { params: { attemptId: await serverIdOf(first) } }))
		await lookAtActivity()
		expect(await attemptOf(first)).toMatchObject({ superseded: true })
		await restore({ renumber })
		await lookAtActivity()
		await lookAtActivity()
		expect(await attemptOf(first)).toMatchObject({ superseded: false, answers })
		await expectAgreement(first, await serverIdOf(first))
	})

	it('accepts a reset of an attempt that it lost', async () => {
		const restore = await takeBackup(server.db)
		const first = await begin(quizzes.scale)
		await complete(first)
		await restore({ renumber })
		const second = must(await device.local.quiz.reset(first))
		await answerAll(device, second, 3)
		await sendAll()
		await expectAgreement(first, await serverIdOf(first))
		expect(progress(await attemptOf(second)).answered).toBe(3)
		await expectAgreement(second, await serverIdOf(second))
	})
})

describe('a changed answer that the backup has unchanged', () => {
	it('resends a changed answer with its new value', async () => {
		const id = await begin(quizzes.scale, 3)
		const restore = await takeBackup(server.db)
		const policyId = (await attemptOf(id)).statements[0]?.policyId ?? ''
		must(await device.local.quiz.answer(id, { policyId, value: 2 }, 5))
		await sendAll()
		await restore()
		await lookAtActivity()
		expect((await attemptOf(id)).answers[policyId]).toBe(2)
		await expectAgreement(id, await serverIdOf(id))
	})
})

describe('two devices of a voter', () => {
	it('recover the same attempt once', async () => {
		const restore = await takeBackup(server.db)
		const id = await begin(quizzes.scale)
		await complete(id)
		const serverId = await serverIdOf(id)
		const tablet = createDevice({ fetch: server.fetch, user: device.user })
		must(await tablet.local.attempts.refreshHistory({ whole: true }))
		must(await tablet.local.attempts.refresh(serverId))
		await restore()
		await Promise.all([
			lookAtActivity(),
			tablet.local.attempts.refreshHistory({ whole: true }).then(must),
		])
		await tablet.local.engine.drain()
		await sendAll()
		await expectAgreement(id, serverId)
		expect(await tablet.local.outbox.counts()).toEqual({ waiting: 0, refused: 0 })
		expect(replyOf(await device.call(quiz.history, {}))).toHaveLength(1)
		tablet.close()
	})
})

describe('a restored server', () => {
	it('does not receive a refused or discarded answer', async () => {
		const id = await begin(quizzes.scale, 2)
		device.network = async (request, pass) =>
			request.url.includes('/interact/')
				? Response.json({ message: 'No.' }, { status: 422 })
				: pass()
		await answerAll(device, id, 1)
		await sendAll()
		device.network = (_request, pass) => pass()
		const restore = await takeBackup(server.db)
		await device.local.outbox.dismissAll()
		await restore()
		await lookAtActivity()
		must(await device.local.attempts.refresh(id))
		expect(progress(await attemptOf(id)).answered).toBe(2)
		await expectAgreement(id, await serverIdOf(id))
	})

	it('does not receive an attempt that was reset elsewhere', async () => {
		const id = await begin(quizzes.scale, 2)
		const params = { attemptId: await serverIdOf(id) }
		replyOf(await device.call(quiz.reset, { params }))
		await lookAtActivity()
		expect(await attemptOf(id)).toMatchObject({ superseded: true })
		expect(replyOf(await device.call(quiz.history, {}))).toHaveLength(1)
	})
})

describe('an attempt refused by a restored server', () => {
	it('stays listed with its results as not counted', async () => {
		const restore = await takeBackup(server.db)
		const id = await begin(quizzes.scale)
		await complete(id)
		must(await device.local.results.refresh(id))
		await close(quizzes.scale)
		await restore()
		await lookAtActivity()
		const listed = await device.local.attempts.list()
		expect(listed.map(({ attempt }) => attempt)).toMatchObject([
			{ id, status: 'COMPLETED', notCounted: { closedOn: expect.any(String) } },
		])
		must(await device.local.results.refresh(id))
		expect(await device.local.results.of(id)).toMatchObject({ estimated: true })
	})
})

it('keeps all answers if the server lacks the account', async () => {
	const id = await begin(quizzes.scale, 2)
	await server.db.delete(users)
	await answerAll(device, id, 3)
	await sendAll()
	const history = await device.local.attempts.refreshHistory({ whole: true })
	expect(refusalOf(history)).toMatchObject({ status: 401, type: ACCOUNT_GONE })
	expect(progress(await attemptOf(id)).answered).toBe(5)
	expect(await device.local.outbox.counts()).toEqual({ waiting: 3, refused: 0 })
})

it('never takes over the id of another voter’s attempt', async () => {
	const id = await begin(quizzes.scale, 1)
	const restores = await serverIdOf(id)
	const other = await server.registerVoter()
	const params = { compareQuizId: quizzes.scale }
	const state = replyOf(await other.call(quiz.start, { params, body: { restores } }))
	expect(state.quizAttemptId).not.toBe(restores)
	expect(state.answers).toEqual([])
	expect(refusalOf(await other.call(quiz.state, { params: { attemptId: restores } })).status).toBe(
		404,
	)
})
