import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createPageLocks } from '#device/sync/lock.ts'
import { drainInWorker } from '#device/sync/worker.ts'
import { type Device, writesOf } from '../support/device.ts'
import type { TestServer } from '../support/server.ts'
import { answerAll, load1912, must } from './journey.ts'
import { createVoterDevice } from './voter-device.ts'

let server: TestServer
let device: Device
let quizId: string

beforeEach(async () => {
	;({ server, device } = await createVoterDevice())
	quizId = (await load1912(device)).binary
	device.sent.length = 0
})
afterEach(() => device.close())

/** Runs the service worker's sync while no page is open. */
const wakeWorker = (): Promise<void> =>
	drainInWorker({
		db: device.db,
		call: device.call,
		locks: createPageLocks(),
		now: () => device.now,
		random: () => 0.5,
		setTimer: () => () => undefined,
		report: (error) => device.reported.push(error),
	})

const answerThree = async (): Promise<void> =>
	answerAll(device, must(await device.local.quiz.start(quizId)), 3)

describe('the worker', () => {
	it('sends the queue of a remembered voter', async () => {
		await device.local.session.set(device.user)
		await answerThree()
		await wakeWorker()
		expect(writesOf(device)).toHaveLength(2)
		expect(await device.local.outbox.waiting()).toBe(0)
	})

	it('sends nothing on a shared device', async () => {
		await answerThree()
		await wakeWorker()
		expect(device.sent).toEqual([])
		expect(await device.local.outbox.waiting()).toBe(4)
	})

	it('sends nothing for a signed-out or a different voter', async () => {
		await device.local.session.set(device.user)
		await answerThree()
		const other = await server.registerVoter()
		await device.local.session.set({ key: other.user.id, token: other.token })
		await wakeWorker()
		expect(device.sent).toEqual([])
		await device.local.session.set(null)
		await wakeWorker()
		expect(device.sent).toEqual([])
	})

	it('stops when the voter signs out while it sends', async () => {
		await device.local.session.set(device.user)
		await answerThree()
		device.network = async (_request, pass) => {
			await device.local.session.set(null)
			return pass()
		}
		await wakeWorker()
		expect(writesOf(device).length).toBeLessThan(4)
	})

	// A rejected sync event makes the browser run it again.
	it('rejects while entries wait', async () => {
		await device.local.session.set(device.user)
		await answerThree()
		device.network = async () => new Response('{}', { status: 500 })
		await expect(wakeWorker()).rejects.toThrow('4 entries still wait')
		expect(await device.local.outbox.waiting()).toBe(4)
	})

	it('ignores the backoff of entries that failed offline', async () => {
		await device.local.session.set(device.user)
		await answerThree()
		device.network = async () => {
			throw new TypeError('no network')
		}
		await device.local.engine.start()
		device.local.engine.stop()
		device.network = (_request, pass) => pass()
		await wakeWorker()
		expect(await device.local.outbox.waiting()).toBe(0)
	})

	// Only the voter can fix an expired sign-in.
	it('does not reject after a 401', async () => {
		await device.local.session.set({ key: device.user?.key ?? '', token: 'expired' })
		await answerThree()
		await expect(wakeWorker()).resolves.toBeUndefined()
		expect(await device.local.outbox.waiting()).toBe(4)
		expect(await device.db.session.count(), 'an outdated token is not sent').toBe(0)
	})

	it('loses its token when a shared device is erased', async () => {
		await device.local.session.set(device.user)
		expect(await device.local.account.erase()).toBe(true)
		expect(await device.db.session.count()).toBe(0)
	})
})
