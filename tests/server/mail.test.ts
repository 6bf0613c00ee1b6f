import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { passwordResets } from '#server/db/schema.ts'
import { createMailer, type Mail, type Mailer } from '#server/mail.ts'
import { comparableHeaders } from '../support/comparable-headers.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'
import { replyOf } from '../support/quizzes.ts'
import { ask, createResetServer, post, reset, tokenOf } from '../support/resets.ts'
import { PUBLIC_URL } from '../support/server.ts'

let mails: MailServer
let mailer: Mailer
beforeEach(async () => {
	mails = await startMailServer()
	mailer = createMailer({ url: mails.url, from: 'Evenhand <no-reply@vote.example.org>' })
})
afterEach(async () => {
	mailer.close()
	await mails.stop()
})

const serverWithVoter = async (by: Mailer = mailer) => {
	const server = await createResetServer({ mailer: by })
	const { user } = await server.registerVoter()
	return { server, email: user.email ?? '' }
}

const MAILED = {
	message: expect.stringContaining('we are sending it a link'),
	code: 'reset-link-mailed',
	values: { minutes: 30 },
}

describe('password reset mail', () => {
	it('is plain text with one working link, its lifetime, and advice', async () => {
		const { server, email } = await serverWithVoter()
		await ask(server, email)
		const [mail, ...others] = mails.received
		expect(others).toEqual([])
		expect(mail).toMatchObject({ from: 'no-reply@vote.example.org', to: [email] })
		expect(mail?.headers.get('subject')).toBe('Set a new password for Evenhand')
		expect(mail?.headers.get('from')).toBe('Evenhand <no-reply@vote.example.org>')
		expect(mail?.headers.get('to')).toBe(email)
		expect(mail?.headers.get('content-type')).toMatch(/^text\/plain; charset=utf-8/)
		expect(mail?.headers.get('auto-submitted')).toBe('auto-generated')
		const [, link] = /\n\n(https:\S+)\n\n/.exec(mail?.text ?? '') ?? []
		expect(mail?.text).toBe(
			[
				'Someone asked for a new password for the Evenhand account with this address.',
				'To set one, open this link within 30 minutes. It works only once:',
				link,
				'If this was not you, ignore this email. Your password stays the same.',
			].join('\n\n'),
		)
		expect(link).toMatch(`${PUBLIC_URL}/reset-password?token=`)
		expect((await reset(server, tokenOf(link))).status).toBe(200)
	})

	it('is not sent without an account, with the same reply', async () => {
		const { server, email } = await serverWithVoter()
		const known = await ask(server, email)
		const unknown = await ask(server, 'nobody@example.org')
		expect(mails.received).toHaveLength(1)
		expect(unknown.status).toBe(known.status)
		expect(unknown.body).toEqual(known.body)
		expect(comparableHeaders(unknown.headers)).toEqual(comparableHeaders(known.headers))
		expect(known.body).toEqual(MAILED)
	})

	it('keeps the link out of log, database, and admin list', async () => {
		const { server, email } = await serverWithVoter()
		const admin = await server.registerVoter('admin', ['ROLE_ADMIN'])
		await ask(server, email)
		expect(server.logged).toEqual([])
		expect(await server.db.select().from(passwordResets)).toMatchObject([{ sealedToken: null }])
		const listed = replyOf(await admin.call(server.endpoints.passwordResets.list, {}))
		expect(listed).toMatchObject([{ email, link: null }])
	})

	it('contains no text chosen at registration (spam)', async () => {
		const server = await createResetServer({ mailer })
		const body = { username: 'Buy at evil.example', email: 'v@example.org', password: 'whatever' }
		replyOf(await server.call(server.endpoints.auth.register, { body }))
		await ask(server, body.email)
		const [mail] = mails.received
		expect(mail?.text).toContain('Someone asked')
		expect(mail?.text).not.toContain('evil')
	})
})

describe('failing mail server', () => {
	/** Requests a reset and checks the reply. @returns the log. */
	const outcome = async (by: Mailer) => {
		const { server, email } = await serverWithVoter(by)
		const { status, body } = await ask(server, email)
		expect({ status, body }).toEqual({
			status: 200,
			body: MAILED,
		})
		expect(JSON.stringify(server.logged)).not.toMatch(/example\.org|token=/)
		return server.logged
	}

	it('keeps the reply when down and logs neither address nor link', async () => {
		await mails.stop()
		expect(await outcome(mailer)).toEqual([
			{
				level: 'warn',
				event: 'password reset mail not sent',
				fields: { code: expect.stringMatching(/^E(?:SOCKET|CONNECTION|CONNREFUSED)$/) },
			},
		])
	})

	it('keeps the reply when it refuses the address', async () => {
		mails.refusing = true
		expect(await outcome(mailer)).toEqual([
			{
				level: 'warn',
				event: 'password reset mail not sent',
				fields: { code: 'EENVELOPE', responseCode: 550 },
			},
		])
	})

	it('does not delay the reply when unresponsive', async () => {
		let begun: Mail | undefined
		let end: () => void = () => undefined
		const slow: Mailer = {
			send: (mail) => {
				begun = mail
				return new Promise((resolve) => {
					end = resolve
				})
			},
			close: () => undefined,
		}
		const { server, email } = await serverWithVoter(slow)
		expect((await post(server, '/auth/forgot-password', { email })).status).toBe(200)
		await expect.poll(() => begun?.to).toBe(email)
		end()
		await server.links.settled()
	})
})
