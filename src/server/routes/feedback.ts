import { feedback } from '#contract/feedback.ts'
import { type Api, mount } from '../http/mount.ts'
import { listFeedback } from '../services/administration/feedback.ts'

export const mountFeedback = (api: Api): void => {
	mount(api, feedback.page, listFeedback)
}
