import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Device, type Network, writesOf } from '../support/device.ts'
import type { TestServer } from '../support/server.ts'
import { answerAll, load1912, must } from './journey.ts'
import { createVoterDevice } from './voter-device.ts'

let server: TestServer
let device: Device
let quizzes: { scale: string; binary: string; pick: string }

beforeEach(async () => {
	;({ server, device } = await createVoterDevice({ together: false }))
	quizzes = await load1912(device)
	device.sent.length = 0
})
afterEach(() => {
	expect(device.reported).toEqual([])
	device.close()
})

const online: Network = (_request, pass) => pass()

/** The server refuses what goes to `path`; the rest passes. */
const refusing =
	(path: string, message = 'Not like this.'): Network =>
	(request, pass) =>
		request.url.includes(path)
			? Promise.resolve(Response.json({ message }, { status: 422 }))
			: pass()

/** Sends everything while the server refuses what goes to `path`, and then refuses nothing. */
const sendRefused = async (path: string): Promise<void> => {
	device.network = refusing(path)
	await device.local.engine.start()
	device.local.engine.stop()
	device.network = online
	device.sent.length = 0
}

const entries = () => device.db.outbox.orderBy('seq').toArray()
const refusedSeqs = async (): Promise<number[]> =>
	(await device.local.outbox.refused()).map((entry) => entry.seq)
const seqAt = async (index: number): Promise<number> => (await refusedSeqs())[index] ?? 0
const attemptOf = (id: string) => device.local.attempts.find(id)

/** The answers that the server holds of the voter's newest attempt, by statement. */
const onServer = async (): Promise<Record<string, number>> => {
	const [row] = must(await device.call(server.endpoints.quiz.history, {}))
	const params = { attemptId: row?.id ?? '' }
	const state = must(await device.call(server.endpoints.quiz.state, { params }))
	return Object.fromEntries((state.answers ?? []).map(({ policyId, value }) => [policyId, value]))
}

describe('trying an answer again that the server refused', () => {
	it('sends it under the key and in the place that it had, so that the server can tell a repetition', async () => {
		const id = must(await device.local.quiz.start(quizzes.binary))
		await answerAll(device, id, 2)
		const [, before] = await entries()
		await sendRefused('/interact/')
		must(await device.local.outbox.retry(before?.seq ?? 0))
		const [again, other] = await entries()
		expect(again).toMatchObject({ ...before, refusedAt: null })
		expect(other?.state).toBe('refused')
		await device.local.engine.start()
		expect(Object.keys(await onServer())).toHaveLength(1)
		expect(await refusedSeqs()).toEqual([other?.seq])
	})

	it('begins to send by itself, because the voter asked for it now', async () => {
		const id = must(await device.local.quiz.start(quizzes.binary))
		await answerAll(device, id, 1)
		await sendRefused('/interact/')
		await device.local.engine.start()
		must(await device.local.outbox.retry(await seqAt(0)))
		await device.local.engine.drain()
		expect(await entries()).toEqual([])
		expect(await onServer()).toEqual((await attemptOf(id))?.answers)
	})

	it('does not overwrite what was answered later to the same statement', async () => {
		const id = must(await device.local.quiz.start(quizzes.binary))
		const policyId = (await attemptOf(id))?.statements[0]?.policyId ?? ''
		must(await device.local.quiz.answer(id, { policyId, value: 0 }, 500))
		await sendRefused('/interact/')
		must(await device.local.quiz.answer(id, { policyId, value: 1 }, 500))
		await device.local.engine.start()
		device.local.engine.stop()
		must(await device.local.outbox.retry(await seqAt(0)))
		await device.local.engine.start()
		expect(await entries()).toEqual([])
		expect(await onServer()).toEqual({ [policyId]: 1 })
		expect((await attemptOf(id))?.answers).toEqual({ [policyId]: 1 })
	})

	it('shows what it came to, though later answers had arrived before it', async () => {
		const id = must(await device.local.quiz.start(quizzes.binary))
		await answerAll(device, id, 1)
		await sendRefused('/interact/')
		// The device shows the server's word by now: the refused answer is asked again.
		must(await device.local.attempts.refresh(id))
		const later = (await attemptOf(id))?.statements[1]?.policyId ?? ''
		must(await device.local.quiz.answer(id, { policyId: later, value: 1 }, 500))
		await device.local.engine.start()
		device.local.engine.stop()
		expect(Object.keys((await attemptOf(id))?.answers ?? {})).toEqual([later])
		must(await device.local.outbox.retry(await seqAt(0)))
		await device.local.engine.start()
		expect(Object.keys(await onServer())).toHaveLength(2)
		expect((await attemptOf(id))?.answers).toEqual(await onServer())
	})

	it('leaves alone what is not refused any more, and what is another voter’s', async () => {
		const id = must(await device.local.quiz.start(quizzes.binary))
		await answerAll(device, id, 1)
		await sendRefused('/interact/')
		const seq = await seqAt(0)
		const own = device.user
		device.user = { key: 'somebody else', token: 'theirs' }
		must(await device.local.outbox.retry(seq))
		await device.local.outbox.dismiss(seq)
		device.user = own
		expect(await refusedSeqs()).toEqual([seq])
		must(await device.local.outbox.retry(seq))
		must(await device.local.outbox.retry(seq))
		expect((await entries()).map(({ state }) => state)).toEqual(['waiting'])
	})

	it('says when there is nothing left that it could belong to', async () => {
		const id = must(await device.local.quiz.start(quizzes.binary))
		await answerAll(device, id, 1)
		await sendRefused('/interact/')
		await device.db.attempts.delete(id)
		expect(await device.local.outbox.retry(await seqAt(0))).toEqual({
			ok: false,
			error: { code: 'gone' },
		})
		expect(await refusedSeqs()).toHaveLength(1)
	})
})

