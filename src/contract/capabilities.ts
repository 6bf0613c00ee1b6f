import { about } from './about.ts'
import { manageAbout } from './admin/about.ts'
import { manageCandidates } from './admin/candidates.ts'
import { categoryWeights } from './admin/category-weights.ts'
import { manageElections } from './admin/elections.ts'
import { policyExtraction } from './admin/extraction.ts'
import { transfer } from './admin/import-export.ts'
import { feedback, testManagement } from './admin/knowledge-test.ts'
import { adminStats, history } from './admin/overview.ts'
import { managePolicies } from './admin/policies.ts'
import { managePositions } from './admin/positions.ts'
import { manageQuizzes } from './admin/quizzes.ts'
import { manageUsers, passwordResets } from './admin/users.ts'
import { auth } from './auth.ts'
import type { Endpoint } from './endpoint.ts'
import { knowledgeTest } from './knowledge-test.ts'
import { quiz, quotes } from './quiz.ts'
import { yourData } from './your-data.ts'

/**
 * Calls that the specifications do not have, by the name that `GET /health` lists. Clients import only the type, to
 * keep their bundles small.
 */
export const CAPABILITIES = {
	batch: [quiz.batch],
	/** Skipping statements and seeing the results early. */
	skip: [],
	/** Positions of candidates on each other's statements. */
	positions: [
		...[managePositions.grid, managePositions.setMany, managePositions.merge],
		...[managePositions.set, managePositions.clear, managePositions.restore],
	],
	'test-batch': [knowledgeTest.batch],
	quotes: [quotes.ofAttempt],
	'your-data': [yourData.read, yourData.erase],
	'password-reset': [auth.forgotPassword, auth.resetPassword, passwordResets.list],
	/** Lists page by page, and single records with their versions. */
	records: [
		...[manageElections.page, manageElections.get, manageCandidates.page, manageCandidates.get],
		...[manageQuizzes.page, manageQuizzes.get, managePolicies.ofCandidate, managePolicies.get],
		...[manageUsers.page, manageUsers.get],
	],
	consequences: [manageElections.consequences, manageCandidates.consequences],
	restore: [
		...[manageElections.restore, manageCandidates.restore, manageQuizzes.restore],
		...[managePolicies.restore, manageUsers.restore],
	],
	history: [history.page],
	stats: [adminStats.figures],
	attention: [adminStats.attention],
	logos: [manageCandidates.uploadLogo],
	'quiz-activation': [manageQuizzes.activate],
	'quiz-deletion': [manageQuizzes.remove],
	fairness: [manageQuizzes.preview],
	'weight-preview': [categoryWeights.preview],
	/** Extractions in stages, from files too, that can be resumed and canceled. */
	extractions: [
		...[policyExtraction.begin, policyExtraction.get, policyExtraction.ofCandidate],
		...[policyExtraction.source, policyExtraction.cancel],
	],
	/** The operator of the installation. */
	about: [about.read, manageAbout.get, manageAbout.set],
	'test-deletion': [testManagement.remove],
	'feedback-export': [feedback.export],
	transfer: [transfer.import, transfer.importTemplates, transfer.export],
} as const satisfies Readonly<Record<string, readonly Endpoint[]>>

export type Capability = keyof typeof CAPABILITIES
