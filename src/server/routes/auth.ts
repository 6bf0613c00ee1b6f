import { createHash } from 'node:crypto'
import { auth } from '#contract/auth.ts'
import { type Api, mount } from '../http/mount.ts'
import { countCalls, limitRate, type RateLimit } from '../http/rate-limit.ts'
import { forgotPassword } from '../services/auth/forgot-password.ts'
import { identityKey } from '../services/auth/identity.ts'
import { login } from '../services/auth/login.ts'
import { register } from '../services/auth/register.ts'
import { resetPassword } from '../services/auth/reset-password.ts'

// The same words whichever limit was reached. A school may be one address: 300 people pass, each twice.
const HOUR = {
	windowSeconds: 3600,
	text: 'Too many requests at the moment. Please try again later.',
}
const FORGOT_BY_ADDRESS: RateLimit = { name: 'forgot-address', calls: 600, ...HOUR }
/** So that nobody's mailbox is filled; and each request ends the link before it. */
const FORGOT_BY_ACCOUNT: RateLimit = { name: 'forgot-account', calls: 5, ...HOUR }
const RESET_BY_ADDRESS: RateLimit = { name: 'reset-address', calls: 600, ...HOUR }

/** What requests for an address are counted under, account or not; hashed, because the address is a person's. */
const accountKey = (email: string): string =>
	createHash('sha256').update(identityKey(email)).digest('base64url')

/** Serves registration, sign-in and the way to a new password, the latter within limits. */
export const mountAuth = (api: Api): void => {
	const { app, deps } = api
	mount(api, auth.login, (context, { body }) => login(context, body))
	mount(api, auth.register, (context, { body }) => register(context, body))
	app.post(`/api${auth.forgotPassword.path}`, limitRate(deps, FORGOT_BY_ADDRESS))
	const countAccount = countCalls(deps, FORGOT_BY_ACCOUNT)
	mount(api, auth.forgotPassword, async (context, { body }) => {
		await countAccount(accountKey(body.email))
		return forgotPassword(context, body)
	})
	app.post(`/api${auth.resetPassword.path}`, limitRate(deps, RESET_BY_ADDRESS))
	mount(api, auth.resetPassword, (context, { body }) => resetPassword(context, body))
}
