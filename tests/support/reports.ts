import * as v from 'valibot'

/** Vitest's report. A file that cannot run is failed without failed tests. */
const Vitest = v.object({
	numPassedTests: v.number(),
	numFailedTests: v.number(),
	testResults: v.array(
		v.object({ status: v.string(), assertionResults: v.array(v.object({ status: v.string() })) }),
	),
})

/** Playwright's report. `errors` are those outside of tests. */
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

/** Counts flaky tests as failed. */
const countPlaywright = ({ stats, errors }: v.InferOutput<typeof Playwright>): Count => ({
	passed: stats.expected,
	failed: stats.unexpected + stats.flaky + errors.length,
})

/** Counts the results in a report. An unreadable report counts as one failure. */
export const countReport = (text: string | null): Count => {
	const report = v.safeParse(v.pipe(v.string(), v.parseJson(), v.union([Vitest, Playwright])), text)
	if (!report.success) return { passed: 0, failed: 1 }
	return 'stats' in report.output ? countPlaywright(report.output) : countVitest(report.output)
}

/**
 * Sums up suites. A failure outside of tests (lint, a late crash) only affects the exit code, so count it as one
 * failure if there is no other.
 */
export const sumUp = (counts: readonly Count[], exitCode: number): Count => {
	const passed = counts.reduce((sum, each) => sum + each.passed, 0)
	const failed = counts.reduce((sum, each) => sum + each.failed, 0)
	return { passed, failed: failed === 0 && exitCode !== 0 ? 1 : failed }
}
