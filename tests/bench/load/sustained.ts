import { ms } from '../quantiles.ts'
import { addUp, errorsOf, type Ledger } from './ledger.ts'
import { type Cpu, runTrial, type Target, type Trial } from './trial.ts'

export interface Care {
	/** Warm-up for the JIT compiler. */
	readonly warmUpSeconds: number
	readonly seconds: number
	/** Maximum ratio of the lowest failed rate to the highest sustained one. */
	readonly fineness: number
	/** Failures before a rate is rejected, because other programs may have used the machine. */
	readonly tries: number
}

interface Search {
	readonly target: Target
	readonly trials: Trial[]
	low: number
	high: number
	failed: number
	rate: number
}

const STEP = 2
/** Slower servers get no figure. */
const MIN_RATE = 10

const nextRate = ({ low, high, rate, failed }: Search): number => {
	if (failed > 0) return rate
	if (high === Infinity) return low === 0 ? rate : low * STEP
	return low === 0 ? high / 2 : Math.sqrt(low * high)
}

const isDone = ({ low, high }: Search, { fineness }: Care): boolean =>
	high / Math.max(low, 0.1) <= fineness || high <= MIN_RATE

const tryNext = async (search: Search, { seconds, tries }: Care): Promise<void> => {
	search.rate = nextRate(search)
	const trial = await runTrial(search.target, search.rate, seconds)
	search.trials.push(trial)
	printTrial(search.target.name, trial)
	if (trial.sustained) {
		search.low = search.rate
		search.failed = 0
	} else if (++search.failed >= tries) {
		search.high = search.rate
		search.failed = 0
	}
}

const printTrial = (name: string, trial: Trial): void => {
	const { offered, entries, p50, p95, p99, ledger, late, sustained } = trial
	const times = [p50, p95, p99].map(ms).join(', ')
	console.log(
		`${name}: ${offered.toFixed(0)} calls/s, ${entries.toFixed(0)} entries/s, p50, p95, p99 in ms ${times}, timers late by ${ms(late)}, sheds ${ledger.sheds}: ${sustained ? 'sustained' : 'not sustained'}`,
	)
	if (ledger.errors.size > 0) console.log(`  ${errorsOf(ledger)}`)
}

const cpuOf = (trials: readonly Trial[]): Cpu => {
	const requests = trials.reduce((sum, { ledger }) => sum + ledger.requests, 0)
	const each = (which: keyof Cpu): number =>
		trials.reduce((sum, { cpu, ledger }) => sum + cpu[which] * ledger.requests, 0) / requests
	return { server: each('server'), database: each('database') }
}

export interface Sustained {
	readonly best: Trial | null
	/** Offered calls per second, or 0 if none was sustained. */
	readonly rate: number
	readonly cpu: Cpu
	readonly requests: number
	readonly page: Ledger
}

/**
 * Finds the highest sustained rate of each target: doubles until failure, then bisects. Alternates targets, so that
 * other load on the machine affects them equally.
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
		const sustained = search.trials.filter((trial) => trial.sustained)
		const best = sustained.toSorted((a, b) => b.offered - a.offered)[0] ?? null
		const page = addUp(
			search.target.name,
			[...warmUps.slice(at, at + 1), ...search.trials].flatMap(({ lead, ledger }) => [
				lead,
				ledger,
			]),
		)
		const requests = search.trials.reduce((sum, { ledger }) => sum + ledger.requests, 0)
		return { best, rate: search.low, cpu: cpuOf(search.trials), requests, page }
	})
}