describe('trying a start again that the server refused', () => {
	it('brings the attempt back with all its answers, which could not be sent without it', async () => {
		const id = must(await device.local.quiz.start(quizzes.binary))
		await answerAll(device, id, 3)
		await sendRefused('/start/')
		expect(await device.local.attempts.list()).toEqual([])
		must(await device.local.outbox.retry(await seqAt(0)))
		expect(await attemptOf(id)).toMatchObject({ superseded: false })
		await device.local.engine.start()
		const kinds = writesOf(device).map((path) => path.split('/')[3])
		expect(kinds).toEqual(['start', 'interact', 'interact', 'interact'])
		expect(await onServer()).toEqual((await attemptOf(id))?.answers)
	})

	it('is what trying one of its answers comes to', async () => {
		const id = must(await device.local.quiz.start(quizzes.binary))
		await answerAll(device, id, 2)
		await sendRefused('/start/')
		must(await device.local.outbox.retry(await seqAt(1)))
		await device.local.engine.start()
		expect(await entries()).toEqual([])
		expect(Object.keys(await onServer())).toHaveLength(2)
	})

	it('says that the voter has begun the quiz anew meanwhile, and changes nothing', async () => {
		must(await device.local.quiz.start(quizzes.binary))
		await sendRefused('/start/')
		const fresh = must(await device.local.quiz.start(quizzes.binary))
		const before = await device.db.attempts.toArray()
		expect(await device.local.outbox.retry(await seqAt(0))).toEqual({
			ok: false,
			error: { code: 'replaced' },
		})
		expect(await device.db.attempts.toArray()).toEqual(before)
		expect(await refusedSeqs()).toHaveLength(1)
		expect((await device.local.attempts.list()).map(({ attempt }) => attempt.id)).toEqual([fresh])
	})

	it('says so too where the attempt begun meanwhile is completed, because a first start is refused then', async () => {
		must(await device.local.quiz.start(quizzes.binary))
		await sendRefused('/start/')
		const fresh = must(await device.local.quiz.start(quizzes.binary))
		await answerAll(device, fresh)
		must(await device.local.quiz.complete(fresh))
		expect(await device.local.outbox.retry(await seqAt(0))).toMatchObject({
			error: { code: 'replaced' },
		})
	})

	it('minds no attempt at another quiz', async () => {
		must(await device.local.quiz.start(quizzes.binary))
		await sendRefused('/start/')
		must(await device.local.quiz.start(quizzes.scale))
		must(await device.local.outbox.retry(await seqAt(0)))
	})
})

describe('trying a reset again that the server refused', () => {
	it('leaves the old attempt behind once more, as the voter had asked', async () => {
		const old = must(await device.local.quiz.start(quizzes.binary))
		await answerAll(device, old, 1)
		const fresh = must(await device.local.quiz.reset(old))
		await sendRefused('/reset/')
		expect((await device.local.attempts.list()).map(({ attempt }) => attempt.id)).toEqual([old])
		must(await device.local.outbox.retry(await seqAt(0)))
		expect((await device.local.attempts.list()).map(({ attempt }) => attempt.id)).toEqual([fresh])
		await device.local.engine.start()
		must(await device.local.attempts.refreshHistory())
		expect((await device.local.attempts.list()).map(({ attempt }) => attempt.id)).toEqual([fresh])
	})

	it('keeps a completed attempt in the history, as a reset does', async () => {
		const old = must(await device.local.quiz.start(quizzes.binary))
		await answerAll(device, old)
		must(await device.local.quiz.complete(old))
		const fresh = must(await device.local.quiz.reset(old))
		await sendRefused('/reset/')
		must(await device.local.outbox.retry(await seqAt(0)))
		const listed = (await device.local.attempts.list()).map(({ attempt }) => attempt.id)
		expect(listed.sort()).toEqual([old, fresh].sort())
	})
})

