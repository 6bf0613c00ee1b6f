import { writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { adminLists } from './admin-lists.ts'
import { costs } from './costs.ts'
import { drain } from './drain.ts'
import { extraction } from './extraction.ts'
import { fairness } from './fairness.ts'
import { feedback } from './feedback.ts'
import { firstVisit } from './first-visit.ts'
import { lighthouseScores } from './lighthouse.ts'
import { lists } from './lists.ts'
import { liveQuery } from './live-query.ts'
import { load } from './load/part.ts'
import { match } from './match.ts'
import { offlineStart } from './offline-start.ts'
import { pageMemory } from './page-memory.ts'
import { printRun, reportJson } from './report.ts'
import { type Part, runParts } from './run-parts.ts'
import { sends } from './sends.ts'
import { serverAnswers } from './server-answers.ts'
import { simulator } from './simulator.ts'
import { slowPhone } from './slow-phone.ts'
import { tap } from './tap.ts'
import { tapEngines } from './tap-engines.ts'

const PARTS: Readonly<Record<string, Part>> = {
	'first-visit': firstVisit,
	'slow-phone': slowPhone,
	tap,
	'tap-engines': tapEngines,
	'offline-start': offlineStart,
	'live-query': liveQuery,
	lists,
	'page-memory': pageMemory,
	drain,
	sends,
	costs,
	simulator,
	extraction,
	'admin-lists': adminLists,
	feedback,
	fairness,
	match,
	'server-answers': serverAnswers,
	load,
	lighthouse: lighthouseScores,
}

const names = process.argv.slice(2)
const unknown = names.filter((name) => !Object.hasOwn(PARTS, name))
if (unknown.length > 0) {
	console.error(
		`No bench is called ${unknown.join(', ')}. There are: ${Object.keys(PARTS).join(', ')}.`,
	)
	process.exit(2)
}
const wanted = Object.entries(PARTS).filter(([name]) => names.length === 0 || names.includes(name))
const at = new Date().toISOString()
const loadBefore = loadavg()
const runs = await runParts(Object.fromEntries(wanted))
const seconds = runs.reduce((sum, run) => sum + run.seconds, 0)
const good = printRun(runs)
const loadAfter = loadavg()
const busy = [loadBefore, loadAfter].map(([minute = 0]) => minute.toFixed(1)).join(' before, ')
console.log(
	`${seconds.toFixed(0)} s on ${availableParallelism()} cores, load ${busy} after; also in bench.json`,
)
const machine = {
	cores: availableParallelism(),
	processor: cpus()[0]?.model ?? '',
	node: process.version,
	loadBefore,
	loadAfter,
}
await writeFile('bench.json', reportJson(runs, { at, seconds, machine }))
if (!good) process.exitCode = 1
