import { median, ms, p95, p99, verdict } from '../figures.ts'
import { errorsOf, type Ledger } from './ledger.ts'
import { type Cpu, perRequest } from './trial.ts'

/** Prints what the server had to do for a part of the run. @param before CPU time that had been used when it began. */
export const tellWork = (page: Ledger, before: Cpu, after: Cpu): void => {
	const { server, database } = perRequest(before, after, page.requests)
	const times = [median(page.served), p95(page.served), p99(page.served)].map(ms).join(', ')
	console.log(`answered in ms, p50, p95, p99 of the requests that were let in: ${times}`)
	console.log(
		`CPU ms for each request: server ${server.toFixed(2)}, database ${database.toFixed(2)}`,
	)
	const each = (page.requests / page.done.length).toFixed(2)
	console.log(
		`requests for each call: ${each}; sent away: ${page.sheds}; failures: ${errorsOf(page)}`,
	)
}

/**
 * Prints how what was sent away was told when to come again. Where nothing was, that was not tried, and is no pass.
 * @returns whether nothing was told wrong.
 */
export const tellSheds = ({
	sheds,
	shedsWithoutRetryAfter,
}: Pick<Ledger, 'sheds' | 'shedsWithoutRetryAfter'>): boolean => {
	const goal = 'what is sent away has a Retry-After'
	if (sheds > 0) return verdict(goal, shedsWithoutRetryAfter === 0)
	console.log(`goal: ${goal}: nothing shed, so it was not tried`)
	return true
}
