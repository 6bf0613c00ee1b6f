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

/** Adds a request's id to its log lines. Not an `AsyncLocalStorage`, which would slow every promise of the process. */
export const logOfRequest =
	(log: Log, request: string | undefined): Log =>
	(level, event, fields) =>
		log(level, event, { request, ...fields })

/** Logs one JSON object per line: warnings and errors to stderr, the rest to stdout. */
export const jsonLog: Log = (level, event, fields = {}) => {
	const line = JSON.stringify({ at: new Date().toISOString(), level, event, ...fields })
	if (level === 'error') console.error(line)
	else if (level === 'warn') console.warn(line)
	else console.log(line)
}
