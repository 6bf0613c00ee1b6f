import pg from 'pg'
import { vi } from 'vitest'

/** Simulates a lost connection by throwing. */
type Lose = () => never

export interface Watch {
	readonly before?: (text: string, lose: Lose) => void
	/** After execution, before the caller gets the result. */
	readonly after?: (text: string, lose: Lose) => void
}

type Callback = (error: unknown, result?: unknown) => void

/** Destroys a connection's socket. The caller gets the error after the driver has noticed. */
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

const watchStatements = (watch: Watch): (() => void) => {
	const query = pg.Client.prototype.query as (...args: unknown[]) => Promise<unknown>
	const asked = vi.spyOn(pg.Client.prototype, 'query')
	asked.mockImplementation(function (this: pg.Client, asking: unknown, ...rest: unknown[]) {
		const text = typeof asking === 'string' ? asking : (asking as { text: string }).text
		const callback = rest.at(-1)
		const values = typeof callback === 'function' ? rest.slice(0, -1) : rest
		const { lose, noticing } = cutterOf(this)
		const answer = noticing(async () => {
			watch.before?.(text, lose)
			const result = await query.call(this, asking, ...values)
			watch.after?.(text, lose)
			return result
		})
		// pg's pool passes a callback; transactions expect a promise.
		if (typeof callback !== 'function') return answer
		const done = callback as Callback
		return void answer.then((result) => done(null, result), done)
	} as never)
	return () => asked.mockRestore()
}

/** Runs `work` with hooks around every SQL statement on PostgreSQL, including transaction control. */
export const watching = async <Value>(watch: Watch, work: () => Promise<Value>): Promise<Value> => {
	const stop = watchStatements(watch)
	try {
		return await work()
	} finally {
		stop()
	}
}
