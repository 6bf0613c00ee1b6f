import { beforeAll, describe, expect, it } from 'vitest'
import { type Kill, killAll, MUTANT_SEEDS } from './mutants.ts'
import { SEEDED_BUGS } from './seeded-bugs.ts'

let kills: readonly Kill[]

beforeAll(async () => {
	kills = await killAll(SEEDED_BUGS)
	for (const { bug, by } of kills) {
		console.log(`${bug}: ${by ? `seed ${by.seed}, ${by.invariant} ${by.text}` : 'SURVIVED'}`)
	}
}, 2_400_000)

describe('the simulator', () => {
	it.each(SEEDED_BUGS.map(({ name }) => name))(
		`notices within ${MUTANT_SEEDS} schedules, or a real one of its kind would pass: %s`,
		(name) => {
			const kill = kills.find(({ bug }) => bug === name)
			expect(kill?.by?.invariant).toMatch(/^I\d+$/)
		},
	)
})
