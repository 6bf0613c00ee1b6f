import type { Hono } from 'hono'
import { createApp } from './app.ts'
import type { Config } from './config.ts'
import { openDb } from './db/open.ts'
import { type FirstRows, writeFirstRows } from './first-rows.ts'
import { jsonLog } from './log.ts'
import { readOrMakeSecret } from './secret.ts'
import { createTokens } from './services/auth/tokens.ts'

/** The API, ready to be served, and what its start brought about. */
export interface Booted {
	readonly app: Hono
	readonly firstRows: FirstRows
	readonly close: () => Promise<void>
}

const clock = (): Date => new Date()

/** Opens the database, brings it up to date and builds the API on it. */
export const boot = async (config: Config): Promise<Booted> => {
	const { DATABASE_URL, DATA_DIR, JWT_SECRET } = config
	// Read first: what makes it fail must not come after the database was filled.
	const tokens = createTokens(JWT_SECRET ?? readOrMakeSecret(DATA_DIR), clock)
	const opened = await openDb(
		DATABASE_URL === undefined
			? { kind: 'embedded', dataDir: DATA_DIR }
			: { kind: 'postgres', url: DATABASE_URL },
		(error) => jsonLog('warn', 'database connection lost', { error: error.name }),
	)
	try {
		let firstRows: FirstRows = { adminPassword: null, imported: [] }
		await opened.prepare(async (db) => {
			firstRows = await writeFirstRows(db, config, clock())
		})
		const app = createApp({ db: opened.db, clock, tokens, log: jsonLog })
		return { app, firstRows, close: opened.close }
	} catch (error) {
		await opened.close()
		throw error
	}
}
