import { auth } from '#contract/auth.ts'
import { type Api, mount } from '../http/mount.ts'
import { login } from '../services/auth/login.ts'
import { register } from '../services/auth/register.ts'

export const mountAuth = (api: Api): void => {
	mount(api, auth.login, (context, { body }) => login(context, body))
	mount(api, auth.register, (context, { body }) => register(context, body))
}
