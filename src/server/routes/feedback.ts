import { feedback } from '#contract/feedback.ts'
import { type Api, mount } from '../http/mount.ts'
import { listFeedback } from '../services/administration/feedback.ts'
import { exportFeedback } from '../services/administration/feedback-export.ts'

/** Serves what visitors of the knowledge test have told, in pages or as one file. */
export const mountFeedback = (api: Api): void => {
	mount(api, feedback.page, listFeedback)
	mount(api, feedback.export, exportFeedback)
}
