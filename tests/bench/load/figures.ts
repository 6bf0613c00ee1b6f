import { atMost, type Figure, figure, notTried } from '../figure.ts'
import { median, ms, p95, p99 } from '../quantiles.ts'
import { errorsOf, type Ledger } from './ledger.ts'
import { type Cpu, perRequest } from './trial.ts'

/** Prints the server's work for a part of the run. @param before CPU time at its start. */
export const printWork = (page: Ledger, before: Cpu, after: Cpu): void => {
	const { server, database } = perRequest(before, after, page.requests)
	const times = [median(page.served), p95(page.served), p99(page.served)].map(ms).join(', ')
	console.log(`admitted requests in ms, p50, p95, p99: ${times}`)
	console.log(`CPU ms per request: server ${server.toFixed(2)}, database ${database.toFixed(2)}`)
	const each = (page.requests / page.done.length).toFixed(2)
	console.log(`requests per call: ${each}; shed: ${page.sheds}; failures: ${errorsOf(page)}`)
}

/** Checks that shed requests have Retry-After. Not tried if no request was shed. */
export const shedFigure = (
	name: string,
	{ sheds, shedsWithoutRetryAfter }: Pick<Ledger, 'sheds' | 'shedsWithoutRetryAfter'>,
): Figure => {
	const what = `${name}: shed without Retry-After`
	const goal = atMost(0)
	if (sheds === 0) return notTried(what, 'nothing shed', goal)
	return figure({ what, value: shedsWithoutRetryAfter, by: `of ${sheds} shed`, goal })
}

/** Entries that were lost after the queues had drained. */
export const lostFigure = (
	name: string,
	{ refused, waiting, done }: Pick<Ledger, 'refused' | 'waiting' | 'done'>,
): Figure =>
	figure({
		what: `${name}: lost entries`,
		value: refused + waiting,
		by: `of ${refused + waiting + done.length}`,
		goal: atMost(0),
	})
