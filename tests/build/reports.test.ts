import { describe, expect, it } from 'vitest'
import { countReport, sumUp } from '#tests/support/reports.ts'

const vitest = (
	passed: number,
	failed: number,
	files: readonly (readonly [string, string[]])[] = [],
) =>
	JSON.stringify({
		numPassedTests: passed,
		numFailedTests: failed,
		testResults: files.map(([status, tests]) => ({
			status,
			assertionResults: tests.map((each) => ({ status: each })),
		})),
	})

const playwright = (stats: object, errors: unknown[] = []) =>
	JSON.stringify({ stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0, ...stats }, errors })

describe('countReport', () => {
	it('counts passed and failed Vitest tests', () => {
		const report = vitest(3, 1, [
			['failed', ['passed', 'failed']],
			['passed', ['passed', 'passed']],
		])
		expect(countReport(report)).toEqual({ passed: 3, failed: 1 })
	})

	it('counts a file that could not run as failed', () => {
		const report = vitest(1, 0, [
			['failed', []],
			['failed', ['skipped', 'pending']],
			['passed', ['passed']],
		])
		expect(countReport(report)).toEqual({ passed: 1, failed: 2 })
	})

	it('counts flaky Playwright tests as failed', () => {
		const report = playwright({ expected: 5, unexpected: 1, flaky: 1, skipped: 2 })
		expect(countReport(report)).toEqual({ passed: 5, failed: 2 })
	})

	it('counts a Playwright error outside any test as failed', () => {
		expect(countReport(playwright({}, [{ message: 'no server' }]))).toEqual({
			passed: 0,
			failed: 1,
		})
	})

	it.each([
		[null, 'is missing'],
		['', 'is empty'],
		['{"numPassedTests":3', 'ends in its middle'],
		['{}', 'says nothing'],
	])('counts a report of %j as one failure: it %s', (text, _) => {
		expect(countReport(text)).toEqual({ passed: 0, failed: 1 })
	})
})

describe('sumUp', () => {
	it('adds up the counts of all suites', () => {
		const counts = [
			{ passed: 2, failed: 0 },
			{ passed: 3, failed: 1 },
		]
		expect(sumUp(counts, 1)).toEqual({ passed: 5, failed: 1 })
		expect(sumUp(counts, 0)).toEqual({ passed: 5, failed: 1 })
	})

	it('counts a failed run without failed tests as one failure', () => {
		expect(sumUp([{ passed: 2, failed: 0 }], 0)).toEqual({ passed: 2, failed: 0 })
		expect(sumUp([{ passed: 2, failed: 0 }], 2)).toEqual({ passed: 2, failed: 1 })
	})
})
