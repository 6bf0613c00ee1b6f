import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Backend } from './backend.ts'
import { installFaults } from './idb.ts'
import { countTasks } from './pump.ts'
import { openRealServer } from './real-server.ts'
import type { Violation } from './run.ts'
import { runSchedule } from './schedule.ts'

const SCHEDULES = 150

let createBackend: () => Promise<Backend>

beforeAll(async () => {
	createBackend = await openRealServer()
	countTasks()
	installFaults()
})

describe('the real server behind the same schedules', () => {
	it(`keeps every invariant in ${SCHEDULES} of them, because a model proves nothing of the server's own rules`, async () => {
		// Dexie says there that it met the faults of the store.
		vi.mocked(console.warn).mockImplementation(() => undefined)
		const violations: (Violation & { seed: number })[] = []
		let effects = 0
		for (let seed = 1; seed <= SCHEDULES; seed++) {
			const server = await createBackend()
			const run = await runSchedule(seed, server)
			run.device.end()
			effects += (await server.effects()).length
			violations.push(...run.violations.map((violation) => ({ ...violation, seed })))
		}
		vi.mocked(console.warn).mockClear()
		expect(violations).toEqual([])
		expect(effects).toBeGreaterThan(5 * SCHEDULES)
	}, 1_100_000)
})
