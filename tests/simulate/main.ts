import { parseArgs } from 'node:util'
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
	const began = performance.now()
	const outcome = await simulate(from, count)
	console.log(tableOfFaults(outcome))
	for (const { seed, invariant, text } of outcome.violations.slice(0, 40)) {
		console.log(`seed ${seed}: ${invariant} ${text}`)
	}
	const seconds = ((performance.now() - began) / 1000).toFixed(0)
	console.log(
		`${outcome.schedules} schedules, ${outcome.ops} commands, ${outcome.sends} sends, ${outcome.violations.length} violations in ${seconds} s`,
	)
	if (outcome.violations.length > 0) process.exitCode = 1
}

await (values.trace ? trace() : runAll())
