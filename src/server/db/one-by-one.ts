import { setImmediate as turn } from 'node:timers/promises'
import type { PGlite } from '@electric-sql/pglite'

/**
 * Has an embedded database do one thing after the other with a turn of the event loop in between. It works in this process
 * and waits for nothing outside of it: what stands in its own queue would be done in a single turn, in which no connection
 * is taken and no request read, and of those who come meanwhile one gets in with each turn.
 */
export const oneByOne = (client: PGlite): PGlite => {
	let last: Promise<unknown> = Promise.resolve()

	/** Begins where everything before has ended. */
	const inLine = <Result>(work: () => Promise<Result>): Promise<Result> => {
		const done = last.then(work)
		last = done.catch(() => undefined).then(() => turn())
		return done
	}

	const query: PGlite['query'] = (...given) => inLine(() => client.query(...given))
	const transaction: PGlite['transaction'] = (work) => inLine(() => client.transaction(work))
	const own = { query, transaction }
	return new Proxy(client, {
		get: (_, name) => {
			if (name === 'query' || name === 'transaction') return own[name]
			const value: unknown = Reflect.get(client, name, client)
			// Its private fields are no proxy's.
			return typeof value === 'function' ? value.bind(client) : value
		},
	})
}
