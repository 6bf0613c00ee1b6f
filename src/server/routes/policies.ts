import { categoryWeights } from '#contract/category-weights.ts'
import { managePolicies } from '#contract/manage-policies.ts'
import { type Api, mount } from '../http/mount.ts'
import {
	listCategoryConfigs,
	readCategoryWeights,
	resetCategoryWeights,
	setCategoryWeight,
} from '../services/policies/category-weights.ts'
import {
	createPolicy,
	deletePolicy,
	restorePolicy,
	updatePolicy,
} from '../services/policies/manage.ts'
import {
	getManagedPolicy,
	policiesOfCandidate,
	readPolicyStats,
} from '../services/policies/managed.ts'
import { previewWeight } from '../services/policies/preview-weight.ts'

const mountWeights = (api: Api): void => {
	const rows = categoryWeights
	mount(api, rows.weights, ({ db }) => readCategoryWeights(db))
	mount(api, rows.configs, ({ db }) => listCategoryConfigs(db))
	mount(api, rows.reset, (context) => resetCategoryWeights(context))
	mount(api, rows.preview, ({ db }, { params, body }) =>
		previewWeight(db, params.code, body.weight),
	)
	mount(api, rows.setWeight, (context, { params, body }) =>
		setCategoryWeight(context, params.code, body),
	)
}

/** Serves the policies of the candidates to administrators, and what the categories count. */
export const mountPolicies = (api: Api): void => {
	mountWeights(api)
	const rows = managePolicies
	mount(api, rows.stats, ({ db }) => readPolicyStats(db))
	mount(api, rows.ofCandidate, ({ db }, { params }) => policiesOfCandidate(db, params.candidateId))
	mount(api, rows.get, ({ db }, { params }) => getManagedPolicy(db, params.id))
	mount(api, rows.create, (context, { body }) => createPolicy(context, body))
	mount(api, rows.update, (context, { params, body }) => updatePolicy(context, params.id, body))
	mount(api, rows.remove, (context, { params }) => deletePolicy(context, params.id))
	mount(api, rows.restore, (context, { params }) => restorePolicy(context, params.id))
}
