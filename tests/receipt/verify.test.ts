import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readReceipt } from '#contract/receipt.ts'
import type { Attempt } from '#domain/quiz.ts'
import type { Receipt } from '#domain/receipt.ts'
import { scoreAttempt } from '#domain/score.ts'
import { reportLines } from '#receipt/report.ts'
import { type Check, plainScore, verifyReceipt } from '#receipt/verify.ts'
import { answered, attempts, candidatesOf, statement, valuesOf } from '#tests/support/attempts.ts'
import { edited, receiptOf } from './receipts.ts'

/** Recorded by the release in which every attempt used the first formula. */
const recorded = JSON.parse(
	readFileSync(new URL('formula-1.json', import.meta.url), 'utf8'),
) as readonly {
	readonly attempt: Attempt
	readonly seed: string
	readonly results: readonly unknown[]
	readonly receipt: Receipt
}[]

const wrong = (receipt: Receipt): Check[] => verifyReceipt(receipt).filter(({ ok }) => !ok)
const wrongAfter = (receipt: Receipt, path: string, value: unknown): string[] =>
	wrong(edited(receipt, path, value) as Receipt).map(({ what }) => what)

// a: (1.5 × 0.75 + 0.5 × 1) / 2 = 81.25 %, rounded 81.3. b: 0.25 of 1 = 25 %.
const byHand: Attempt = answered(
	'SCALE',
	[statement('p1', 'a', 1.5), statement('p2', 'a', 0.5), statement('p3', 'b', 1)],
	[1, 2, -1],
)

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
			['Name b: percentage', '25', '25', '25'],
			['Name b: band', 'low', 'low', null],
			['Name b: rank', '2', '2', null],
			['Name b: Σ weight × agreement', '0.25', '0.25', null],
			['Name b: Σ weight', '1', '1', null],
			['order of the candidates', 'a, b', 'a, b', null],
		])
		expect(checks.every(({ ok }) => ok)).toBe(true)
	})

	it('accepts any attempt, also after serialization', () => {
		fc.assert(
			fc.property(attempts, fc.string(), (attempt, seed) => {
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
		['a changed agreement', 'statements.0.agreement', 1, 'statement p1: agreement'],
		['a statement of another candidate', 'statements.0.candidateId', 'b', 'Name b: percentage'],
		['a changed sum', 'candidates.0.weightedAgreement', 1.5, 'Name a: Σ weight × agreement'],
	])('detects a receipt with %s', (_, path, value, what) => {
		expect(wrongAfter(receiptOf(byHand), path, value)).toContain(what)
	})

	it('detects any changed answer or weight', () => {
		const change = fc.tuple(attempts, fc.nat(), fc.nat(), fc.integer({ min: 1, max: 50 }))
		fc.assert(
			fc.property(change, ([attempt, at, pick, more]) => {
				const receipt = receiptOf(attempt)
				const index = at % receipt.statements.length
				const before = receipt.statements[index]
				const others = valuesOf(attempt.quizType).filter((value) => value !== before?.answer)
				const answer = others[pick % others.length]
				expect(wrongAfter(receipt, `statements.${index}.answer`, answer)).not.toEqual([])
				if (before === undefined || before.agreement === null) return
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
			expect(again.map(({ lines: _lines, ...figures }) => figures)).toEqual(results)
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
		expect(lines.at(-1)).toMatch(/^The receipt is wrong: 1 of 11 figures/)
	})
})
