import { AsyncLocalStorage } from 'node:async_hooks'

type LogLevel = 'info' | 'warn' | 'error'

/**
 * Logs an event with its fields. Never log passwords, tokens, answers, or SQL values. One exception: the password reset
 * link when no mail server is configured.
 */
export type Log = (
	level: LogLevel,
	event: string,
	fields?: Readonly<Record<string, unknown>>,
) => void

const requests = new AsyncLocalStorage<string>()

/** Runs `work` with a request ID that is added to every log entry inside it. */
export const inRequest = <Result>(id: string, work: () => Result): Result => requests.run(id, work)

/** Logs one JSON object per line: warnings and errors to stderr, the rest to stdout. */
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
