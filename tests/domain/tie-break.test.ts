import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Drawable } from '#domain/draw-statements.ts'
import { firmnessOf } from '#domain/firmness.ts'
import { TIE_BREAK_STATEMENTS } from '#domain/limits.ts'
import type { Attempt } from '#domain/quiz.ts'
import { scoreAttempt } from '#domain/score.ts'
import { drawTieBreak, isTieBreakDone, scoreTieBreak, tiedIn } from '#domain/tie-break.ts'
import {
	answered,
	attemptOf,
	attempts,
	candidatesOf,
	positioned,
	statement,
} from '#tests/support/attempts.ts'

/** Statements of candidates c0, c1, … of which some were asked, and the tied candidates. */
const cases = (withPositions: boolean) =>
	fc.integer({ min: 2, max: 6 }).chain((count) => {
		const ids = Array.from({ length: count }, (_, n) => `c${n}`)
		const positions = fc.dictionary(fc.constantFrom(...ids), fc.integer({ min: -2, max: 2 }))
		const item = fc.record({
			candidateId: fc.constantFrom(...ids),
			positions: withPositions ? positions : fc.constant({}),
			isAsked: fc.boolean(),
		})
		return fc.record({
			tied: fc.shuffledSubarray(ids, { minLength: 2 }),
			items: fc
				.array(item, { minLength: 1, maxLength: 60 })
				.map((all) => all.map((each, n) => ({ ...each, id: `p${n}` }))),
			seed: fc.string(),
		})
	})

interface Case {
	readonly tied: readonly string[]
	readonly items: readonly (Drawable & { readonly isAsked: boolean })[]
	readonly seed: string
}

const draw = ({ tied, items, seed }: Case) => {
	const asked = new Set(items.filter(({ isAsked }) => isAsked).map(({ id }) => id))
	return drawTieBreak(asked, tied, items, seed)
}
const ids = (items: readonly Drawable[]): string[] => items.map(({ id }) => id)
const ownedBy = (items: readonly Drawable[], id: string): number =>
	items.filter(({ candidateId }) => candidateId === id).length

describe('a tie-break', () => {
	it('never asks a statement again, or one of a candidate who is not tied', () => {
		fc.assert(
			fc.property(fc.oneof(cases(false), cases(true)), (given) => {
				const drawn = draw(given)
				expect(new Set(ids(drawn)).size).toBe(drawn.length)
				for (const { isAsked, candidateId } of drawn) {
					expect(isAsked).toBe(false)
					expect(given.tied).toContain(candidateId)
				}
				const most = Math.max(TIE_BREAK_STATEMENTS, given.tied.length)
				expect(drawn.length).toBeLessThanOrEqual(most)
			}),
		)
	})

	it('draws the same statements from the same seed, in any order of the input', () => {
		fc.assert(
			fc.property(fc.oneof(cases(false), cases(true)), (given) => {
				const tied = given.tied.toReversed()
				const items = given.items.toReversed()
				expect(ids(draw({ ...given, tied, items }))).toEqual(ids(draw(given)))
			}),
		)
	})

	it('asks equally many of each candidate, within one at any time, where only owners have positions', () => {
		fc.assert(
			fc.property(cases(false), (given) => {
				const drawn = draw(given)
				for (let length = 1; length <= drawn.length; length++) {
					const counts = given.tied.map((id) => ownedBy(drawn.slice(0, length), id))
					expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(
						length === drawn.length ? 0 : 1,
					)
				}
			}),
		)
	})

	it('ends where the known positions are most even', () => {
		const isKnown = ({ candidateId, positions }: Drawable, id: string): boolean =>
			id === candidateId || Object.hasOwn(positions ?? {}, id)
		fc.assert(
			fc.property(cases(true), (given) => {
				const drawn = draw(given)
				const spreads = drawn.map((_, at) => {
					const begun = drawn.slice(0, at + 1)
					const counts = given.tied.map((id) => begun.filter((each) => isKnown(each, id)).length)
					return Math.max(...counts) - Math.min(...counts)
				})
				if (drawn.length > 0) expect(spreads.at(-1)).toBe(Math.min(...spreads))
			}),
			{ numRuns: 500 },
		)
	})

	it('asks as many as each candidate has left, up to the limit', () => {
		fc.assert(
			fc.property(cases(false), (given) => {
				const left = given.items.filter(({ isAsked }) => !isAsked)
				const fewest = Math.min(...given.tied.map((id) => ownedBy(left, id)))
				const most = Math.max(1, Math.floor(TIE_BREAK_STATEMENTS / given.tied.length))
				expect(draw(given)).toHaveLength(Math.min(fewest, most) * given.tied.length)
			}),
		)
	})

	it('leaves out statements on which all tied candidates have the same position', () => {
		const item = (id: string, candidateId: string, positions = {}) => ({
			...{ id, candidateId, positions },
			isAsked: false,
		})
		const items = [item('p1', 'a', { b: 2 }), item('p2', 'a', { b: 1 }), item('p3', 'b', { a: 0 })]
		const drawn = draw({ tied: ['a', 'b'], items, seed: 'seed' })
		expect(ids(drawn).toSorted()).toEqual(['p2', 'p3'])
	})
})

