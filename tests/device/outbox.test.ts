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

/** Refuses requests to `path`; the rest passes. */
const refusing =
	(path: string, message = 'Not like this.'): Network =>
	(request, pass) =>
		request.url.includes(path)
			? Promise.resolve(Response.json({ message }, { status: 422 }))
			: pass()

/** Sends everything with requests to `path` refused, then goes online. */
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

/** The server's answers of the voter's newest attempt, by policy id. */
const onServer = async (): Promise<Record<string, number>> => {
	const [row] = must(await device.call(server.endpoints.quiz.history, {}))
	const params = { attemptId: row?.id ?? '' }
	const state = must(await device.call(server.endpoints.quiz.state, { params }))
	return Object.fromEntries((state.answers ?? []).map(({ policyId, value }) => [policyId, value]))
}

describe('retrying a refused answer', () => {
	it('keeps its idempotency key and its place in the queue', async () => {
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

	it('starts sending automatically after a retry', async () => {
		const id = must(await device.local.quiz.start(quizzes.binary))
		await answerAll(device, id, 1)
		await sendRefused('/interact/')
		await device.local.engine.start()
		must(await device.local.outbox.retry(await seqAt(0)))
		await device.local.engine.drain()
		expect(await entries()).toEqual([])
		expect(await onServer()).toEqual((await attemptOf(id))?.answers)
	})

	it('does not overwrite a later answer to the same statement', async () => {
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

	it('applies the reply after later answers were sent', async () => {
		const id = must(await device.local.quiz.start(quizzes.binary))
		await answerAll(device, id, 1)
		await sendRefused('/interact/')
		// The refresh replaced the refused answer with the server's state.
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

	it('ignores entries that are not refused or belong to another voter', async () => {
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

	it('fails if the attempt is gone', async () => {
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

describe('retrying a refused start', () => {
	it('restores the attempt with all its answers', async () => {
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

	it('happens when one of its answers is retried', async () => {
		const id = must(await device.local.quiz.start(quizzes.binary))
		await answerAll(device, id, 2)
		await sendRefused('/start/')
		must(await device.local.outbox.retry(await seqAt(1)))
		await device.local.engine.start()
		expect(await entries()).toEqual([])
		expect(Object.keys(await onServer())).toHaveLength(2)
	})

	it('fails if the voter has started the quiz again', async () => {
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

	it('fails if the newer attempt is completed', async () => {
		must(await device.local.quiz.start(quizzes.binary))
		await sendRefused('/start/')
		const fresh = must(await device.local.quiz.start(quizzes.binary))
		await answerAll(device, fresh)
		must(await device.local.quiz.complete(fresh))
		expect(await device.local.outbox.retry(await seqAt(0))).toMatchObject({
			error: { code: 'replaced' },
		})
	})

	it('ignores attempts at other quizzes', async () => {
		must(await device.local.quiz.start(quizzes.binary))
		await sendRefused('/start/')
		must(await device.local.quiz.start(quizzes.scale))
		must(await device.local.outbox.retry(await seqAt(0)))
	})
})

describe('retrying a refused reset', () => {
	it('supersedes the old attempt again', async () => {
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

	it('keeps a completed attempt in the history', async () => {
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

describe('retrying all refused entries', () => {
	it('sends them in their original order', async () => {
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

	it('refers to the latest attempt and counts its unsendable entries', async () => {
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

describe('discarding refused entries', () => {
	it('deletes a start together with its dependent answers', async () => {
		const id = must(await device.local.quiz.start(quizzes.binary))
		await answerAll(device, id, 2)
		const other = must(await device.local.quiz.start(quizzes.scale))
		await sendRefused('/start/')
		await device.local.outbox.dismiss(await seqAt(0))
		expect((await entries()).map(({ stream }) => stream)).toEqual([other])
		expect((await device.db.attempts.toArray()).map((row) => row.id)).toEqual([other])
	})

	it('deletes one answer and keeps the rest of the attempt', async () => {
		const id = must(await device.local.quiz.start(quizzes.binary))
		await answerAll(device, id, 2)
		await sendRefused('/interact/')
		await device.local.outbox.dismiss(await seqAt(0))
		expect(await refusedSeqs()).toHaveLength(1)
		await device.local.outbox.dismissAll()
		expect(await refusedSeqs()).toEqual([])
		expect(await attemptOf(id)).not.toBeNull()
	})

	it('never deletes waiting entries with refused ones', async () => {
		const id = must(await device.local.quiz.start(quizzes.binary))
		await answerAll(device, id, 1)
		await sendRefused('/interact/')
		await answerAll(device, id, 1)
		await device.local.outbox.dismissAll()
		expect((await entries()).map(({ state }) => state)).toEqual(['waiting'])
	})
})

describe('the list of unsent entries', () => {
	it('shows each entry with its attempt, in order', async () => {
		const id = must(await device.local.quiz.start(quizzes.binary))
		await answerAll(device, id, 1)
		await sendRefused('/interact/')
		await answerAll(device, id, 1)
		const listed = await device.local.outbox.list()
		expect(listed.map(({ entry }) => entry.state)).toEqual(['refused', 'waiting'])
		expect(listed.map(({ attempt }) => attempt?.id)).toEqual([id, id])
		expect(listed[0]?.entry).toMatchObject({ reason: 'Not like this.', refusedAt: device.now })
	})

	it('lists entries by the voter’s key after the session ended', async () => {
		must(await device.local.quiz.start(quizzes.binary))
		const key = device.user?.key
		device.user = null
		expect(await device.local.outbox.list(key)).toHaveLength(1)
		expect(await device.local.outbox.list('somebody else')).toEqual([])
	})

	it('keeps the attempt of a refused answer after a discard', async () => {
		const id = must(await device.local.quiz.start(quizzes.binary))
		await answerAll(device, id, 1)
		await sendRefused('/start/')
		must(await device.local.quiz.start(quizzes.scale))
		await device.local.account.discardUnsent()
		const listed = await device.local.outbox.list()
		expect(listed.map(({ attempt }) => attempt?.id)).toEqual([id, id])
	})
})
