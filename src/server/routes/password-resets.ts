import { passwordResets } from '#contract/password-resets.ts'
import { type Api, mount } from '../http/mount.ts'
import { listResets } from '../services/password-resets/list.ts'

/** Serves the requests for a new password that are open: where no mail is sent, an administrator passes their links on. */
export const mountPasswordResets = (api: Api): void => {
	mount(api, passwordResets.list, listResets)
}
