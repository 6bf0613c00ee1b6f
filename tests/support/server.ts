import { eq } from 'drizzle-orm'
import type { Hono } from 'hono'
import { auth } from '#contract/auth.ts'
import { endpoints } from '#contract/table.ts'
import type { User } from '#contract/users.ts'
import type { Role } from '#domain/types.ts'
import { type Call, createClient } from '#http/client.ts'
import { createApp } from '#server/app.ts'
import { users } from '#server/db/schema.ts'
import type { Db, OpenDb } from '#server/db/types.ts'
import { ensureCategoryWeights } from '#server/first-rows.ts'
import { importFiles, readFolder } from '#server/import/import-files.ts'
import { jsonLog, type Log } from '#server/log.ts'
import type { Mailer } from '#server/mail.ts'
import { SAMPLE_URL } from '#server/paths.ts'
import { createTokens } from '#server/services/auth/tokens.ts'
import { createResetLinks, type ResetLinks } from '#server/services/password-resets/links.ts'
import { openTestDb, truncate } from './database.ts'

/** Anything of 32 characters or more; every test server signs with it. */
export const TEST_SECRET = 'a secret of the tests, and of nothing else'

/** The origin of the clients that {@link TestServer} hands out; its `fetch` takes requests to any. */
const ORIGIN = 'http://evenhand.test'

/** Where the links lead that test servers send. */
export const PUBLIC_URL = 'https://vote.example.org'

/** A signed-in voter of a test server, and the client that calls for them. */
export interface Voter {
	readonly user: User & { readonly id: string }
	readonly password: string
	readonly token: string
	readonly call: Call
}

/** The true server in this process, on a database that the tests of a worker share. */
export interface TestServer {
	readonly app: Hono
	readonly db: Db
	readonly endpoints: typeof endpoints
	/** The server's time, which stands still until a test moves it. */
	readonly clock: { now: Date }
	/** The links to set a new password, and what of them is on its way. */
	readonly links: ResetLinks
	/** Reaches the app without a network. */
	readonly fetch: (request: Request) => Promise<Response>
	/** A client that is not signed in. */
	readonly call: Call
	/** A client that calls with a token. */
	readonly as: (token: string) => Call
	/** Registers a voter under a fresh name or a given one, with roles other than a voter's where they are given. */
	readonly registerVoter: (name?: string, roles?: Role[]) => Promise<Voter>
}

let opening: Promise<OpenDb> | undefined
let voters = 0

const clientOf = (fetchApp: TestServer['fetch'], token: string | null): Call =>
	createClient({
		baseUrl: `${ORIGIN}/api`,
		fetch: (input, init) => fetchApp(new Request(input, init)),
		token: () => token,
	})

const registerIn =
	(db: Db, fetchApp: TestServer['fetch']): TestServer['registerVoter'] =>
	async (name = `voter${++voters}`, roles) => {
		const body = {
			username: name,
			email: `${name}@example.org`,
			password: `password of ${name}`,
		}
		const reply = await clientOf(fetchApp, null)(auth.register, { body })
		if (!reply.ok || reply.value.token === null || reply.value.user?.id === undefined) {
			throw new Error(`could not register ${name}: ${JSON.stringify(reply)}`)
		}
		const { token, user } = reply.value
		const { id } = reply.value.user
		if (roles) await db.update(users).set({ roles }).where(eq(users.id, id))
		const call = clientOf(fetchApp, token)
		return { user: { ...user, id }, password: body.password, token, call }
	}

export interface TestServerOptions {
	/** Whether the sample elections are there; false starts with an empty catalogue. */
	readonly sample?: boolean
	readonly log?: Log
	/** Carries the links to set a new password; without one they are written to the log. */
	readonly mailer?: Mailer
}

/** An app on the worker's database, which is emptied first: call it before each test. */
export const createTestServer = async ({
	sample = false,
	log = jsonLog,
	mailer,
}: TestServerOptions = {}): Promise<TestServer> => {
	opening ??= openTestDb()
	const { db } = await opening
	const clock = { now: new Date('2026-11-21T12:00:00Z') }
	await truncate(db)
	await ensureCategoryWeights(db, clock.now)
	if (sample) await importFiles(db, await readFolder(SAMPLE_URL), clock.now)
	const now = () => clock.now
	const tokens = createTokens(TEST_SECRET, now)
	const links = createResetLinks({
		secret: TEST_SECRET,
		publicUrl: PUBLIC_URL,
		mailer: mailer ?? null,
		log,
	})
	const app = createApp({ db, clock: now, tokens, log, links })
	const fetchApp = async (request: Request) => app.request(request)
	return {
		app,
		db,
		endpoints,
		clock,
		links,
		fetch: fetchApp,
		call: clientOf(fetchApp, null),
		as: (token) => clientOf(fetchApp, token),
		registerVoter: registerIn(db, fetchApp),
	}
}
