import { writeSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { createProgress } from './progress.ts'
import { FRESH_TO } from './seeds.ts'
import { simulate, tableOfFaults } from './simulate.ts'

// `npm run simulate -- --seeds N` runs new schedules; `--from SEED --trace` repeats one.

const { values } = parseArgs({
	options: {
		seeds: { type: 'string', default: '10000' },
		from: { type: 'string' },
		trace: { type: 'boolean', default: false },
	},
})
const count = Number(values.seeds)
// Without --from, start from a new seed on each run.
const from =
	values.from === undefined ? FRESH_TO + (Date.now() % 1_000_000_000) : Number(values.from)

const trace = async (): Promise<void> => {
	const { runSeed } = await import('./batch.ts')
	const run = await runSeed(from)
	console.log(run.world.lines.join('\n'))
	if (run.violations.length > 0) process.exitCode = 1
}

const runAll = async (): Promise<void> => {
	console.log(`${count} schedules from seed ${from}`)
	const progress = createProgress(count, process.stdout, () => performance.now())
	for (const [signal, code] of [
		['SIGINT', 130],
		['SIGTERM', 143],
	] as const) {
		process.on(signal, () => {
			// Synchronous, because nothing is written after the exit.
			writeSync(1, `\n${signal}\n${progress.report()}\n`)
			process.exit(code)
		})
	}
	const outcome = await simulate(from, count, progress.add)
	console.log(`${progress.report()}\n${tableOfFaults(outcome)}`)
	if (outcome.violations.length > 0) process.exitCode = 1
}

await (values.trace ? trace() : runAll())
