import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readReceipt } from '#contract/receipt.ts'
import { drawStatements } from '#domain/draw-statements.ts'
import { type Firmness, firmnessOf } from '#domain/firmness.ts'
import type { Attempt } from '#domain/quiz.ts'
import type { Receipt } from '#domain/receipt.ts'
import { type Alignment, scoreAttempt } from '#domain/score.ts'
import { reportLines } from '#receipt/report.ts'
import { type Check, plainBound, plainScore, verifyReceipt } from '#receipt/verify.ts'
import {
	answered,
	attempts,
	candidatesOf,
	positioned,
	statement,
	valuesOf,
} from '#tests/support/attempts.ts'
import { edited, receiptOf } from './receipts.ts'

interface Recorded {
	readonly attempt: Attempt
	readonly seed: string
	readonly results: readonly unknown[]
	readonly receipt: Receipt
}

const recordedIn = <Record extends Recorded>(file: string): readonly Record[] =>
	JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'))

/** Recorded by the release in which every attempt used the first formula. */
const recorded = recordedIn('formula-1.json')

/** Recorded by the last release that knew owners only. */
const recordedOwners = recordedIn<
	Recorded & {
		readonly candidateIds: readonly string[]
		readonly pools: readonly { readonly candidateId: string; readonly ids: readonly string[] }[]
		readonly drawn: readonly string[]
		readonly firmness: Firmness | null
	}
>('formula-2.json')

/** Figures without lines and bounds, which equal the percentage with owners alone. */
const figuresOf = (alignments: readonly Alignment[]) =>
	alignments.map(({ lines: _lines, low, high, ...figures }) => {
		expect([low, high]).toEqual([figures.percentage, figures.percentage])
		return figures
	})

const wrong = (receipt: Receipt): Check[] => verifyReceipt(receipt).filter(({ ok }) => !ok)
const wrongAfter = (receipt: Receipt, path: string, value: unknown): string[] =>
	wrong(edited(receipt, path, value) as Receipt).map(({ what }) => what)

// a: (1.5 × 0.75 + 0.5 × 1) / 2 = 81.25 %, rounded 81.3. b: 0.25 of 1 = 25 %.
const byHand: Attempt = answered(
	'SCALE',
	[statement('p1', 'a', 1.5), statement('p2', 'a', 0.5), statement('p3', 'b', 1)],
	[1, 2, -1],
)

// p1 is a's; b is against it, and c is unknown on it. p2 is b's, and nobody else is known on it. p3 and p4 are c's.
// b: (1.5 × 0.25 + 1 × 0) / 2.5 = 15 %, and p3, p4 are unknown: answers 0 and 2 give at worst 0.5 and 0, at best 1 and 1.
// From (0.375 + 0.5) / 4.5 = 19.44 % to (0.375 + 2) / 4.5 = 52.78 %.
const byHandWithPositions: Attempt = answered(
	'SCALE',
	[
		{ ...statement('p1', 'a', 1.5), positions: { b: -2 } },
		statement('p2', 'b', 1),
		statement('p3', 'c', 1),
		statement('p4', 'c', 1),
	],
	[1, -2, 0, 2],
)

const anyAttempts = fc.oneof(attempts, positioned)

