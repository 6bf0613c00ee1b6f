import { sql } from 'drizzle-orm'
import { manageAbout } from '#contract/admin/about.ts'
import { manageCandidates } from '#contract/admin/candidates.ts'
import { categoryWeights } from '#contract/admin/category-weights.ts'
import { manageElections } from '#contract/admin/elections.ts'
import { policyExtraction } from '#contract/admin/extraction.ts'
import { transfer } from '#contract/admin/import-export.ts'
import { feedback, testManagement } from '#contract/admin/knowledge-test.ts'
import { adminStats, history } from '#contract/admin/overview.ts'
import { managePolicies, policyChecks } from '#contract/admin/policies.ts'
import { managePositions } from '#contract/admin/positions.ts'
import { manageQuizzes } from '#contract/admin/quizzes.ts'
import { manageUsers, passwordResets } from '#contract/admin/users.ts'
import { CAPABILITIES } from '#contract/capabilities.ts'
import { health } from '#contract/health.ts'
import { notFound } from '../http/errors.ts'
import { type Api, createCoalescer, mount } from '../http/mount.ts'
import { IMMUTABLE } from '../http/static-files.ts'
import { getManagedAbout, setOperator } from '../services/about/operator.ts'
import { readAttention, readStats } from '../services/admin-shared/dashboard.ts'
import { exportFeedback, listFeedback } from '../services/admin-shared/feedback.ts'
import { pageHistory } from '../services/admin-shared/history.ts'
import {
	exportElection,
	importSources,
	importTemplates,
} from '../services/admin-shared/import-export.ts'
import { listResets } from '../services/auth/reset-links.ts'
import {
	candidateConsequences,
	getManagedCandidate,
	listCandidates,
	pageCandidates,
} from '../services/candidates/admin-read.ts'
import { readLogo, uploadLogo } from '../services/candidates/logos.ts'
import * as candidates from '../services/candidates/write.ts'
import { getManagedQuiz, pageQuizzes } from '../services/compare-quizzes/admin-read.ts'
import { previewQuiz } from '../services/compare-quizzes/fairness.ts'
import * as quizzes from '../services/compare-quizzes/write.ts'
import {
	electionConsequences,
	getManagedElection,
	pageElections,
} from '../services/elections/admin-read.ts'
import * as elections from '../services/elections/write.ts'
import { beginExtraction, extractPolicies } from '../services/extraction/begin.ts'
import {
	cancelExtraction,
	getExtraction,
	getExtractionSource,
	openExtractions,
	readHealth,
} from '../services/extraction/read.ts'
import { saveExtraction } from '../services/extraction/save.ts'
import { analyseConfiguration } from '../services/knowledge-test/analytics.ts'
import * as tests from '../services/knowledge-test/configurations.ts'
import { listConfigurations } from '../services/knowledge-test/configurations.ts'
import {
	calculateImportance,
	getManagedPolicy,
	policiesOfCandidate,
	prepareBatch,
	readPolicyStats,
	validatePolicy,
} from '../services/policies/admin-read.ts'
import {
	listCategoryConfigs,
	previewWeight,
	readCategoryWeights,
	resetCategoryWeights,
	setCategoryWeight,
} from '../services/policies/category-weights.ts'
import {
	createPolicy,
	deletePolicy,
	restorePolicy,
	updatePolicy,
} from '../services/policies/write.ts'
import { mergeStatements } from '../services/positions/merge.ts'
import { readGrid } from '../services/positions/read.ts'
import * as positions from '../services/positions/write.ts'
import * as users from '../services/users/users.ts'
import { getManagedUser, listUsers, pageUsers } from '../services/users/users.ts'

export const mountAdminStats = (api: Api): void => {
	mount(api, adminStats.figures, readStats)
	mount(api, adminStats.attention, readAttention)
}

