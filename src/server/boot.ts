import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Hono } from 'hono'
import { CATEGORY_WEIGHT_DEFAULT } from '#domain/limits.ts'
import { POLICY_CATEGORIES } from '#domain/types.ts'
import { createApp } from './app.ts'
import { type Config, SECRET_MIN } from './config.ts'
import type { Deps } from './context.ts'
import { inDataDir, placeFile } from './data-dir.ts'
import { harmlessMessage } from './db/errors.ts'
import { type Db, type OpenDb, openDb } from './db/open.ts'
import { categoryWeights } from './db/schema.ts'
import { createExtractor } from './extraction/extractor.ts'
import type { ModelSettings } from './extraction/model.ts'
import { mostAtOnceOf } from './http/admission.ts'
import { importFiles, readFolder } from './import/import.ts'
import { HOUR_MS, type Job, startJobs } from './jobs.ts'
import { jsonLog } from './log.ts'
import type { Mailer } from './mail.ts'
import { SAMPLE_URL } from './paths.ts'
import { ensureAdmin } from './services/auth/register.ts'
import { createResetLinks } from './services/auth/reset-links.ts'
import { createTokens } from './services/auth/sign-in.ts'
import { setTimeZone } from './util.ts'

/** Inserts the default weight for every category that has none. */
export const ensureCategoryWeights = async (db: Db, now: Date): Promise<void> => {
	const rows = POLICY_CATEGORIES.map((category) => ({
		category,
		weight: CATEGORY_WEIGHT_DEFAULT,
		defaultWeight: CATEGORY_WEIGHT_DEFAULT,
		updatedAt: now,
	}))
	await db.insert(categoryWeights).values(rows).onConflictDoNothing()
}

export interface FirstRows {
	/** Null if none was created. */
	readonly adminPassword: string | null
	readonly imported: readonly string[]
}

/** Writes the initial rows of a new database. Idempotent. */
export const writeFirstRows = async (db: Db, config: Config, now: Date): Promise<FirstRows> => {
	await ensureCategoryWeights(db, now)
	const sources = config.SAMPLE_DATA === 'none' ? [] : await readFolder(SAMPLE_URL)
	const imported = await importFiles(db, sources, now)
	// Last: if an earlier step fails, no administrator exists whose password was never shown.
	const adminPassword = await ensureAdmin(db, {
		username: config.ADMIN_USERNAME,
		email: config.ADMIN_EMAIL,
		password: config.ADMIN_PASSWORD,
		now,
	})
	return { adminPassword, imported }
}

/**
 * Reads the token signing secret from the data folder, and creates it if missing (mode 0600). Processes that share
 * users but no data folder need JWT_SECRET instead.
 */
const readOrMakeSecret = (dataDir: string): Promise<string> =>
	inDataDir(dataDir, () => {
		const path = join(dataDir, 'jwt-secret')
		placeFile(path, randomBytes(48).toString('base64url'))
		const secret = readFileSync(path, 'utf8').trim()
		if (secret.length < SECRET_MIN) {
			throw new Error(
				`${path} holds no secret of at least ${SECRET_MIN} characters. Delete it to have one made; everybody signs in anew then.`,
			)
		}
		return secret
	})

export interface Booted {
	readonly app: Hono
	readonly close: () => Promise<void>
}

const clock = (): Date => new Date()

type Tell = (line: string) => void

const tellFirstRows = ({ adminPassword, imported }: FirstRows, admin: string, tell: Tell): void => {
	for (const name of imported) tell(`Imported ${name}`)
	if (adminPassword === null) return
	tell(`First administrator: ${admin}, password ${adminPassword} (shown this once)`)
}

/** Loads the mail library, which takes 14 MB, only if needed. */
const mailerOf = async ({ SMTP_URL: url, MAIL_FROM: from }: Config): Promise<Mailer | null> =>
	url === undefined ? null : (await import('./mail.ts')).createMailer({ url, from })

const modelOf = ({
	EXTRACTION_LLM_URL: url,
	EXTRACTION_LLM_MODEL: name,
	EXTRACTION_LLM_KEY: key,
}: Config): ModelSettings | null =>
	url === undefined || name === undefined ? null : { url, name, key: key ?? null }

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

/** Takes the final snapshot. A failure, such as a full disk, must not keep the database from closing. */
const takeLast = async ({ snapshot }: OpenDb): Promise<void> => {
	if (snapshot === null) return
	try {
		await snapshot(clock())
	} catch (error) {
		jsonLog('warn', 'no snapshot at the end', { message: harmlessMessage(error) })
	}
}

interface BootOptions extends Pick<Deps, 'onAttended'> {
	/** Run the background jobs. One process per machine is enough. */
	readonly keepsHouse?: boolean
}

/**
 * Opens and migrates the database, and builds the API on it.
 * @param tell receives startup messages, including the generated password, which is shown nowhere else.
 */
export const boot = async (
	config: Config,
	tell: Tell,
	{ onAttended = () => undefined, keepsHouse = true }: BootOptions = {},
): Promise<Booted> => {
	const { DATABASE_URL, DATA_DIR, JWT_SECRET, TIME_ZONE } = config
	setTimeZone(TIME_ZONE)
	// Read first, so that a bad secret fails the start before the database is filled.
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
			// Print immediately, so that the password is shown even if a later step fails.
			tellFirstRows(firstRows, config.ADMIN_USERNAME, tell)
		})
		const { TRUST_PROXY: trustProxy, PUBLIC_URL: publicUrl } = config
		const mailer = await mailerOf(config)
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
			? startJobs(deps, snapshotJobs(opened))
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
