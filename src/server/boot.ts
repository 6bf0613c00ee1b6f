import type { Hono } from 'hono'
import { createApp } from './app.ts'
import type { Config } from './config.ts'
import type { Deps } from './context.ts'
import { harmlessMessage } from './db/errors.ts'
import { openDb } from './db/open.ts'
import type { OpenDb } from './db/types.ts'
import type { ModelSettings } from './extraction/ask-model.ts'
import { createExtractor } from './extraction/create-extractor.ts'
import { type FirstRows, writeFirstRows } from './first-rows.ts'
import { HOUR_MS, type Job, keepHouse } from './housekeeping.ts'
import { mostAtOnceOf } from './http/attend.ts'
import { jsonLog } from './log.ts'
import { createMailer, type Mailer } from './mail.ts'
import { readOrMakeSecret } from './secret.ts'
import { createTokens } from './services/auth/tokens.ts'
import { createResetLinks } from './services/password-resets/links.ts'
import { setTimeZone } from './time-zone.ts'

/** The API, ready to be served. */
export interface Booted {
	readonly app: Hono
	readonly close: () => Promise<void>
}

const clock = (): Date => new Date()

/** Takes a line that whoever started the server should read. */
type Tell = (line: string) => void

const tellFirstRows = ({ adminPassword, imported }: FirstRows, admin: string, tell: Tell): void => {
	for (const name of imported) tell(`Imported ${name}`)
	if (adminPassword === null) return
	tell(`First administrator: ${admin}, password ${adminPassword} (shown this once)`)
}

const mailerOf = ({ SMTP_URL, MAIL_FROM }: Config): Mailer | null =>
	SMTP_URL === undefined ? null : createMailer({ url: SMTP_URL, from: MAIL_FROM })

const modelOf = ({
	EXTRACTION_LLM_URL: url,
	EXTRACTION_LLM_MODEL: name,
	EXTRACTION_LLM_KEY: key,
}: Config): ModelSettings | null =>
	url === undefined || name === undefined ? null : { url, name, key: key ?? null }

/** Every hour what an embedded database holds is put aside. */
const snapshotJobs = ({ snapshot }: OpenDb): Job[] =>
	snapshot === null
		? []
		: [
				{
					name: 'take a snapshot',
					everyMs: HOUR_MS,
					later: true,
					run: (_, now) => snapshot(now),
				},
			]

/** The last snapshot of a process. Where there can be none, as on a full disk, the database is closed all the same. */
const takeLast = async ({ snapshot }: OpenDb): Promise<void> => {
	if (snapshot === null) return
	try {
		await snapshot(clock())
	} catch (error) {
		jsonLog('warn', 'no snapshot at the end', { message: harmlessMessage(error) })
	}
}

interface BootOptions extends Pick<Deps, 'onAttended'> {
	/** Whether this process does the housekeeping; of several on one machine one is enough. */
	readonly keepsHouse?: boolean
}

/**
 * Opens the database, brings it up to date and builds the API on it.
 * @param tell hears what the start wrote, the generated password among it, which is told nowhere else.
 */
export const boot = async (
	config: Config,
	tell: Tell,
	{ onAttended = () => undefined, keepsHouse = true }: BootOptions = {},
): Promise<Booted> => {
	const { DATABASE_URL, DATA_DIR, JWT_SECRET, TIME_ZONE } = config
	setTimeZone(TIME_ZONE)
	// Read first: what makes it fail must not come after the database was filled.
	const secret = JWT_SECRET ?? (await readOrMakeSecret(DATA_DIR))
	const tokens = createTokens(secret, clock)
	const opened = await openDb(
		DATABASE_URL === undefined
			? { kind: 'embedded', dataDir: DATA_DIR }
			: { kind: 'postgres', url: DATABASE_URL, connections: config.DATABASE_POOL },
		(error) => jsonLog('warn', 'database connection lost', { error: error.name }),
	)
	try {
		await opened.prepare(async (db) => {
			const firstRows = await writeFirstRows(db, config, clock())
			// At once: whatever fails from here on, the password is known.
			tellFirstRows(firstRows, config.ADMIN_USERNAME, tell)
		})
		const { TRUST_PROXY: trustProxy, PUBLIC_URL: publicUrl } = config
		const mailer = mailerOf(config)
		const links = createResetLinks({ secret, publicUrl, mailer, log: jsonLog })
		const extractor = createExtractor({
			log: jsonLog,
			allow: config.EXTRACTION_ALLOW_HOSTS,
			model: modelOf(config),
		})
		const { LOG_REQUESTS: logRequests } = config
		const mostAtOnce = mostAtOnceOf(config)
		const attending = { trustProxy, mostAtOnce, logRequests, onAttended }
		const { db, answers } = opened
		const deps = { db, answers, clock, tokens, log: jsonLog, links, extractor, ...attending }
		const app = createApp(deps)
		const stopHousekeeping = keepsHouse
			? keepHouse(deps, snapshotJobs(opened))
			: () => Promise.resolve()
		const close = async () => {
			await stopHousekeeping()
			await extractor.close()
			await links.settled()
			mailer?.close()
			await takeLast(opened)
			await opened.close()
		}
		return { app, close }
	} catch (error) {
		await opened.close()
		throw error
	}
}
