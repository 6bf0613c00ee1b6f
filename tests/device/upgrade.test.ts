import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createDevice, type Device, writesOf } from '../support/device.ts'
import { openOldDb } from '../support/old-db.ts'
import { createTestServer, type TestServer } from '../support/server.ts'
import { answerAll, load1912, must } from './journey.ts'

let server: TestServer
let user: { key: string; token: string }
let name: string
let count = 0

beforeEach(async () => {
	server = await createTestServer({ sample: true })
	const voter = await server.registerVoter()
	user = { key: voter.user.id, token: voter.token }
	name = `upgraded-${process.pid}-${count++}`
})

const openNew = (): Device => createDevice({ fetch: server.fetch, user, name })

/** Leaves a database of the oldest version with waiting answers. */
const leaveOldDevice = async (): Promise<void> => {
	const source = createDevice({ fetch: server.fetch, user })
	const { binary } = await load1912(source)
	source.local.engine.stop()
	await answerAll(source, must(await source.local.quiz.start(binary)), 3)
	const old = openOldDb(name)
	for (const table of old.tables) {
		await table.bulkAdd(await source.db.table(table.name).toArray())
	}
	old.close()
	source.close()
}

let opened: { close(): void }[] = []
afterEach(() => {
	for (const db of opened) db.close()
	opened = []
})

describe('a database of an older build', () => {
	it('upgrades the database and sends its waiting entries', async () => {
		await leaveOldDevice()
		const device = openNew()
		opened.push(device)
		expect(await device.local.outbox.waiting()).toBe(4)
		await device.local.engine.start()
		expect(writesOf(device)).toHaveLength(2)
		expect(await device.local.outbox.waiting()).toBe(0)
		expect(await device.db.packs.count()).toBe(0)
	})

	it('sends the answers of an old tab that stays open', async () => {
		await leaveOldDevice()
		const old = openOldDb(name)
		await old.open()
		const device = openNew()
		opened.push(old, device)
		device.local.engine.stop()
		await device.db.open()
		const [entry] = await device.db.outbox.reverse().limit(1).toArray()
		const { seq: _, ...copy } = entry ?? { seq: 0 }
		// The old tab reopens the upgraded database and writes its old format.
		await old.table('outbox').add({ ...copy, id: crypto.randomUUID() })
		expect(await device.local.outbox.waiting()).toBe(5)
		await device.local.engine.start()
		expect(await device.local.outbox.waiting()).toBe(0)
		expect(writesOf(device)).toHaveLength(2)
		expect(vi.mocked(console.warn).mock.calls.flat().join(' ')).toContain('Closing db now')
		vi.mocked(console.warn).mockClear()
	})
})
