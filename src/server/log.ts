import { AsyncLocalStorage } from 'node:async_hooks'

type LogLevel = 'info' | 'warn' | 'error'

/**
 * Takes an event and its fields. Never passwords, tokens, answers or SQL values; the one exception is the link to set a
 * new password where there is no mail server to carry it.
 */
export type Log = (
	level: LogLevel,
	event: string,
	fields?: Readonly<Record<string, unknown>>,
) => void

const requests = new AsyncLocalStorage<string>()

/** Does the work of a request: whatever is logged meanwhile carries its id. */
export const inRequest = <Result>(id: string, work: () => Result): Result => requests.run(id, work)

/** Logs one JSON object a line, with the id of the request that it belongs to: warnings and errors to stderr, the rest to stdout. */
export const jsonLog: Log = (level, event, fields = {}) => {
	const request = requests.getStore()
	const line = JSON.stringify({
		at: new Date().toISOString(),
		level,
		event,
		...(request !== undefined && { request }),
		...fields,
	})
	if (level === 'error') console.error(line)
	else if (level === 'warn') console.warn(line)
	else console.log(line)
}
