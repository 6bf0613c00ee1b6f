import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
import { passwordResets } from '#server/db/schema.ts'
import { createResetLinks } from '#server/services/auth/reset-links.ts'
import { createTokens } from '#server/services/auth/sign-in.ts'
import { replyOf } from '../../support/quizzes.ts'
import {
	ask,
	askForToken,
	createResetServer,
	type ResetServer,
	reset,
	tokenOf,
} from '../../support/resets.ts'
import { PUBLIC_URL, TEST_SECRET, type Voter } from '../../support/server.ts'

let server: ResetServer
let admin: Voter
let voter: Voter
let email: string
beforeEach(async () => {
	server = await createResetServer()
	admin = await server.registerVoter('admin', ['ROLE_ADMIN'])
	voter = await server.registerVoter()
	email = voter.user.email ?? ''
})

const list = async () => replyOf(await admin.call(server.endpoints.passwordResets.list, {}))

describe('open password resets', () => {
	it('have a working link for administrators to pass on', async () => {
		await ask(server, email)
		const listed = await list()
		expect(listed).toEqual([
			{
				id: expect.any(String),
				username: voter.user.username,
				email,
				link: expect.stringContaining(`${PUBLIC_URL}/reset-password?token=`),
				createdAt: '2026-11-21T12:00:00.000Z',
				expiresAt: '2026-11-21T12:30:00.000Z',
			},
		])
		expect((await reset(server, tokenOf(listed[0]?.link))).status).toBe(200)
	})

	it('list one per account, newest first', async () => {
		const other = await server.registerVoter()
		await ask(server, email)
		server.clock.now = new Date(server.clock.now.getTime() + 1000)
		await ask(server, other.user.email ?? '')
		await ask(server, 'nobody@example.org')
		server.clock.now = new Date(server.clock.now.getTime() + 1000)
		await ask(server, email)
		expect((await list()).map(({ username }) => username)).toEqual([
			voter.user.username,
			other.user.username,
		])
	})

	it('disappear once used or expired and drop their sealed tokens', async () => {
		const token = await askForToken(server, email)
		await askForToken(server, email)
		const used = await askForToken(server, email)
		await reset(server, used)
		expect(await list()).toEqual([])
		const rows = await server.db.select({ token: passwordResets.sealedToken }).from(passwordResets)
		expect(rows).toEqual([{ token: null }, { token: null }, { token: null }])
		expect(token).not.toBe(used)
		await ask(server, email)
		server.clock.now = new Date(server.clock.now.getTime() + 1_800_000)
		expect(await list()).toEqual([])
	})

	it('cannot be unsealed with another secret or in another row', async () => {
		await ask(server, email)
		const other = await server.registerVoter()
		await ask(server, other.user.email ?? '')
		const [one, two] = await server.db.select().from(passwordResets)
		if (one === undefined || two === undefined) throw new Error('there are two requests')
		await server.db
			.update(passwordResets)
			.set({ sealedToken: two.sealedToken })
			.where(eq(passwordResets.id, one.id))
		const links = new Map((await list()).map(({ id, link }) => [id, link]))
		expect(links.get(one.id)).toBeNull()
		expect(links.get(two.id)).not.toBeNull()

		const clock = () => server.clock.now
		const log = () => undefined
		const secret = 'another secret of at least 32 characters'
		const options = { secret, publicUrl: PUBLIC_URL, mailer: null, log }
		const app = createApp({
			db: server.db,
			clock,
			tokens: createTokens(TEST_SECRET, clock),
			log,
			links: createResetLinks(options),
			extractor: server.extractor,
		})
		const headers = { authorization: `Bearer ${admin.token}` }
		const reply = await app.request('/api/admin/password-resets', { headers })
		expect(((await reply.json()) as { link: unknown }[]).map(({ link }) => link)).toEqual([
			null,
			null,
		])
	})
})
