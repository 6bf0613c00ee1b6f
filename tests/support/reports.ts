import * as v from 'valibot'

/** What Vitest writes. A file that could not run is failed without a failed test. */
const Vitest = v.object({
	numPassedTests: v.number(),
	numFailedTests: v.number(),
	testResults: v.array(
		v.object({ status: v.string(), assertionResults: v.array(v.object({ status: v.string() })) }),
	),
})

/** What Playwright writes. `errors` are those outside any test. */
const Playwright = v.object({
	stats: v.object({ expected: v.number(), unexpected: v.number(), flaky: v.number() }),
	errors: v.array(v.unknown()),
})

export interface Count {
	readonly passed: number
	readonly failed: number
}

const countVitest = (report: v.InferOutput<typeof Vitest>): Count => {
	const broken = report.testResults.filter(
		(file) =>
			file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
	)
	return { passed: report.numPassedTests, failed: report.numFailedTests + broken.length }
}

/** Passed only at the second try is not passed. */
const countPlaywright = ({ stats, errors }: v.InferOutput<typeof Playwright>): Count => ({
	passed: stats.expected,
	failed: stats.unexpected + stats.flaky + errors.length,
})

/** Counts one suite by its report, of whichever runner; one that left none that can be read failed once. */
export const countReport = (text: string | null): Count => {
	const report = v.safeParse(v.pipe(v.string(), v.parseJson(), v.union([Vitest, Playwright])), text)
	if (!report.success) return { passed: 0, failed: 1 }
	return 'stats' in report.output ? countPlaywright(report.output) : countVitest(report.output)
}

/**
 * Sums suites up. What fails outside a test (a lint rule, a crash after the last test) shows only in the exit code: it
 * counts as one failure where no other was counted.
 */
export const sumUp = (counts: readonly Count[], exitCode: number): Count => {
	const passed = counts.reduce((sum, each) => sum + each.passed, 0)
	const failed = counts.reduce((sum, each) => sum + each.failed, 0)
	return { passed, failed: failed === 0 && exitCode !== 0 ? 1 : failed }
}