describe('verifyReceipt', () => {
	it('lists every figure beside the recomputed one (hand-calculated)', () => {
		const checks = verifyReceipt(receiptOf(byHand))
		const stated = checks.map(({ what, stated, recomputed, plain }) => [
			what,
			stated,
			recomputed,
			plain,
		])
		expect(stated).toEqual([
			['Name a: percentage', '81.3', '81.3', '81.25'],
			['Name a: band', 'strong', 'strong', null],
			['Name a: rank', '1', '1', null],
			['Name a: Σ weight × agreement', '1.625', '1.625', null],
			['Name a: Σ weight', '2', '2', null],
			['Name a: lowest', '81.3', '81.3', '81.25'],
			['Name a: highest', '81.3', '81.3', '81.25'],
			['Name b: percentage', '25', '25', '25'],
			['Name b: band', 'low', 'low', null],
			['Name b: rank', '2', '2', null],
			['Name b: Σ weight × agreement', '0.25', '0.25', null],
			['Name b: Σ weight', '1', '1', null],
			['Name b: lowest', '25', '25', '25'],
			['Name b: highest', '25', '25', '25'],
			['order of the candidates', 'a, b', 'a, b', null],
		])
		expect(checks.every(({ ok }) => ok)).toBe(true)
	})

	it('recomputes the percentages that unknown positions allow (hand-calculated)', () => {
		const receipt = receiptOf(byHandWithPositions)
		expect(receipt.statements[0]?.positions).toEqual({ b: -2 })
		expect(receipt.candidates.find(({ id }) => id === 'b')).toMatchObject({
			...{ percentage: 15, low: 19.4, high: 52.8 },
		})
		expect(plainBound(receipt, 'b', 'low')).toBeCloseTo(19.4444, 4)
		expect(plainBound(receipt, 'b', 'high')).toBeCloseTo(52.7778, 4)
		const at = receipt.candidates.findIndex(({ id }) => id === 'b')
		expect(wrongAfter(receipt, `candidates.${at}.low`, 15)).toEqual(['Name b: lowest'])
		expect(wrongAfter(receipt, `candidates.${at}.high`, null)).toEqual(['Name b: highest'])
		expect(wrongAfter(receipt, 'statements.0.positions.b', -1)).toContain('Name b: percentage')
		expect(wrongAfter(receipt, 'statements.0.positions', {})).toContain('Name b: percentage')
	})

	it('accepts any attempt, also after serialization', () => {
		fc.assert(
			fc.property(anyAttempts, fc.string(), (attempt, seed) => {
				const receipt = receiptOf(attempt, seed)
				expect(wrong(JSON.parse(JSON.stringify(receipt)) as Receipt)).toEqual([])
			}),
			{ numRuns: 300 },
		)
	})

	it.each([
		['a changed figure', 'candidates.0.percentage', 81.2, 'Name a: percentage'],
		['a figure rounded down', 'candidates.0.percentage', 81, 'Name a: percentage'],
		['a changed band', 'candidates.1.band', 'moderate', 'Name b: band'],
		['a changed rank', 'candidates.1.rank', 1, 'Name b: rank'],
		['a changed answer', 'statements.2.answer', 0, 'Name b: percentage'],
		['a missing answer', 'statements.2.answer', null, 'Name b: percentage'],
		['a changed weight', 'statements.0.weight', 1.6, 'Name a: Σ weight'],
		['a statement of another candidate', 'statements.0.candidateId', 'b', 'Name b: percentage'],
		['a changed sum', 'candidates.0.weightedAgreement', 1.5, 'Name a: Σ weight × agreement'],
	])('detects a receipt with %s', (_, path, value, what) => {
		expect(wrongAfter(receiptOf(byHand), path, value)).toContain(what)
	})

	it('detects a changed agreement, which receipts of version 1 state', () => {
		const old = receiptOf({ ...byHand, formula: 2 })
		expect(old.version).toBe(1)
		expect(wrong(old)).toEqual([])
		expect(wrongAfter(old, 'statements.0.agreement', 1)).toEqual(['statement p1: agreement'])
	})

	it('detects any changed answer or weight', () => {
		const change = fc.tuple(anyAttempts, fc.nat(), fc.nat(), fc.integer({ min: 1, max: 50 }))
		fc.assert(
			fc.property(change, ([attempt, at, pick, more]) => {
				const receipt = receiptOf(attempt)
				const index = at % receipt.statements.length
				const before = receipt.statements[index]
				const others = valuesOf(attempt.quizType).filter((value) => value !== before?.answer)
				const answer = others[pick % others.length]
				expect(wrongAfter(receipt, `statements.${index}.answer`, answer)).not.toEqual([])
				const unpicked = attempt.quizType === 'POLICY_PICK' && before?.answer === 0
				if (before === undefined || before.answer === null || unpicked) return
				const weight = before.weight + more / 10
				expect(wrongAfter(receipt, `statements.${index}.weight`, weight)).not.toEqual([])
			}),
			{ numRuns: 300 },
		)
	})

	it('checks the order of a tie against the seed', () => {
		const tie = answered(
			'BINARY',
			['a', 'b', 'c', 'd'].map((id) => statement(`p${id}`, id)),
			[1, 1, 1, 1],
		)
		const receipt = receiptOf(tie)
		const turned = { ...receipt, candidates: receipt.candidates.toReversed() }
		expect(wrong(turned).map(({ what }) => what)).toEqual(['order of the candidates'])
		const seeds = Array.from({ length: 20 }, (_, n) => `another seed ${n}`)
		expect(seeds.some((seed) => wrong({ ...receipt, seed }).length > 0)).toBe(true)
	})
})

