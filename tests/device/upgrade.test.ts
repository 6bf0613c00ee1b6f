import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { quiz } from '#contract/quiz.ts'
import { OWNERS_FORMULA } from '#domain/score.ts'
import { createDevice, type Device, writesOf } from '../support/device.ts'
import { openOldDb } from '../support/old-db.ts'
import { givePositions } from '../support/positions.ts'
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

const strip = (row: object, ...fields: readonly string[]): void => {
	for (const field of fields) Reflect.deleteProperty(row, field)
}

/** Turns rows into those of a build that knew neither positions nor skips. */
const age = async ({ db }: Device): Promise<void> => {
	const unknown = ['positions', 'background', 'backgroundSource'] as const
	await db.policies.toCollection().modify((row) => strip(row, ...unknown))
	await db.attempts.toCollection().modify((row) => {
		for (const statement of row.statements) strip(statement, ...unknown)
		strip(row, 'early')
		Object.assign(row, { formula: OWNERS_FORMULA })
	})
	await db.results.toCollection().modify(({ candidates }) => {
		for (const row of candidates) strip(row, 'low', 'high', 'asked', 'answered')
	})
	await db.outbox.toCollection().modify((entry) => {
		strip(entry.args as object, 'formula')
		Object.assign(entry, { v: Math.min(entry.v, 3) })
	})
}

/** Copies a device to a database of the oldest version. */
const leave = async (source: Device): Promise<void> => {
	await age(source)
	const old = openOldDb(name)
	for (const table of old.tables) {
		await table.bulkAdd(await source.db.table(table.name).toArray())
	}
	old.close()
	source.close()
}

/** Leaves a database of the oldest version with waiting answers. @returns the quiz and the attempt. */
const leaveOldDevice = async () => {
	const source = createDevice({ fetch: server.fetch, user })
	const { binary } = await load1912(source)
	source.local.engine.stop()
	const id = must(await source.local.quiz.start(binary))
	await answerAll(source, id, 3)
	await leave(source)
	return { binary, id }
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

	it('continues an attempt to the end on a server with positions', async () => {
		const { binary, id } = await leaveOldDevice()
		await givePositions(server.db, binary)
		const device = openNew()
		opened.push(device)
		device.local.engine.stop()
		await answerAll(device, id)
		must(await device.local.quiz.complete(id))
		const estimated = await device.local.results.of(id)
		await device.local.engine.start()
		expect(await device.local.outbox.counts()).toEqual({ waiting: 0, refused: 0 })
		const attempt = await device.local.attempts.find(id)
		const params = { attemptId: attempt?.serverId ?? '' }
		const state = must(await device.call(quiz.state, { params }))
		expect(state).toMatchObject({ status: 'COMPLETED', formula: OWNERS_FORMULA })
		expect(Object.fromEntries(state.answers?.map((a) => [a.policyId, a.value]) ?? [])).toEqual(
			attempt?.answers,
		)
		must(await device.local.results.refresh(id))
		const confirmed = await device.local.results.of(id)
		expect(confirmed?.candidates.map(({ percentage }) => percentage)).toEqual(
			estimated?.candidates.map(({ percentage }) => percentage),
		)
	})

	it('starts the next attempt with positions once they are read', async () => {
		const { binary, id } = await leaveOldDevice()
		await givePositions(server.db, binary)
		const device = openNew()
		opened.push(device)
		device.local.engine.stop()
		const formulaOf = async (attemptId: string) =>
			(await device.local.attempts.find(attemptId))?.formula
		const next = must(await device.local.quiz.reset(id))
		expect(await formulaOf(next)).toBe(OWNERS_FORMULA)
		must(await device.local.compareQuizzes.refreshIntro(binary))
		expect(await formulaOf(must(await device.local.quiz.reset(next)))).toBe(OWNERS_FORMULA + 1)
	})

	it('shows the results of a completed quiz', async () => {
		const source = createDevice({ fetch: server.fetch, user })
		const { scale } = await load1912(source)
		const id = must(await source.local.quiz.start(scale))
		await answerAll(source, id)
		must(await source.local.quiz.complete(id))
		await source.local.engine.drain()
		must(await source.local.results.refresh(id))
		const before = await source.local.results.of(id)
		await leave(source)
		const device = openNew()
		opened.push(device)
		const after = await device.local.results.of(id)
		expect(after?.estimated).toBe(false)
		expect(after?.candidates).toEqual(before?.candidates)
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
