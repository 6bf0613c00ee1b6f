import { randomUUID } from 'node:crypto'
import { createApp } from '#server/app.ts'
import type { Db } from '#server/db/open.ts'
import { users } from '#server/db/schema.ts'
import { createExtractor } from '#server/extraction/extractor.ts'
import { createResetLinks } from '#server/services/auth/reset-links.ts'
import { createTokens } from '#server/services/auth/sign-in.ts'

const SECRET = 'a secret of the benchmark, and of nothing else'

/** Creates an administrator in an empty database. Returns an API client. */
export const administer = async (db: Db, clock: () => Date) => {
	const id = randomUUID()
	const name = 'administrator'
	const email = 'admin@example.org'
	const keys = { usernameKey: name, emailKey: email, passwordHash: '-' }
	const admin = { id, username: name, email, ...keys, roles: ['ROLE_ADMIN' as const] }
	await db.insert(users).values({ ...admin, createdAt: clock() })
	const log = () => undefined
	const tokens = createTokens(SECRET, clock)
	const links = createResetLinks({
		secret: SECRET,
		publicUrl: 'http://localhost',
		mailer: null,
		log,
	})
	const app = createApp({ db, clock, tokens, log, links, extractor: createExtractor({ log }) })
	const token = await tokens.sign({ userId: id, version: 1 })
	const open = async (path: string): Promise<Response> => {
		const reply = await app.request(`/api${path}`, {
			headers: { authorization: `Bearer ${token}` },
		})
		if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
		return reply
	}
	const read = async (path: string): Promise<unknown> => (await open(path)).json()
	return { open, read }
}
