import { categoryWeights } from '#contract/category-weights.ts'
import { managePolicies } from '#contract/manage-policies.ts'
import { policyChecks } from '#contract/policy-checks.ts'
import { type Api, mount } from '../http/mount.ts'
import {
	listCategoryConfigs,
	readCategoryWeights,
	resetCategoryWeights,
	setCategoryWeight,
} from '../services/policies/category-weights.ts'
import { calculateImportance, prepareBatch, validatePolicy } from '../services/policies/check.ts'
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

const mountChecks = (api: Api): void => {
	const rows = policyChecks
	mount(api, rows.prepareBatch, ({ db }, { body }) => prepareBatch(db, body.policyIds))
	mount(api, rows.validate, ({ db }, { params }) => validatePolicy(db, params.id))
	mount(api, rows.calculateImportance, async (_, { body }) => calculateImportance(body))
}

/** Serves the policies of the candidates to administrators, what checks them, and what the categories count. */
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
	mountChecks(api)
}