const mountElections = (api: Api): void => {
	const rows = manageElections
	mount(api, rows.page, ({ db }, { query }) => pageElections(db, query))
	mount(api, rows.get, ({ db }, { params }) => getManagedElection(db, params.id))
	mount(api, rows.consequences, ({ db }, { params }) => electionConsequences(db, params.id))
	mount(api, rows.create, (context, { body }) => elections.createElection(context, body))
	mount(api, rows.update, (context, { params, body }) =>
		elections.updateElection(context, params.id, body),
	)
	mount(api, rows.remove, (context, { params }) => elections.deleteElection(context, params.id))
	mount(api, rows.restore, (context, { params }) => elections.restoreElection(context, params.id))
}

const mountCandidates = (api: Api): void => {
	const rows = manageCandidates
	mount(api, rows.page, ({ db }, { query }) => pageCandidates(db, query))
	mount(api, rows.list, ({ db }) => listCandidates(db))
	mount(api, rows.get, ({ db }, { params }) => getManagedCandidate(db, params.id))
	mount(api, rows.consequences, ({ db }, { params }) => candidateConsequences(db, params.id))
	mount(api, rows.create, (context, { body }) => candidates.createCandidate(context, body))
	mount(api, rows.update, (context, { params, body }) =>
		candidates.updateCandidate(context, params.id, body),
	)
	mount(api, rows.remove, (context, { params }) => candidates.deleteCandidate(context, params.id))
	mount(api, rows.restore, (context, { params }) => candidates.restoreCandidate(context, params.id))
	mount(api, rows.uploadLogo, (context, { body }) => uploadLogo(context, body))
}

const mountLogos = ({ app, deps }: Api): void => {
	app.get('/api/logos/:file{[0-9a-f]{64}\\.webp}', async (c) => {
		const bytes = await readLogo(deps.db, c.req.param('file').slice(0, -'.webp'.length))
		if (bytes === null) throw notFound()
		return c.body(new Uint8Array(bytes), 200, {
			'content-type': 'image/webp',
			'cache-control': IMMUTABLE,
		})
	})
}

const mountQuizzes = (api: Api): void => {
	const rows = manageQuizzes
	mount(api, rows.page, (context, { query }) => pageQuizzes(context, query))
	mount(api, rows.get, (context, { params }) => getManagedQuiz(context, params.id))
	mount(api, rows.preview, (context, { body }) => previewQuiz(context, body))
	mount(api, rows.create, (context, { body }) => quizzes.createQuiz(context, body))
	mount(api, rows.update, (context, { params, body }) =>
		quizzes.updateQuiz(context, params.id, body),
	)
	mount(api, rows.activate, (context, { params }) =>
		quizzes.setQuizActive(context, params.id, true),
	)
	mount(api, rows.deactivate, (context, { params }) =>
		quizzes.setQuizActive(context, params.id, false),
	)
	mount(api, rows.remove, (context, { params }) => quizzes.deleteQuiz(context, params.id))
	mount(api, rows.restore, (context, { params }) => quizzes.restoreQuiz(context, params.id))
}

const mountUsers = (api: Api): void => {
	const rows = manageUsers
	mount(api, rows.list, ({ db }) => listUsers(db))
	// Register it before the route whose parameter would match it.
	mount(api, rows.page, ({ db }, { query }) => pageUsers(db, query))
	mount(api, rows.get, ({ db }, { params }) => getManagedUser(db, params.id))
	mount(api, rows.setRoles, (context, { params, body }) => users.setRoles(context, params.id, body))
	mount(api, rows.remove, (context, { params }) => users.deleteUser(context, params.id))
	mount(api, rows.restore, (context, { params }) => users.restoreUser(context, params.id))
}

