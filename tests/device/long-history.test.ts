import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Device } from '../support/device.ts'
import { copyAttempt } from '../support/long-history.ts'
import type { TestServer } from '../support/server.ts'
import { load1912, must } from './journey.ts'
import { createVoterDevice } from './voter-device.ts'

const MANY = 1_040

let server: TestServer
let device: Device
let ids: string[]

beforeEach(async () => {
	;({ server, device } = await createVoterDevice())
	const id = must(await device.local.quiz.start((await load1912(device)).binary))
	await device.local.engine.start()
	const serverId = (await device.local.attempts.find(id))?.serverId ?? ''
	ids = [serverId, ...(await copyAttempt(server.db, serverId, MANY - 1))]
	device.sent.length = 0
})
afterEach(() => {
	expect(device.reported).toEqual([])
	device.close()
})

const historyCalls = (): number =>
	device.sent.filter(({ url }) => url.includes('/quiz/history')).length
const listedIds = async () =>
	(await device.local.attempts.list()).map(({ attempt }) => attempt.serverId)

describe('a history longer than one page', () => {
	it('lists all attempts in My Activity, newest first', async () => {
		must(await device.local.attempts.refreshHistory({ whole: true }))
		expect(historyCalls()).toBe(3)
		const listed = await listedIds()
		expect(listed).toHaveLength(MANY)
		expect(new Set(listed)).toEqual(new Set(ids))
		expect(listed.slice(0, 2)).toEqual(ids.slice(0, 2))
		expect(listed.at(-1)).toBe(ids.at(-1))
	})

	it('keeps older attempts when only the newest are read', async () => {
		must(await device.local.attempts.refreshHistory({ whole: true }))
		device.sent.length = 0
		must(await device.local.attempts.refreshHistory())
		expect(historyCalls()).toBe(1)
		expect(await listedIds()).toHaveLength(MANY)
	})

	it('keeps the pages read before the connection broke', async () => {
		device.network = async (request, pass) => {
			if (request.url.includes('before=')) throw new TypeError('no network')
			return pass()
		}
		expect((await device.local.attempts.refreshHistory({ whole: true })).ok).toBe(false)
		expect(await listedIds()).toHaveLength(500)
		device.network = (_request, pass) => pass()
		must(await device.local.attempts.refreshHistory({ whole: true }))
		expect(await listedIds()).toHaveLength(MANY)
	})

	it('stops when the server ignores paging', async () => {
		device.network = async (request, pass) =>
			request.url.includes('before=')
				? server.fetch(new Request(request.url.replace(/\?.*/, ''), request))
				: pass()
		must(await device.local.attempts.refreshHistory({ whole: true }))
		expect(historyCalls()).toBe(2)
		expect(await listedIds()).toHaveLength(500)
	})
})
