import 'fake-indexeddb/auto'
import { IDBDatabase, IDBObjectStore } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isStoreFault } from '#device/resilient-db.ts'
import { type Device, writesOf } from '../support/device.ts'
import type { TestServer } from '../support/server.ts'
import { answerAll, load1912, must } from './journey.ts'
import { createVoterDevice } from './voter-device.ts'

type FakeDatabase = InstanceType<typeof IDBDatabase>
type FakeObjectStore = InstanceType<typeof IDBObjectStore>

let server: TestServer
let device: Device
let attemptId: string
/** Number of transactions and row writes that fail next. */
let lost: number
let refused: number

beforeEach(async () => {
	lost = 0
	refused = 0
	const { transaction } = IDBDatabase.prototype
	vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (
		this: FakeDatabase,
		...args: Parameters<typeof transaction>
	) {
		if (lost-- > 0) throw new DOMException('Connection lost.', 'UnknownError')
		return transaction.apply(this, args)
	})
	const { put, add } = IDBObjectStore.prototype
	for (const [name, original] of [
		['put', put],
		['add', add],
	] as const) {
		vi.spyOn(IDBObjectStore.prototype, name).mockImplementation(function (
			this: FakeObjectStore,
			...args: Parameters<typeof put>
		) {
			if (refused-- > 0) throw new DOMException('no room', 'QuotaExceededError')
			return original.apply(this, args)
		})
	}
	;({ server, device } = await createVoterDevice())
	const { binary } = await load1912(device)
	attemptId = must(await device.local.quiz.start(binary))
	device.sent.length = 0
})
afterEach(() => device.close())

const answerNext = () => answerAll(device, attemptId, 1)
const answers = async (): Promise<number> =>
	Object.keys((await device.local.attempts.find(attemptId))?.answers ?? {}).length

describe('an answer on a device with storage faults', () => {
	it('stores the answer once after a lost connection', async () => {
		const attempt = await device.local.attempts.find(attemptId)
		const policyId = attempt?.statements[0]?.policyId ?? ''
		lost = 1
		must(await device.local.quiz.answer(attemptId, { policyId, value: 1 }, 900))
		expect(await answers()).toBe(1)
		expect(await device.local.outbox.waiting()).toBe(2)
		vi.mocked(console.warn).mockClear()
	})

	it('rolls back the answer and its entry when the disk is full', async () => {
		refused = 1000
		const fault = await answerNext().catch((error: unknown) => error)
		expect(isStoreFault(fault) && fault.fault).toBe('full')
		expect(await answers()).toBe(0)
		expect(await device.local.outbox.waiting()).toBe(1)
		refused = 0
		await answerNext()
		expect(await answers()).toBe(1)
	})

	it('sends the answer once if storing its reply fails for a while', async () => {
		await answerNext()
		refused = 6
		await device.local.engine.start().catch(() => undefined)
		refused = 0
		for (let turn = 0; turn < 5 && (await device.local.outbox.waiting()) > 0; turn++) {
			device.now += 600_000
			await device.local.engine.start()
		}
		expect(await device.local.outbox.waiting()).toBe(0)
		const [row] = must(await device.call(server.endpoints.quiz.history, {}))
		expect(row?.answeredQuestions).toBe(1)
		expect(new Set(writesOf(device)).size).toBe(2)
	})
})

describe('a full device', () => {
	/** Makes writes fail with a quota error while `refused` lasts. */
	const fill = async (): Promise<void> => {
		const { guard } = device.local
		refused = 1000
		await guard.write(() => device.db.fetched.put({ key: 'k', at: 1 })).catch(() => undefined)
		expect(guard.state()).toBe('full')
	}

	it('stays full after a history read that writes nothing', async () => {
		await device.local.engine.start()
		must(await device.local.attempts.refreshHistory())
		await fill()
		must(await device.local.attempts.refreshHistory())
		expect(device.local.guard.state()).toBe('full')
		refused = 0
		await answerNext()
		expect(device.local.guard.state()).toBe('ok')
	})

	it('stays full after a results read that writes nothing', async () => {
		await answerAll(device, attemptId)
		must(await device.local.quiz.complete(attemptId))
		await device.local.engine.start()
		must(await device.local.results.refresh(attemptId))
		await fill()
		device.network = (request, pass) =>
			request.url.includes('/quiz/results/')
				? Promise.resolve(Response.json({}, { status: 500 }))
				: pass()
		expect((await device.local.results.refresh(attemptId)).ok).toBe(false)
		expect(device.local.guard.state()).toBe('full')
	})
})

describe('erasing a device with storage faults', () => {
	it('erases everything after a lost connection', async () => {
		await device.local.account.discardUnsent()
		lost = 1
		expect(await device.local.account.erase()).toBe(true)
		expect(await device.db.attempts.count()).toBe(0)
		vi.mocked(console.warn).mockClear()
	})

	it('does not wait for a frozen tab that keeps the database open', async () => {
		await device.local.account.discardUnsent()
		// Unlike Dexie, this connection does not close on a version change.
		const other = await new Promise<IDBDatabase>((resolve, reject) => {
			const request = indexedDB.open(device.db.name)
			request.onsuccess = () => resolve(request.result as never)
			request.onerror = () => reject(request.error)
		})
		const leaving = device.local.account.erase()
		await vi.waitFor(() => expect([...device.timers.values()]).toContain(3000))
		for (const [run, ms] of device.timers) if (ms === 3000) run()
		expect(await leaving).toBe(true)
		other.close()
		vi.mocked(console.warn).mockClear()
	})
})
