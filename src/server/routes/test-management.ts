import { testManagement } from '#contract/test-management.ts'
import { type Api, mount } from '../http/mount.ts'
import { analyseConfiguration } from '../services/knowledge-test/analytics.ts'
import * as tests from '../services/knowledge-test/manage.ts'
import { listConfigurations } from '../services/knowledge-test/managed.ts'

/** Serves the pairs of the knowledge test, its switch and its analytics to the back-office. */
export const mountTestManagement = (api: Api): void => {
	const rows = testManagement
	mount(api, rows.all, listConfigurations)
	mount(api, rows.create, (context, { body }) => tests.createConfiguration(context, body))
	// Before the rows whose parameter would match it.
	mount(api, rows.featureStatus, tests.readFeature)
	mount(api, rows.toggle, (context, { query }) => tests.setFeature(context, query.enabled))
	mount(api, rows.activate, (context, { params }) =>
		tests.activateConfiguration(context, params.id),
	)
	mount(api, rows.remove, (context, { params }) => tests.deleteConfiguration(context, params.id))
	mount(api, rows.analytics, (context, { params }) => analyseConfiguration(context, params.id))
}