/** Mounts the admin routes of elections, candidates, logos, quizzes, users, the operator, and the history. */
export const mountAdministration = (api: Api): void => {
	mountElections(api)
	mountCandidates(api)
	mountLogos(api)
	mountQuizzes(api)
	mountUsers(api)
	mount(api, manageAbout.get, ({ db }) => getManagedAbout(db))
	mount(api, manageAbout.set, (context, { body }) => setOperator(context, body))
	mount(api, history.page, (context, { query }) => pageHistory(context, query))
}

export const mountExtraction = (api: Api): void => {
	const rows = policyExtraction
	mount(api, rows.extract, (context, { body }) => extractPolicies(context, body))
	mount(api, rows.begin, (context, { body }) => beginExtraction(context, body))
	mount(api, rows.ofCandidate, (context, { params }) =>
		openExtractions(context, params.candidateId),
	)
	mount(api, rows.get, (context, { params }) => getExtraction(context, params.id))
	mount(api, rows.source, ({ db }, { params }) => getExtractionSource(db, params.id))
	mount(api, rows.cancel, ({ db }, { params }) => cancelExtraction(db, params.id))
	mount(api, rows.save, (context, { body }) => saveExtraction(context, body))
	mount(api, rows.health, (context) => readHealth(context))
}

export const mountFeedback = (api: Api): void => {
	mount(api, feedback.page, listFeedback)
	mount(api, feedback.export, exportFeedback)
}

/** Mounts liveness and readiness checks, separate because a restart cures only the former. */
export const mountHealth = (api: Api): void => {
	// Health checks bypass admission control, so coalesce their database queries.
	const askDatabase = createCoalescer<unknown>()
	mount(api, health.check, async ({ db, answers = async () => db.execute(sql`select 1`) }) => {
		await askDatabase(answers)
		return { status: 'ok' as const, capabilities: Object.keys(CAPABILITIES) }
	})
	mount(api, health.live, () => Promise.resolve({ status: 'ok' as const }))
	// HAProxy sends OPTIONS by default.
	for (const { path } of [health.check, health.live]) {
		api.app.options(`/api${path}`, (c) => api.app.request(`/api${path}`, {}, c.env))
	}
}

/** Mounts open password resets. Without a mail server, an administrator passes the links on. */
export const mountPasswordResets = (api: Api): void => {
	mount(api, passwordResets.list, listResets)
}

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

const mountPositions = (api: Api): void => {
	const rows = managePositions
	mount(api, rows.grid, ({ db }, { params }) => readGrid(db, params.electionId))
	mount(api, rows.setMany, (context, { params, body }) =>
		positions.setPositions(context, params.electionId, body.cells),
	)
	mount(api, rows.merge, (context, { params, body }) =>
		mergeStatements(context, params.electionId, body),
	)
	mount(api, rows.set, (context, { params, body }) => positions.setPosition(context, params, body))
	mount(api, rows.clear, (context, { params }) => positions.clearPosition(context, params))
	mount(api, rows.restore, (context, { params }) => positions.restorePosition(context, params.id))
}

/** Mounts the admin routes of policies, positions, policy checks, and category weights. */
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
	mountPositions(api)
}

export const mountTestManagement = (api: Api): void => {
	const rows = testManagement
	mount(api, rows.all, listConfigurations)
	mount(api, rows.create, (context, { body }) => tests.createConfiguration(context, body))
	// Register it before the routes whose parameter would match it.
	mount(api, rows.featureStatus, tests.readFeature)
	mount(api, rows.toggle, (context, { query }) => tests.setFeature(context, query.enabled))
	mount(api, rows.activate, (context, { params }) =>
		tests.activateConfiguration(context, params.id),
	)
	mount(api, rows.remove, (context, { params }) => tests.deleteConfiguration(context, params.id))
	mount(api, rows.analytics, (context, { params }) => analyseConfiguration(context, params.id))
}

export const mountTransfer = (api: Api): void => {
	mount(api, transfer.importTemplates, importTemplates)
	mount(api, transfer.import, (context, { body }) => importSources(context, body))
	mount(api, transfer.export, exportElection)
}
