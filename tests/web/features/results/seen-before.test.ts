import { describe, expect, it, vi } from 'vitest'
import type { Knowing } from '#device/knowing.ts'
import type { AttemptResults } from '#device/results.ts'
import { answered, statement } from '#tests/support/attempts.ts'
import { session } from '#web/app/session.ts'
import { seenBeforeTexts } from '#web/features/results/seen-before.tsx'
import { resultsOf } from './results.ts'

const COMPLETED = '2026-11-21T15:26:08.123Z'
const BEFORE = Date.parse(COMPLETED) - 1
const statements = ['a', 'b'].flatMap((id) =>
	Array.from({ length: 5 }, (_, n) => statement(`${id}${n}`, id)),
)

const metAt = (at: number, ...policyIds: readonly string[]): Knowing['met'] =>
	policyIds.map((policyId) => ({ policyId, guessed: 'Name a', owner: 'Name a', at }))

const seen = (
	met: Knowing['met'],
	values: readonly number[],
	isShared = false,
): AttemptResults => ({
	...resultsOf(answered('SCALE', statements, values)),
	knowing: { met, isShared },
})
const VALUES = [2, 2, 1, 1, 1, 0, 0, 1, 1, 1]

const remember = (remembered: boolean): void =>
	void vi.spyOn(session, 'isRemembered').mockReturnValue(remembered)

describe('statements seen before the quiz', () => {
	it('are counted, with the figures without them', () => {
		remember(true)
		expect(seenBeforeTexts(seen(metAt(BEFORE, 'a0', 'a1'), VALUES))).toEqual([
			'You had seen 2 of these statements with names in the knowledge test.',
			'Without them: Name a 75%, Name b 65%.',
		])
	})

	it('are not those met after the quiz was completed', () => {
		remember(true)
		const met = [...metAt(BEFORE + 1, 'a0'), ...metAt(BEFORE, 'a1')]
		expect(seenBeforeTexts(seen(met, VALUES))?.[0]).toBe(
			'You had seen 1 of these statements with a name in the knowledge test.',
		)
		expect(seenBeforeTexts(seen(metAt(BEFORE + 1, 'a0'), VALUES))).toBeNull()
	})

	it('are all that the device knows of if the completion has no time', () => {
		remember(true)
		const results = seen(metAt(BEFORE + 1, 'a0'), VALUES)
		const attempt = { ...results.attempt, completedAt: null }
		expect(seenBeforeTexts({ ...results, attempt })).not.toBeNull()
	})

	it('belong to the device if someone else may have taken the test', () => {
		const here = 'The knowledge test on this device had shown 1 of these statements with a name.'
		remember(true)
		expect(seenBeforeTexts(seen(metAt(BEFORE, 'a0'), VALUES, true))?.[0]).toBe(here)
		remember(false)
		expect(seenBeforeTexts(seen(metAt(BEFORE, 'a0'), VALUES))?.[0]).toBe(here)
	})

	it('are not told without the answers behind the figures', () => {
		remember(true)
		const results = seen(metAt(BEFORE, 'a0'), VALUES)
		const candidates = results.candidates.map((each) => ({ ...each, lines: [] }))
		expect(seenBeforeTexts({ ...results, candidates })).toBeNull()
	})

	it('may leave too few answers for a percentage', () => {
		remember(true)
		const all = statements.map(({ policyId }) => policyId)
		expect(seenBeforeTexts(seen(metAt(BEFORE, ...all), VALUES))?.[1]).toBe(
			'Without them, too few answers are left for a percentage.',
		)
	})
})
