import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Backend } from './backend.ts'
import { installFaults } from './idb.ts'
import { countTasks } from './pump.ts'
import { openRealServer } from './real-server.ts'
import type { Violation } from './run.ts'
import { runSchedule } from './schedule.ts'
import { freshSeed } from './seeds.ts'

/** Schedules that every run repeats, and schedules that each commit draws anew. */
const FIXED = 40
const FRESH = 20

let createBackend: () => Promise<Backend>

beforeAll(async () => {
	createBackend = await openRealServer()
	countTasks()
	installFaults()
})

describe('the real server behind the same schedules', () => {
	it(`keeps every invariant in ${FIXED} fixed and ${FRESH} fresh ones, which the model server cannot show`, async () => {
		// Dexie says there that it met the faults of the store.
		vi.mocked(console.warn).mockImplementation(() => undefined)
		const violations: (Violation & { seed: number })[] = []
		let effects = 0
		const fresh = freshSeed()
		const seeds = [...Array(FIXED).keys(), ...Array.from({ length: FRESH }, (_, at) => fresh + at)]
		for (const seed of seeds) {
			const server = await createBackend()
			const run = await runSchedule(seed, server)
			run.device.end()
			effects += (await server.effects()).length
			violations.push(...run.violations.map((violation) => ({ ...violation, seed })))
		}
		vi.mocked(console.warn).mockClear()
		expect(violations).toEqual([])
		expect(effects).toBeGreaterThan(5 * seeds.length)
	}, 1_100_000)
})
