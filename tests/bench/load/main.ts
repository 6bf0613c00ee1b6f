import { parseArgs } from 'node:util'
import { printRun } from '../report.ts'
import { runParts } from '../run-parts.ts'
import { DATABASES } from './beds.ts'
import { QUICK, runLoad, type Size, WHOLE } from './run-load.ts'

const { values } = parseArgs({
	options: {
		quick: { type: 'boolean', default: false },
		database: { type: 'string' },
		devices: { type: 'string' },
		herd: { type: 'boolean', default: false },
		spike: { type: 'string' },
		'most-at-once': { type: 'string' },
	},
})
const usual = values.quick ? QUICK : WHOLE
const devices = Number(values.devices)
const most = Number(values['most-at-once'])
const size: Size = {
	...usual,
	...(values.herd && { care: null, accounts: 0 }),
	...(devices > 0 && { devices: { embedded: devices, postgres: devices } }),
	spikeSeconds: Number(values.spike ?? usual.spikeSeconds),
	...(most > 0 && { mostAtOnce: { embedded: most, postgres: most } }),
}
const wanted = DATABASES.filter((name) => (values.database ?? name) === name)
const parts = wanted.map((name) => [`load, ${name}`, () => runLoad(name, size)] as const)
if (!printRun(await runParts(Object.fromEntries(parts)))) process.exitCode = 1
