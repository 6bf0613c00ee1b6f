import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Backend } from './backend.ts'
import { countTasks } from './event-loop.ts'
import { installFaults } from './idb.ts'
import { openRealServer } from './real-server.ts'
import type { Violation } from './run.ts'
import { runSchedule } from './schedule.ts'
import { freshSeed } from './seeds.ts'

/** Numbers of schedules with fixed seeds and with seeds from the commit. */
const FIXED = 40
const FRESH = 20

let createBackend: () => Promise<Backend>

beforeAll(async () => {
	createBackend = await openRealServer()
	countTasks()
	installFaults()
})

describe('real server under simulation', () => {
	it(`keeps every invariant in ${FIXED} fixed and ${FRESH} fresh schedules`, async () => {
		// Dexie warns about the injected storage faults.
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
