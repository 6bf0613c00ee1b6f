import { beforeAll, describe, expect, it } from 'vitest'
import type { BatchOutcome } from './batch.ts'
import { COMMANDS, FAULTS, timesOf } from './coverage.ts'
import { simulate, tableOfFaults } from './simulate.ts'

const SCHEDULES = 10_000
/** Other schedules than those of every run: SIMULATE_FROM=<seed>. */
const FROM = Number(process.env.SIMULATE_FROM ?? 1)
const REPEATED = 40

let outcome: BatchOutcome

beforeAll(async () => {
	console.log(`${SCHEDULES} schedules from seed ${FROM}`)
	outcome = await simulate(FROM, SCHEDULES)
	console.log(tableOfFaults(outcome))
	console.log(
		`${outcome.schedules} schedules, ${outcome.ops} commands, ${outcome.sends} sends, ${outcome.violations.length} violations`,
	)
}, 2_400_000)

describe('the sync of a device through everything that can fail', () => {
	it(`keeps every invariant in ${SCHEDULES} schedules, so that one in 3,000 would have been seen`, () => {
		expect(outcome.violations.slice(0, 10)).toEqual([])
		expect(outcome.schedules).toBe(SCHEDULES)
	})

	it.each(FAULTS)(
		'was hit by "%s" at every command, or its schedules would prove nothing',
		(fault) => {
			expect(timesOf(outcome, fault)).toBeGreaterThanOrEqual(1000)
			// The build before had no knowledge test that an upgrade could meet.
			const none = fault === 'database upgrade' ? 'test.' : 'no command'
			for (const command of COMMANDS.filter((name) => !name.startsWith(none))) {
				expect(timesOf(outcome, fault, command), command).toBeGreaterThanOrEqual(100)
			}
		},
	)

	it('does the same for the same seed, so that whatever is found can be looked at again', async () => {
		const again = await simulate(FROM, REPEATED)
		for (const [seed, digest] of Object.entries(again.digests)) {
			expect(outcome.digests[Number(seed)], `seed ${seed}`).toBe(digest)
		}
		expect(new Set(Object.values(again.digests)).size).toBe(REPEATED)
	}, 120_000)
})
