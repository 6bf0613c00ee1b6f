import { auth } from '#contract/auth.ts'
import { accountKey, FORGOT_BY_ACCOUNT, PER_HOUR } from '../http/account-limits.ts'
import { createLoginLimits } from '../http/login-limits.ts'
import { type Api, mount } from '../http/mount.ts'
import { countCalls, limitRate, type RateLimit } from '../http/rate-limit.ts'
import { forgotPassword } from '../services/auth/forgot-password.ts'
import { login } from '../services/auth/login.ts'
import { register } from '../services/auth/register.ts'
import { resetPassword } from '../services/auth/reset-password.ts'

// A school may be one address: 300 people pass, each twice.
const FORGOT_BY_ADDRESS: RateLimit = { name: 'forgot-address', calls: 600, ...PER_HOUR }
const RESET_BY_ADDRESS: RateLimit = { name: 'reset-address', calls: 600, ...PER_HOUR }

/** 300 people, each of whom finds three names taken. */
const REGISTER_BY_ADDRESS: RateLimit = { name: 'register', calls: 1200, windowSeconds: 600 }

/** Serves registration, sign-in and the way to a new password, within limits. */
export const mountAuth = (api: Api): void => {
	const { app, deps } = api
	const limits = createLoginLimits(deps)
	mount(api, auth.login, async (context, { body }) => {
		const { address } = context
		await limits.count(body.username, address)
		const signedIn = await login(context, body)
		await limits.forgive(body.username, address)
		return signedIn
	})
	app.post(`/api${auth.register.path}`, limitRate(deps, REGISTER_BY_ADDRESS))
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
