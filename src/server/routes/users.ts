import { users } from '#contract/users.ts'
import { type Api, mount } from '../http/mount.ts'
import { toUser } from '../services/auth/identity.ts'

/** Serves the profile: who a token stands for now. */
export const mountUsers = (api: Api): void => {
	mount(api, users.profile, async ({ user }) => toUser(user))
}