describe('the figure after a tie-break', () => {
	const more = [statement('more/0', 'c0'), statement('more/1', 'c1')]

	it('equals the stored one while nothing more is answered', () => {
		const isAnswerable = ({ quizType }: { quizType: string }) => quizType !== 'POLICY_PICK'
		fc.assert(
			fc.property(fc.oneof(attempts, positioned).filter(isAnswerable), (attempt) => {
				const all = candidatesOf(attempt.statements)
				const stored = new Map(
					scoreAttempt(attempt, all, 'seed').map((each) => [each.candidateId, each]),
				)
				const skipped = { statements: more, answers: { 'more/0': null, 'more/1': null } }
				for (const each of scoreTieBreak(attempt, skipped, ['c0', 'c1'], 'seed')) {
					// More asked statements may raise the number needed for a percentage.
					if (each.percentage === null) continue
					expect(each.percentage).toBe(stored.get(each.candidateId)?.percentage)
				}
			}),
		)
	})

	it('counts the new answers like those of the quiz', () => {
		const asked = [statement('a', 'c0'), statement('b', 'c0'), statement('c', 'c1')]
		const attempt = answered('SCALE', asked, [2, 0, 1])
		const answers = { 'more/0': 2, 'more/1': -2 }
		const scored = scoreTieBreak(attempt, { statements: more, answers }, ['c0', 'c1'], 'seed')
		expect(scored.map(({ candidateId, percentage }) => [candidateId, percentage])).toEqual([
			['c0', 83.3],
			['c1', 37.5],
		])
	})

	it('adds picks to the selection', () => {
		const asked = [statement('a', 'c0'), statement('b', 'c1')]
		const attempt = answered('POLICY_PICK', asked, [1, 1])
		const answers = { 'more/0': 1, 'more/1': 0 }
		const scored = scoreTieBreak(attempt, { statements: more, answers }, ['c0', 'c1'], 'seed')
		expect(scored.map(({ candidateId, percentage }) => [candidateId, percentage])).toEqual([
			['c0', 100],
			['c1', 50],
		])
	})

	it('is complete once every statement is answered or skipped', () => {
		expect(isTieBreakDone({ statements: more, answers: { 'more/0': 2 } })).toBe(false)
		expect(isTieBreakDone({ statements: more, answers: { 'more/0': 2, 'more/1': null } })).toBe(
			true,
		)
	})
})

describe('tied candidates', () => {
	const asked = ['a', 'b'].flatMap((id) =>
		Array.from({ length: 6 }, (_, n) => statement(`${id}${n}`, id)),
	)
	const tied = (attempt: Attempt) => tiedIn(attempt, firmnessOf(attempt, ['a', 'b'], 'seed'))
	const tiedFor = (values: readonly number[]) => tied(answered('SCALE', asked, values)).toSorted()

	it('share the first place or are barely apart', () => {
		expect(tiedFor([2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2])).toEqual(['a', 'b'])
		expect(tiedFor([2, 2, 2, 1, 1, 1, 2, 2, 1, 1, 1, 1])).toEqual(['a', 'b'])
	})

	it('are none if one leads, or if the answers favor no candidate', () => {
		expect(tiedFor([2, 2, 2, 2, 2, 2, -2, -2, -2, -2, -2, -2])).toEqual([])
		expect(tiedFor(Array<number>(12).fill(0))).toEqual([])
		expect(tied(attemptOf('SCALE', asked))).toEqual([])
	})
})