describe('receipts of the first formula', () => {
	it.each(recorded.map((each, index) => [index, each.attempt.quizType, each] as const))(
		'keep attempt %i (%s) at its recorded figures',
		(_index, _type, { attempt, seed, results, receipt }) => {
			const again = scoreAttempt(attempt, candidatesOf(attempt.statements), seed)
			expect(figuresOf(again)).toEqual(results)
			const read = readReceipt(JSON.stringify(receipt))
			if (!read.ok) throw new Error(read.error)
			expect(wrong(read.value)).toEqual([])
			// A receipt without a version uses the first formula.
			const { formula: _formula, ...bare } = receipt
			const unversioned = readReceipt(JSON.stringify(bare))
			expect(unversioned.ok && wrong(unversioned.value)).toEqual([])
		},
	)

	it('do not verify with the second formula', () => {
		const [pick] = recorded
		const other = edited(pick?.receipt as Receipt, 'formula.version', 2) as Receipt
		expect(wrong(other).map(({ what }) => what)).toContain('Name c0: percentage')
	})
})

describe('attempts of the last release with owners alone', () => {
	it.each(recordedOwners.map((each, index) => [index, each.attempt.quizType, each] as const))(
		'keep attempt %i (%s) at its recorded draw, figures and firmness with both formulas',
		(_index, _type, { attempt, candidateIds, seed, pools, drawn, results, firmness, receipt }) => {
			const items = pools.flatMap(({ candidateId, ids }) => ids.map((id) => ({ id, candidateId })))
			const again = drawStatements(candidateIds, items, seed)
			expect(again.map(({ id }) => id)).toEqual(drawn)
			for (const formula of [2, 3]) {
				const same = { ...attempt, formula }
				expect(figuresOf(scoreAttempt(same, candidateIds, seed))).toEqual(results)
				expect(firmnessOf(same, candidateIds, seed)).toEqual(firmness)
			}
			const read = readReceipt(JSON.stringify(receipt))
			if (!read.ok) throw new Error(read.error)
			expect(read.value).toEqual(receipt)
			expect(wrong(read.value)).toEqual([])
		},
	)
})

describe('plainScore', () => {
	it('needs nothing of the app (hand-calculated)', () => {
		expect(plainScore(receiptOf(byHand), 'a')).toBeCloseTo(81.25, 10)
		expect(plainScore(receiptOf(byHand), 'nobody')).toBeNull()
	})
})

describe('report', () => {
	it('prints each figure beside the recomputed one and the conclusion', () => {
		const receipt = receiptOf(byHand)
		const lines = reportLines(receipt, verifyReceipt(receipt))
		expect(lines[0]).toBe(
			'Who of 1912, Presidential election of 1912, 2026-11-21, confirmed by the server',
		)
		expect(lines.find((line) => line.startsWith('Name a: percentage'))).toMatch(
			/81\.3 +81\.3 +81\.25 +same$/,
		)
		expect(lines.at(-1)).toBe(
			'The receipt is right: everything follows from its answers and weights.',
		)
	})

	it('marks differing figures and the conclusion', () => {
		const receipt = edited(receiptOf(byHand), 'candidates.0.percentage', 90) as Receipt
		const lines = reportLines(receipt, verifyReceipt(receipt))
		expect(lines.find((line) => line.startsWith('Name a: percentage'))).toMatch(/DIFFERENT$/)
		expect(lines.at(-1)).toMatch(/^The receipt is wrong: 1 of 15 figures/)
	})
})
