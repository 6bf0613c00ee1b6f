import { passwordResets } from '#contract/password-resets.ts'
import { type Api, mount } from '../http/mount.ts'
import { listResets } from '../services/password-resets/list.ts'

export const mountPasswordResets = (api: Api): void => {
	mount(api, passwordResets.list, listResets)
}
