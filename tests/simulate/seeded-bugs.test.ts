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

describe('simulator', () => {
	it.each(SEEDED_BUGS.map(({ name }) => name))(
		`detects within ${MUTANT_SEEDS} schedules: %s`,
		(name) => {
			const kill = kills.find(({ bug }) => bug === name)
			expect(kill?.by?.invariant).toMatch(/^I\d+$/)
		},
	)
})
