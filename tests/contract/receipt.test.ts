import { describe, expect, it } from 'vitest'
import { readReceipt } from '#contract/receipt.ts'
import { makeReceipt } from '#domain/receipt.ts'
import { answered, statement } from '#tests/support/attempts.ts'
import { score } from '#tests/support/scores.ts'
import { edited, receiptOf } from '../receipt/receipts.ts'

const attempt = answered(
	'SCALE',
	[{ ...statement('p1', 'a'), positions: { b: -1 } }, statement('p2', 'b')],
	[2, null],
)
const receipt = receiptOf(attempt)
/** Version 1, without positions. */
const old = receiptOf({ ...attempt, formula: 2 })
const read = (path: string, value: unknown, from = receipt) =>
	readReceipt(JSON.stringify(edited(from, path, value)))

describe('readReceipt', () => {
	it.each([receipt, old])('reads a written receipt of version $version unchanged', (written) => {
		expect(readReceipt(JSON.stringify(written))).toEqual({ ok: true, value: written })
	})

	it('requires what the version has of each statement', () => {
		expect([receipt.version, old.version]).toEqual([2, 1])
		expect(read('statements.1.positions', undefined)).toEqual({
			ok: false,
			error: 'statements.1.positions: is missing',
		})
		expect(read('statements.0.agreement', undefined, old)).toEqual({
			ok: false,
			error: 'statements.0.agreement: is missing',
		})
	})

	it.each([
		['format', 'shopping-list', 'format: must be "evenhand-receipt"'],
		['version', 3, 'version: must be one of 1, 2: this program reads no other'],
		['formula.version', 9, 'formula.version: must be one of 1, 2, 3: this program has no other'],
		['date', 'yesterday', 'date: must be a day (YYYY-MM-DD)'],
		['status', 'guessed', 'status: must be estimated or confirmed'],
		['quiz.type', 'ESSAY', 'quiz.type: must be one of BINARY, SCALE, POLICY_PICK'],
		['seed', undefined, 'seed: is missing'],
		['statements', [], 'statements: must not be empty'],
		['statements.0.weight', 0, 'statements.0.weight: must be above 0'],
		['statements.0.weight', '1', 'statements.0.weight: must be a number'],
		['statements.0.answer', 3, 'statements.0.answer: is no answer of a SCALE quiz'],
		['statements.0.agreement', 1.5, 'statements.0.agreement: must be at most 1'],
		[
			'statements.0.positions.b',
			3,
			'statements.0.positions.b: must be a whole number from -2 to 2',
		],
		[
			'statements.0.positions.nobody',
			1,
			'statements.0.positions.nobody: names none of the candidates',
		],
		['candidates.0.low', 101, 'candidates.0.low: must be at most 100'],
		['statements.1.policyId', 'p1', 'statements.1.policyId: is there twice'],
		[
			'statements.1.candidateId',
			'nobody',
			'statements.1.candidateId: names none of the candidates',
		],
		['candidates.0.percentage', 101, 'candidates.0.percentage: must be at most 100'],
		['candidates.0.percentage', undefined, 'candidates.0.percentage: is missing'],
		['candidates.1.id', 'a', 'candidates.1.id: is there twice'],
		['candidates.0.rank', 1.5, 'candidates.0.rank: must be a whole number'],
	])('names the invalid field: %s as %j', (path, value, error) => {
		expect(read(path, value)).toEqual({ ok: false, error })
	})

	it.each(['formula', 'formula.version'])('assumes the first formula without %s', (path) => {
		const result = read(path, undefined)
		expect(result.ok && result.value.formula.version).toBe(1)
	})

	it.each([
		['', 'it is not JSON'],
		['{"format":', 'it is not JSON'],
		['[]', 'format: is missing'],
		['null', 'it is no JSON object'],
		['7', 'it is no JSON object'],
		['{}', 'format: is missing'],
	])('refuses the receipt %j', (text, error) => {
		expect(readReceipt(text)).toEqual({ ok: false, error })
	})
})

describe('makeReceipt', () => {
	it('includes the day without the time, and no data of the voter', () => {
		expect(receipt.date).toBe('2026-11-21')
		expect(Object.keys(receipt)).toEqual([
			'format',
			'version',
			'formula',
			'date',
			'status',
			'quiz',
			'seed',
			'statements',
			'candidates',
		])
	})

	it('returns null if a figure cannot be recomputed', () => {
		const [first] = score(answered('BINARY', [statement('p', 'a')], [1]))
		if (first === undefined) throw new Error('there is no score')
		const { quiz, seed, status } = receipt
		const source = {
			...{ quiz, seed, status, completedAt: '2026-11-21', formula: 2 as const },
			statements: attempt.statements,
		}
		const unknown = { ...first, name: 'A', candidateId: null }
		expect(makeReceipt({ ...source, candidates: [unknown] })).toBeNull()
		const bare = { ...first, name: 'A', lines: [] }
		expect(makeReceipt({ ...source, candidates: [bare] })).toBeNull()
	})
})
