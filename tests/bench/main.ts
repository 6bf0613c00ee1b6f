import { adminLists } from './admin-lists.ts'
import { drain } from './drain.ts'
import { extraction } from './extraction.ts'
import { fairness } from './fairness.ts'
import { feedback } from './feedback.ts'
import { lighthouseScores } from './lighthouse.ts'
import { lists } from './lists.ts'
import { offlineStart } from './offline-start.ts'
import { sends } from './sends.ts'
import { tap } from './tap.ts'

/** Each prints its table and says whether what it measured is as it must be. */
const benches: Readonly<Record<string, () => Promise<boolean>>> = {
	fairness,
	'offline-start': offlineStart,
	lighthouse: lighthouseScores,
	tap,
	lists,
	sends,
	drain,
	'admin-lists': adminLists,
	extraction,
	feedback,
}

const names = process.argv.slice(2)
const unknown = names.filter((name) => !Object.hasOwn(benches, name))
if (unknown.length > 0) {
	console.error(
		`No bench is called ${unknown.join(', ')}. There are: ${Object.keys(benches).join(', ')}.`,
	)
	process.exit(2)
}
for (const [name, bench] of Object.entries(benches)) {
	if (names.length > 0 && !names.includes(name)) continue
	console.log(`\n# ${name}\n`)
	const began = performance.now()
	const passed = await bench()
	console.log(
		`${name}: ${passed ? 'passed' : 'FAILED'} in ${((performance.now() - began) / 1000).toFixed(0)} s`,
	)
	if (!passed) process.exitCode = 1
}
