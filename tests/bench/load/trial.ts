import { monitorEventLoopDelay } from 'node:perf_hooks'
import { median, p95, p99 } from '../quantiles.ts'
import { arrivals } from './arrivals.ts'
import type { Crowd } from './crowd.ts'
import type { Ledger } from './ledger.ts'

/** CPU time that was used up to now, in ms. */
export interface Cpu {
	readonly server: number
	/** Of the database's own processes; 0 where it lives in the server's. */
	readonly database: number
}

/** What is put under load. */
export interface Target {
	readonly name: string
	readonly crowd: Crowd
	readonly cpu: () => Cpu
	/** How many entries each arrival brings. */
	readonly perArrival: number
}

/** What came of a rate that was offered for a while. */
export interface Trial {
	/** Entries and reads a second that came. */
	readonly offered: number
	/** Entries that were acknowledged a second, reads left out. */
	readonly entries: number
	readonly p50: number
	readonly p95: number
	readonly p99: number
	readonly ledger: Ledger
	/** What was sent before that. */
	readonly lead: Ledger
	/** CPU time of server and database for each request, in ms. */
	readonly cpu: Cpu
	/** How late the generator's own timers were, in ms (99 of 100). Where that is much, so are the latencies. */
	readonly late: number
	/** Whether the server kept up. */
	readonly kept: boolean
}

/** What is called keeping up: nothing sent away or failed, and 19 of 20 answered in so many ms from when they were due. */
export const KEEPS_UP_MS = 200
/** So many seconds' worth of entries without an answer are a rate that is too high, whatever comes after. */
const HOPELESS_SECONDS = 0.6
/** Of a trial, before the part that is measured. */
const LEAD_SECONDS = 1

/** CPU time for each of so many requests. */
export const perRequest = (before: Cpu, after: Cpu, requests: number): Cpu => ({
	server: (after.server - before.server) / requests,
	database: (after.database - before.database) / requests,
})

/** Offers a rate to a target for a while. */
export const runTrial = async (
	{ name, crowd, cpu, perArrival }: Target,
	rate: number,
	seconds: number,
): Promise<Trial> => {
	const lead = crowd.turnPage(`${name}, before`)
	const goOnIn = (page: Ledger) => () => page.waiting < 50 + rate * HOPELESS_SECONDS
	const perSecond = rate / perArrival
	await arrivals({ rate: perSecond, seconds: LEAD_SECONDS, arrive: crowd.step, goOn: goOnIn(lead) })
	// What waits stays on the page that it came on.
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
	await arrivals({ rate: perSecond, seconds, arrive, goOn: goOnIn(ledger) })
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
		kept: !bad && took > 0.9 * seconds && worst <= KEEPS_UP_MS,
	}
}
