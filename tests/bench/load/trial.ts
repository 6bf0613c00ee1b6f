import { monitorEventLoopDelay } from 'node:perf_hooks'
import { median, p95, p99 } from '../quantiles.ts'
import { arrivals } from './arrivals.ts'
import type { Crowd } from './crowd.ts'
import type { Ledger } from './ledger.ts'

/** In ms. */
export interface Cpu {
	readonly server: number
	/** The database's processes; 0 if embedded. */
	readonly database: number
}

export interface Target {
	readonly name: string
	readonly crowd: Crowd
	readonly cpu: () => Cpu
	readonly perArrival: number
}

export interface Trial {
	/** Per second. */
	readonly offered: number
	/** Per second. */
	readonly entries: number
	readonly p50: number
	readonly p95: number
	readonly p99: number
	readonly ledger: Ledger
	readonly lead: Ledger
	/** Per request, in ms. */
	readonly cpu: Cpu
	/** p99 delay of the generator's timers, in ms. A high value inflates the latencies. */
	readonly late: number
	readonly sustained: boolean
}

/** Sustained means: no failures or shed requests, and p95 latency from the due time within this many ms. */
export const SUSTAINED_MS = 200
/** A backlog of this many seconds of entries ends the trial. */
const MAX_BACKLOG_SECONDS = 0.6
const LEAD_SECONDS = 1

/** CPU time per request. */
export const perRequest = (before: Cpu, after: Cpu, requests: number): Cpu => ({
	server: (after.server - before.server) / requests,
	database: (after.database - before.database) / requests,
})

/** Offers a rate to a target. */
export const runTrial = async (
	{ name, crowd, cpu, perArrival }: Target,
	rate: number,
	seconds: number,
): Promise<Trial> => {
	const lead = crowd.turnPage(`${name}, before`)
	const continueIn = (page: Ledger) => () => page.waiting < 50 + rate * MAX_BACKLOG_SECONDS
	const perSecond = rate / perArrival
	await arrivals({
		rate: perSecond,
		seconds: LEAD_SECONDS,
		arrive: crowd.step,
		goOn: continueIn(lead),
	})
	// Entries still waiting belong to the previous ledger.
	await crowd.settled()
	const ledger = crowd.turnPage(name)
	const before = cpu()
	const delay = monitorEventLoopDelay({ resolution: 1 })
	delay.enable()
	const from = performance.now()
	let came = 0
	const arrive = (dueAt: number): void => {
		came += perArrival
		crowd.step(dueAt)
	}
	await arrivals({ rate: perSecond, seconds, arrive, goOn: continueIn(ledger) })
	const to = performance.now()
	delay.disable()
	const took = (to - from) / 1000
	await crowd.settled()
	const latencies = ledger.done.map(({ dueAt, doneAt }) => doneAt - dueAt)
	const inTime = ledger.done.filter(({ doneAt, isWrite }) => isWrite && doneAt <= to)
	const bad = ledger.errors.size > 0 || ledger.refused > 0
	const worst = p95(latencies)
	return {
		offered: came / took,
		entries: inTime.length / took,
		p50: median(latencies),
		p95: worst,
		p99: p99(latencies),
		ledger,
		lead,
		cpu: perRequest(before, cpu(), Math.max(1, ledger.requests)),
		late: delay.percentile(99) / 1e6,
		sustained: !bad && took > 0.9 * seconds && worst <= SUSTAINED_MS,
	}
}
