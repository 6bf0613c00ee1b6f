import { median, ms } from '../figures.ts'
import { tableOf } from '../table.ts'
import { addUp, errorsOf, type Ledger } from './ledger.ts'
import { runTrial, type Target, type Trial } from './trial.ts'

/** How thoroughly the highest rate is looked for. */
export interface Care {
	/** Before anything is measured: a program that has just begun is not compiled yet. */
	readonly warmUpSeconds: number
	readonly seconds: number
	/** The lowest rate that fails is at most so many times the highest that is kept. */
	readonly fineness: number
	/** A rate has failed when it has so many times: other programs may have had the machine. */
	readonly tries: number
}

interface Search {
	readonly target: Target
	readonly trials: Trial[]
	low: number
	high: number
	/** How often the rate that is tried has failed. */
	failed: number
	rate: number
}

const STEP = 2
/** A server that does not keep up with this many calls a second keeps up with none that are worth a figure. */
const LEAST = 10

const nextRate = ({ low, high, rate, failed }: Search): number => {
	if (failed > 0) return rate
	if (high === Infinity) return low === 0 ? rate : low * STEP
	return low === 0 ? high / 2 : Math.sqrt(low * high)
}

const isDone = ({ low, high }: Search, { fineness }: Care): boolean =>
	high / Math.max(low, 0.1) <= fineness || high <= LEAST

const tryNext = async (search: Search, { seconds, tries }: Care): Promise<void> => {
	search.rate = nextRate(search)
	const trial = await runTrial(search.target, search.rate, seconds)
	search.trials.push(trial)
	if (trial.kept) {
		search.low = search.rate
		search.failed = 0
	} else if (++search.failed >= tries) {
		search.high = search.rate
		search.failed = 0
	}
}

const rowOf = ({ offered, entries, p50, p95, p99, cpu, ledger, late, kept }: Trial) => [
	offered.toFixed(0),
	entries.toFixed(0),
	ms(p50),
	ms(p95),
	ms(p99),
	cpu.server.toFixed(2),
	cpu.database.toFixed(2),
	ledger.sheds,
	ms(late),
	kept ? 'yes' : 'no',
]

const HEADINGS = [
	'calls/s',
	'entries/s',
	'p50',
	'p95',
	'p99',
	'CPU server',
	'CPU database',
	'sheds',
	'late',
	'kept up',
]

const print = ({ target, trials }: Search): void => {
	const rows = trials.toSorted((a, b) => a.offered - b.offered)
	console.log(`\n${target.name}, in ms\n\n${tableOf(HEADINGS, rows.map(rowOf))}\n`)
	for (const { ledger, offered } of rows) {
		if (ledger.errors.size > 0) console.log(`at ${offered.toFixed(0)}/s: ${errorsOf(ledger)}`)
	}
}

/** The highest rate that a target kept up with, and all that was sent to find it. */
export interface Sustained {
	readonly best: Trial | null
	/** Calls a second that were offered then; 0 where it kept up with none. */
	readonly rate: number
	/** CPU time of server and database for a request, in ms: half of the trials had at most this. */
	readonly cpuEach: number
	readonly page: Ledger
}

/**
 * Looks for the highest rate that each target keeps up with: twice as much until one fails, then between. The targets take
 * turns, so that whatever else the machine does slows them alike.
 */
export const findSustained = async (
	targets: readonly { readonly target: Target; readonly first: number }[],
	care: Care,
): Promise<Sustained[]> => {
	const searches = targets.map(
		({ target, first }): Search => ({
			target,
			trials: [],
			low: 0,
			high: Infinity,
			failed: 0,
			rate: first,
		}),
	)
	const warmUps: Trial[] = []
	for (const { target, first } of targets) {
		warmUps.push(await runTrial(target, first, care.warmUpSeconds))
	}
	while (searches.some((search) => !isDone(search, care))) {
		for (const search of searches) if (!isDone(search, care)) await tryNext(search, care)
	}
	return searches.map((search, at) => {
		print(search)
		const kept = search.trials.filter((trial) => trial.kept)
		const best = kept.toSorted((a, b) => b.offered - a.offered)[0] ?? null
		const page = addUp(
			search.target.name,
			[...warmUps.slice(at, at + 1), ...search.trials].flatMap(({ lead, ledger }) => [
				lead,
				ledger,
			]),
		)
		const cpuEach = median(search.trials.map(({ cpu }) => cpu.server + cpu.database))
		return { best, rate: search.low, cpuEach, page }
	})
}
