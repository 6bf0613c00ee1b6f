import { afterEach, beforeEach, vi } from 'vitest'
import { auth } from '#contract/auth.ts'
import type { Log } from '#server/log.ts'
import { type Raw, raw } from './quizzes.ts'
import { createTestServer, type TestServer, type TestServerOptions, type Voter } from './server.ts'

export interface ResetServer extends TestServer {
	readonly logged: { readonly level: string; readonly event: string; readonly fields: object }[]
}

/** A server that records its log, which includes reset links if there is no mailer. */
export const createResetServer = async (
	options: Omit<TestServerOptions, 'log'> = {},
): Promise<ResetServer> => {
	const logged: ResetServer['logged'] = []
	const log: Log = (level, event, fields = {}) => {
		logged.push({ level, event, fields })
	}
	return { ...(await createTestServer({ ...options, log })), logged }
}

/** Posts raw JSON. */
export const post = (server: TestServer, path: string, body: unknown): Promise<Raw> =>
	raw(server, `/api${path}`, { json: body })

/** Requests a reset link, and waits until it is sent. */
export const ask = async (server: TestServer, email: string): Promise<Raw> => {
	const reply = await post(server, auth.forgotPassword.path, { email })
	await server.links.settled()
	return reply
}

/** Sets a password with a token. */
export const reset = (server: TestServer, token: string, password = 'a new password') =>
	post(server, auth.resetPassword.path, { token, password })

/** The token of a link. @throws if there is none. */
export const tokenOf = (link: string | null | undefined): string => {
	const token = new URL(link ?? 'nothing:').searchParams.get('token')
	if (token === null) throw new Error(`no link with a token: ${link}`)
	return token
}

/** Requests a link and reads its token from the log, as operators without mail do. */
export const askForToken = async (server: ResetServer, email: string): Promise<string> => {
	await ask(server, email)
	const entry = server.logged.findLast(({ event }) => event === 'password reset link')
	return tokenOf((entry?.fields as { readonly link?: string } | undefined)?.link)
}

/** Gives each test a server with a voter, and restores real timers. @param use receives them. */
export const eachOnResetServer = (
	use: (server: ResetServer, voter: Voter, email: string) => void,
	options: Omit<TestServerOptions, 'log'> = {},
): void => {
	beforeEach(async () => {
		const server = await createResetServer(options)
		const voter = await server.registerVoter()
		use(server, voter, voter.user.email ?? '')
	})
	afterEach(() => {
		vi.useRealTimers()
	})
}
