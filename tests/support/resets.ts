import { afterEach, beforeEach, vi } from 'vitest'
import { auth } from '#contract/auth.ts'
import type { Log } from '#server/log.ts'
import { type Raw, raw } from './quizzes.ts'
import { createTestServer, type TestServer, type TestServerOptions, type Voter } from './server.ts'

/** A test server, and what it logged. */
export interface ResetServer extends TestServer {
	readonly logged: { readonly level: string; readonly event: string; readonly fields: object }[]
}

/** A server that keeps what it logs. Without a mailer that includes the links. */
export const createResetServer = async (
	options: Omit<TestServerOptions, 'log'> = {},
): Promise<ResetServer> => {
	const logged: ResetServer['logged'] = []
	const log: Log = (level, event, fields = {}) => {
		logged.push({ level, event, fields })
	}
	return { ...(await createTestServer({ ...options, log })), logged }
}

/** Posts a body, as any program could. */
export const post = (server: TestServer, path: string, body: unknown): Promise<Raw> =>
	raw(server, `/api${path}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(body),
	})

/** Asks for a link for an address, and waits until that is on its way. */
export const ask = async (server: TestServer, email: string): Promise<Raw> => {
	const reply = await post(server, auth.forgotPassword.path, { email })
	await server.links.settled()
	return reply
}

/** Sets a password with a token. */
export const reset = (server: TestServer, token: string, password = 'a new password') =>
	post(server, auth.resetPassword.path, { token, password })

/** The token of a link; fails where it has none. */
export const tokenOf = (link: string | null | undefined): string => {
	const token = new URL(link ?? 'nothing:').searchParams.get('token')
	if (token === null) throw new Error(`no link with a token: ${link}`)
	return token
}

/** Asks for a link and takes its token from the log, as whoever runs a server without mail does. */
export const askForToken = async (server: ResetServer, email: string): Promise<string> => {
	await ask(server, email)
	const entry = server.logged.findLast(({ event }) => event === 'password reset link')
	return tokenOf((entry?.fields as { readonly link?: string } | undefined)?.link)
}

/** Gives each test of a file such a server with a registered voter, on real time again when it ends. @param use takes them. */
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
