import { PGlite, type Transaction } from '@electric-sql/pglite'
import pg from 'pg'
import { inject, vi } from 'vitest'

/** Simulates a lost connection by throwing. */
type Lose = () => never

export interface Watch {
	readonly before?: (text: string, lose: Lose) => void
	/** After execution, before the caller gets the result. */
	readonly after?: (text: string, lose: Lose) => void
}

/** PGlite has no connection, so throw the error code of a lost one. */
const loseEmbedded: Lose = () => {
	throw Object.assign(new Error('lost by the test'), { code: '08006' })
}

const around = async <Value>(watch: Watch, text: string, run: () => Promise<Value>) => {
	watch.before?.(text, loseEmbedded)
	const value = await run()
	watch.after?.(text, loseEmbedded)
	return value
}

const watchEmbedded = (watch: Watch): (() => void) => {
	const { query, transaction } = PGlite.prototype
	const asked = vi.spyOn(PGlite.prototype, 'query')
	asked.mockImplementation(function (this: PGlite, text, ...rest) {
		return around(watch, text, () => query.call(this, text, ...rest)) as never
	})
	const watched = (tx: Transaction): Transaction => ({
		...tx,
		query: (text, ...rest) => around(watch, text, () => tx.query(text, ...rest)) as never,
	})
	const opened = vi.spyOn(PGlite.prototype, 'transaction')
	opened.mockImplementation(async function (this: PGlite, work) {
		watch.before?.('begin', loseEmbedded)
		const ended = await transaction.call(this, async (tx) => {
			watch.after?.('begin', loseEmbedded)
			const value = await work(watched(tx))
			watch.before?.('commit', loseEmbedded)
			return value
		})
		watch.after?.('commit', loseEmbedded)
		return ended as never
	})
	return () => {
		asked.mockRestore()
		opened.mockRestore()
	}
}

type Told = (error: unknown, result?: unknown) => void

/** Destroys a connection's socket. The error reaches the caller after the driver has noticed. */
const cutterOf = (client: pg.Client) => {
	let cut: Promise<unknown> | null = null
	const lose: Lose = () => {
		const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
		cut = new Promise((resolve) => client.once('end', resolve))
		connection.stream.destroy()
		throw new Error('Connection terminated unexpectedly')
	}
	const noticing = async <Value>(run: () => Promise<Value>): Promise<Value> => {
		try {
			return await run()
		} catch (error) {
			await cut
			throw error
		}
	}
	return { lose, noticing }
}

const watchPostgres = (watch: Watch): (() => void) => {
	const query = pg.Client.prototype.query as (...args: unknown[]) => Promise<unknown>
	const asked = vi.spyOn(pg.Client.prototype, 'query')
	asked.mockImplementation(function (this: pg.Client, asking: unknown, ...rest: unknown[]) {
		const text = typeof asking === 'string' ? asking : (asking as { text: string }).text
		const told = rest.at(-1)
		const values = typeof told === 'function' ? rest.slice(0, -1) : rest
		const { lose, noticing } = cutterOf(this)
		const answer = noticing(async () => {
			watch.before?.(text, lose)
			const result = await query.call(this, asking, ...values)
			watch.after?.(text, lose)
			return result
		})
		// pg's pool passes a callback; transactions expect a promise.
		if (typeof told !== 'function') return answer
		const tell = told as Told
		return void answer.then((result) => tell(null, result), tell)
	} as never)
	return () => asked.mockRestore()
}

/** Runs `work` with hooks around every SQL statement, including transaction control. */
export const watching = async <Value>(watch: Watch, work: () => Promise<Value>): Promise<Value> => {
	const stop = inject('postgresUrl') === undefined ? watchEmbedded(watch) : watchPostgres(watch)
	try {
		return await work()
	} finally {
		stop()
	}
}
