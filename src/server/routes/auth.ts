import { auth } from '#contract/auth.ts'
import { accountKey, FORGOT_BY_ACCOUNT, PER_HOUR } from '../http/account-limits.ts'
import { type Api, mount } from '../http/mount.ts'
import { countCalls, limitRate, type RateLimit } from '../http/rate-limit.ts'
import { forgotPassword } from '../services/auth/forgot-password.ts'
import { login } from '../services/auth/login.ts'
import { register } from '../services/auth/register.ts'
import { resetPassword } from '../services/auth/reset-password.ts'

// A school may be one address: 300 people pass, each twice.
const FORGOT_BY_ADDRESS: RateLimit = { name: 'forgot-address', calls: 600, ...PER_HOUR }
const RESET_BY_ADDRESS: RateLimit = { name: 'reset-address', calls: 600, ...PER_HOUR }

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