describe('trying everything again', () => {
	it('sends all of it, in the order in which it was done', async () => {
		const id = must(await device.local.quiz.start(quizzes.binary))
		await answerAll(device, id, 3)
		must(await device.local.quiz.start(quizzes.scale))
		await sendRefused('/api/v2/quiz/')
		const before = await refusedSeqs()
		expect(before).toHaveLength(5)
		expect(await device.local.outbox.retryAll()).toBe(0)
		expect((await entries()).map(({ seq }) => seq)).toEqual(before)
		await device.local.engine.start()
		expect(await entries()).toEqual([])
	})

	it('means the later of two attempts at a quiz, and says how much cannot be sent with it', async () => {
		const first = must(await device.local.quiz.start(quizzes.binary))
		await answerAll(device, first, 2)
		await sendRefused('/start/')
		const second = must(await device.local.quiz.start(quizzes.binary))
		await sendRefused('/start/')
		expect(await device.local.outbox.retryAll()).toBe(3)
		expect((await device.local.attempts.list()).map(({ attempt }) => attempt.id)).toEqual([second])
		expect(await refusedSeqs()).toHaveLength(3)
	})
})

describe('discarding what the server refused', () => {
	it('takes a refused start together with the answers that depend on it, and nothing else', async () => {
		const id = must(await device.local.quiz.start(quizzes.binary))
		await answerAll(device, id, 2)
		const other = must(await device.local.quiz.start(quizzes.scale))
		await sendRefused('/start/')
		await device.local.outbox.dismiss(await seqAt(0))
		expect((await entries()).map(({ stream }) => stream)).toEqual([other])
		expect((await device.db.attempts.toArray()).map((row) => row.id)).toEqual([other])
	})

	it('takes one answer and leaves the others, and the attempt that the server knows', async () => {
		const id = must(await device.local.quiz.start(quizzes.binary))
		await answerAll(device, id, 2)
		await sendRefused('/interact/')
		await device.local.outbox.dismiss(await seqAt(0))
		expect(await refusedSeqs()).toHaveLength(1)
		await device.local.outbox.dismissAll()
		expect(await refusedSeqs()).toEqual([])
		expect(await attemptOf(id)).not.toBeNull()
	})

	it('never takes what waits', async () => {
		const id = must(await device.local.quiz.start(quizzes.binary))
		await answerAll(device, id, 1)
		await sendRefused('/interact/')
		await answerAll(device, id, 1)
		await device.local.outbox.dismissAll()
		expect((await entries()).map(({ state }) => state)).toEqual(['waiting'])
	})
})

describe('the list of what is not sent', () => {
	it('names with each entry its attempt, in the order in which things were done', async () => {
		const id = must(await device.local.quiz.start(quizzes.binary))
		await answerAll(device, id, 1)
		await sendRefused('/interact/')
		await answerAll(device, id, 1)
		const listed = await device.local.outbox.list()
		expect(listed.map(({ entry }) => entry.state)).toEqual(['refused', 'waiting'])
		expect(listed.map(({ attempt }) => attempt?.id)).toEqual([id, id])
		expect(listed[0]?.entry).toMatchObject({ reason: 'Not like this.', refusedAt: device.now })
	})

	it('can be read of a voter whose session has ended, and of nobody else by that', async () => {
		must(await device.local.quiz.start(quizzes.binary))
		const key = device.user?.key
		device.user = null
		expect(await device.local.outbox.list(key)).toHaveLength(1)
		expect(await device.local.outbox.list('somebody else')).toEqual([])
	})

	it('still knows what a refused answer was after the rest was discarded', async () => {
		const id = must(await device.local.quiz.start(quizzes.binary))
		await answerAll(device, id, 1)
		await sendRefused('/start/')
		must(await device.local.quiz.start(quizzes.scale))
		await device.local.account.discardUnsent()
		const listed = await device.local.outbox.list()
		expect(listed.map(({ attempt }) => attempt?.id)).toEqual([id, id])
	})
})
