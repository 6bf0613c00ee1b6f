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

/** Logs one JSON object a line: warnings and errors to stderr, the rest to stdout. */
export const jsonLog: Log = (level, event, fields = {}) => {
	const line = JSON.stringify({ at: new Date().toISOString(), level, event, ...fields })
	if (level === 'error') console.error(line)
	else if (level === 'warn') console.warn(line)
	else console.log(line)
}
