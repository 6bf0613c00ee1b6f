import { testManagement } from '#contract/test-management.ts'
import { type Api, mount } from '../http/mount.ts'
import {
	analyseConfiguration,
	listConfigurations,
} from '../services/administration/test-management.ts'

export const mountTestManagement = (api: Api): void => {
	mount(api, testManagement.all, listConfigurations)
	mount(api, testManagement.analytics, (context, { params }) =>
		analyseConfiguration(context, params.id),
	)
}
