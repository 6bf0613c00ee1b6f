import { readFile } from 'node:fs/promises'
import { countReport, sumUp } from '#tests/support/reports.ts'

// Last step of a run: `tsx tests/setup/count.ts <exit code of the tests>` prints the numbers of passed and
// failed tests of all suites.

const SUITES = ['unit', 'simulate', 'e2e', 'engines']
const folder = new URL('../../node_modules/.cache/reports/', import.meta.url)

const reportOf = async (suite: string): Promise<string | null> => {
	try {
		return await readFile(new URL(`${suite}.json`, folder), 'utf8')
	} catch {
		// A suite that did not finish has no report, which counts as a failure.
		return null
	}
}

const counts = await Promise.all(
	SUITES.map(async (suite) => {
		const report = await reportOf(suite)
		const count = countReport(report)
		const missing = report === null ? ' (no report: it did not run to its end)' : ''
		console.log(`${suite}: ${count.passed} passed, ${count.failed} failed${missing}`)
		return count
	}),
)
const { passed, failed } = sumUp(counts, Number(process.argv[2] ?? 0))
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
