import { DrizzleQueryError } from 'drizzle-orm'

/** What a database says of a failure, without the statement and its values. */
export interface DbFailure {
	/** SQLSTATE, or the code of a failed connection. */
	readonly code: string
	readonly constraint: string | null
	readonly table: string | null
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** The database's failure inside an error, however deep it is wrapped; null where there is none. */
export const dbFailure = (error: unknown): DbFailure | null => {
	for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
		if (!('code' in at) || typeof at.code !== 'string') continue
		const { constraint, table } = at as { constraint?: unknown; table?: unknown }
		return { code: at.code, constraint: textOf(constraint), table: textOf(table) }
	}
	return null
}

const UNIQUE_VIOLATION = '23505'

/** The name of the unique constraint that an error says was broken; null for every other error. */
export const brokenUnique = (error: unknown): string | null => {
	const failure = dbFailure(error)
	return failure?.code === UNIQUE_VIOLATION ? failure.constraint : null
}

/**
 * What a statement that a connection keeps is told after another process has changed a table: the plan does not fit any
 * more, or the statement is not there. A new connection has neither.
 */
const OUTDATED = /^(?:0A000|26000)$/

/** Connection refused, reset, not found or out of reach; and PostgreSQL's classes for lost connections, shutdown, no room, deadlock and time-out. */
const PASSING =
	/^(?:E(?:CONN\w+|HOSTUNREACH|NETUNREACH|NOTFOUND|PIPE|TIMEDOUT|AI_AGAIN)|08\w{3}|57P\d{2}|57014|53\w{3}|40\w{3})$/

/**
 * Whether a code is a database's: an SQLSTATE, or a connection that failed. Others are the operating system's (EACCES, …),
 * some of which have five letters too (EPERM, EROFS); no class of PostgreSQL's begins with E.
 */
const isDatabaseCode = (code: string): boolean =>
	PASSING.test(code) || /^[0-9A-DF-Z][0-9A-Z]{4}$/.test(code)

/**
 * The message of an error, as it may be shown and logged: of a database's failure its code, never the statement and its
 * values, which Drizzle's messages repeat.
 */
export const harmlessMessage = (error: unknown): string => {
	const ofStatement = error instanceof DrizzleQueryError
	const code = dbFailure(error)?.code
	if (code !== undefined && (ofStatement || isDatabaseCode(code))) {
		return `The database cannot be used (${code}).`
	}
	// Without a code it is the driver that speaks, of the connection.
	const speaker = ofStatement ? error.cause : error
	return speaker instanceof Error ? speaker.message : String(speaker)
}

/** What pool and driver say, without a code: no connection came free in time, or the one in use is lost or silent. */
const UNCODED =
	/^(?:timeout exceeded when trying to connect$|Query read timeout$|Connection terminated|Client (?:has encountered a connection error|was closed) and is not queryable$)/

/** Whether no connection was to be had, or no answer came on the one in use. */
const isConnectionLost = (error: unknown): boolean =>
	error instanceof Error && (UNCODED.test(error.message) || isConnectionLost(error.cause))

/** Whether a connection is of no use any more: lost, silent, or with statements from before a table was changed. */
export const isConnectionSpent = (error: unknown): boolean =>
	isConnectionLost(error) || OUTDATED.test(dbFailure(error)?.code ?? '')

/** Whether the same call may well succeed a moment later. */
export const isPassing = (error: unknown): boolean => {
	const failure = dbFailure(error)
	if (failure === null) return isConnectionLost(error)
	return PASSING.test(failure.code) || OUTDATED.test(failure.code)
}
