import { beforeAll, describe, expect, it } from 'vitest'
import type { BatchOutcome } from './batch.ts'
import { COMMANDS, FAULTS, sumUp, timesOf } from './coverage.ts'
import { freshSeed } from './seeds.ts'
import { simulate, tableOfFaults } from './simulate.ts'

/** Numbers of schedules with fixed seeds and with seeds from the commit. */
const FIXED = 3000
const FRESH = 2000
const REPEATED = 40
/** The rarest fault of a command occurs about 45 times; fewer than 20 has a probability of 1 in 50,000. */
const HITS_OF_A_COMMAND = 20
/** Early completions are rarer: each fault meets about 34, and fewer than 8 has a probability of 1 in 500,000. */
const HITS_OF_EARLY = 8

let outcome: BatchOutcome

beforeAll(async () => {
	const from = freshSeed()
	console.log(`${FIXED} schedules from seed 1, ${FRESH} from seed ${from}`)
	outcome = sumUp([await simulate(1, FIXED), await simulate(from, FRESH)])
	console.log(tableOfFaults(outcome))
	console.log(
		`${outcome.schedules} schedules, ${outcome.ops} commands, ${outcome.sends} sends, ${outcome.violations.length} violations`,
	)
}, 2_400_000)

describe('device sync under faults', () => {
	it(`keeps every invariant in ${FIXED} fixed and ${FRESH} fresh schedules`, () => {
		expect(outcome.violations.slice(0, 10)).toEqual([])
		expect(outcome.schedules).toBe(FIXED + FRESH)
	})

	it.each(FAULTS)('was hit by "%s" at every command', (fault) => {
		expect(timesOf(outcome, fault)).toBeGreaterThanOrEqual(500)
		// The previous build has no knowledge test and no early completion that an upgrade could meet.
		const none = fault === 'database upgrade' ? /^test\.|^quiz\.finish$/ : /^$/
		for (const command of COMMANDS.filter((name) => !none.test(name))) {
			const least = command === 'quiz.finish' ? HITS_OF_EARLY : HITS_OF_A_COMMAND
			expect(timesOf(outcome, fault, command), command).toBeGreaterThanOrEqual(least)
		}
	})

	it('repeats a schedule exactly for its seed', async () => {
		const again = await simulate(1, REPEATED)
		for (const [seed, digest] of Object.entries(again.digests)) {
			expect(outcome.digests[Number(seed)], `seed ${seed}`).toBe(digest)
		}
		expect(new Set(Object.values(again.digests)).size).toBe(REPEATED)
	}, 120_000)
})
