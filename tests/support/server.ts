import { randomUUID } from 'node:crypto'
import type { Hono } from 'hono'
import { endpoints } from '#contract/index.ts'
import type { User } from '#contract/users.ts'
import type { Role } from '#domain/types.ts'
import { type Call, createClient } from '#http/client.ts'
import { createApp } from '#server/app.ts'
import { ensureCategoryWeights } from '#server/boot.ts'
import { writeAudit } from '#server/db/audit.ts'
import type { Db, OpenDb } from '#server/db/open.ts'
import { users } from '#server/db/schema.ts'
import {
	createExtractor,
	type Extractor,
	type ExtractorOptions,
} from '#server/extraction/extractor.ts'
import { importFiles, readFolder } from '#server/import/import.ts'
import { jsonLog, type Log } from '#server/log.ts'
import type { Mailer } from '#server/mail.ts'
import { SAMPLE_URL } from '#server/paths.ts'
import { createResetLinks, type ResetLinks } from '#server/services/auth/reset-links.ts'
import {
	createTokens,
	hashPassword,
	identityKey,
	type Tokens,
	toUser,
} from '#server/services/auth/sign-in.ts'
import { empty, keepRows, openTestDb, prepareEmptying, putRows } from './database.ts'

/** At least 32 characters, as required. */
export const TEST_SECRET = 'a secret of the tests, and of nothing else'

/** Base URL of the clients. `fetch` accepts any origin. */
const ORIGIN = 'http://evenhand.test'

/** Origin of links in mails. */
export const PUBLIC_URL = 'https://vote.example.org'

export interface Voter {
	readonly user: User & { readonly id: string }
	readonly password: string
	readonly token: string
	readonly call: Call
}

/** The real server in this process, on the worker's shared database. */
export interface TestServer {
	readonly app: Hono
	readonly db: Db
	readonly endpoints: typeof endpoints
	readonly clock: { now: Date }
	readonly links: ResetLinks
	/** Runs extractions in the background. */
	readonly extractor: Extractor
	readonly fetch: (request: Request) => Promise<Response>
	readonly call: Call
	readonly as: (token: string) => Call
	/** Registers a voter. Default: a new name, and the voter role. */
	readonly registerVoter: (name?: string, roles?: Role[]) => Promise<Voter>
}

let opening: Promise<OpenDb> | undefined
/** Number of servers created. Only the last one answers. */
let created = 0
/** Calls in progress. */
const underWay = new Set<Promise<unknown>>()
let imported = false
let voters = 0

const openEmptied = async (): Promise<OpenDb> => {
	const opened = await openTestDb()
	await prepareEmptying(opened.db)
	return opened
}

/** Imports the sample data. Slow, so later calls in the same worker restore saved rows. */
const writeSample = async (db: Db, now: Date): Promise<void> => {
	if (imported) return putRows(db)
	await ensureCategoryWeights(db, now)
	await importFiles(db, await readFolder(SAMPLE_URL), now)
	await keepRows(db)
	imported = true
}

const clientOf = (fetchApp: TestServer['fetch'], token: string | null): Call =>
	createClient({
		baseUrl: `${ORIGIN}/api`,
		fetch: (input, init) => fetchApp(new Request(input, init)),
		token: () => token,
	})

const PASSWORD = 'a password of the tests'
/** A real password hash, shared by the worker because hashing is slow by design. */
let hashed: Promise<string> | undefined

/** Inserts a voter directly. Only the registration's own tests use the endpoint. */
const registerIn =
	({ db, clock }: Pick<TestServer, 'db' | 'clock'>, tokens: Tokens, as: TestServer['as']) =>
	async (name = `voter${++voters}`, roles: Role[] = ['ROLE_USER']): Promise<Voter> => {
		hashed ??= hashPassword(PASSWORD)
		const email = `${name}@example.org`
		const row = {
			id: randomUUID(),
			username: name,
			usernameKey: identityKey(name),
			email,
			emailKey: identityKey(email),
			passwordHash: await hashed,
			roles,
			createdAt: clock.now,
		}
		await db.insert(users).values(row)
		const entry = { action: 'user.registered', target: row.id, at: clock.now }
		await writeAudit(db, { ...entry, actorId: row.id })
		const token = await tokens.sign({ userId: row.id, version: 1 })
		return { user: { ...toUser(row), id: row.id }, password: PASSWORD, token, call: as(token) }
	}

export interface TestServerOptions {
	readonly sample?: boolean
	readonly log?: Log
	/** Sends reset links. Without a mailer, they are logged. */
	readonly mailer?: Mailer
	readonly extraction?: Omit<ExtractorOptions, 'log'>
}

/** Creates an app on the worker's database after emptying it. Call it before each test. */
export const createTestServer = async ({
	sample = false,
	log = jsonLog,
	mailer,
	extraction = {},
}: TestServerOptions = {}): Promise<TestServer> => {
	const own = ++created
	opening ??= openEmptied()
	const { db } = await opening
	const clock = { now: new Date('2026-11-21T12:00:00Z') }
	// A call from the previous test could write to the emptied tables, or lock them.
	while (underWay.size > 0) await Promise.allSettled(underWay)
	await empty(db)
	if (sample) await writeSample(db, clock.now)
	else await ensureCategoryWeights(db, clock.now)
	const now = () => clock.now
	const tokens = createTokens(TEST_SECRET, now)
	const links = createResetLinks({
		secret: TEST_SECRET,
		publicUrl: PUBLIC_URL,
		mailer: mailer ?? null,
		log,
	})
	const extractor = createExtractor({ log, ...extraction })
	const app = createApp({ db, clock: now, tokens, log, links, extractor })
	const fetchApp = (request: Request): Promise<Response> => {
		// A device of an earlier test may still send.
		if (own !== created) return Promise.reject(new TypeError('Failed to fetch'))
		const answer = async () => app.request(request)
		const reply = answer().finally(() => underWay.delete(reply))
		underWay.add(reply)
		return reply
	}
	const as = (token: string) => clientOf(fetchApp, token)
	return {
		app,
		db,
		endpoints,
		clock,
		links,
		extractor,
		fetch: fetchApp,
		call: clientOf(fetchApp, null),
		as,
		registerVoter: registerIn({ db, clock }, tokens, as),
	}
}
