import { DrizzleQueryError } from 'drizzle-orm'

export interface DbFailure {
	readonly code: string
	readonly constraint: string | null
	readonly table: string | null
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

export const dbFailure = (error: unknown): DbFailure | null => {
	for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
		if (!('code' in at) || typeof at.code !== 'string') continue
		const { constraint, table } = at as { constraint?: unknown; table?: unknown }
		return { code: at.code, constraint: textOf(constraint), table: textOf(table) }
	}
	return null
}

const UNIQUE_VIOLATION = '23505'

export const brokenUnique = (error: unknown): string | null => {
	const failure = dbFailure(error)
	return failure?.code === UNIQUE_VIOLATION ? failure.constraint : null
}

/** A cached plan or statement is outdated after a migration by another process. A new connection fixes that. */
const OUTDATED = /^(?:0A000|26000)$/

/** Network errors, and SQLSTATEs of lost connection, shutdown, exhausted resources, deadlock and timeout. */
const PASSING =
	/^(?:E(?:CONN\w+|HOSTUNREACH|NETUNREACH|NOTFOUND|PIPE|TIMEDOUT|AI_AGAIN)|08\w{3}|57P\d{2}|57014|53\w{3}|40\w{3})$/

/** Other codes come from the system. Some also have five letters (EPERM), but no SQLSTATE class begins with E. */
const isDatabaseCode = (code: string): boolean =>
	PASSING.test(code) || /^[0-9A-DF-Z][0-9A-Z]{4}$/.test(code)

/** Returns a message safe to log. Drizzle's own repeat the statement and its values, so only the code is used. */
export const harmlessMessage = (error: unknown): string => {
	const ofStatement = error instanceof DrizzleQueryError
	const code = dbFailure(error)?.code
	if (code !== undefined && (ofStatement || isDatabaseCode(code))) {
		return `The database cannot be used (${code}).`
	}
	// Without a code, the cause is a connection error of the driver.
	const speaker = ofStatement ? error.cause : error
	return speaker instanceof Error ? speaker.message : String(speaker)
}

/** Errors of pool and driver without a code: no free connection in time, or the connection is lost or silent. */
const UNCODED =
	/^(?:timeout exceeded when trying to connect$|Query read timeout$|Connection terminated|Client (?:has encountered a connection error|was closed) and is not queryable$)/

const isConnectionLost = (error: unknown): boolean =>
	error instanceof Error && (UNCODED.test(error.message) || isConnectionLost(error.cause))

/** Detects connections that must leave the pool: lost, silent, or with outdated prepared statements. */
export const isConnectionSpent = (error: unknown): boolean =>
	isConnectionLost(error) || OUTDATED.test(dbFailure(error)?.code ?? '')

export const isPassing = (error: unknown): boolean => {
	const failure = dbFailure(error)
	if (failure === null) return isConnectionLost(error)
	return PASSING.test(failure.code) || OUTDATED.test(failure.code)
}
