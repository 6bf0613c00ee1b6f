import { about } from './about.ts'
import { manageAbout } from './admin/about.ts'
import { manageCandidates } from './admin/candidates.ts'
import { categoryWeights } from './admin/category-weights.ts'
import { manageElections } from './admin/elections.ts'
import { policyExtraction } from './admin/extraction.ts'
import { transfer } from './admin/import-export.ts'
import { feedback, testManagement } from './admin/knowledge-test.ts'
import { adminStats, history } from './admin/overview.ts'
import { managePolicies, policies, policyChecks } from './admin/policies.ts'
import { managePositions } from './admin/positions.ts'
import { manageQuizzes } from './admin/quizzes.ts'
import { manageUsers, passwordResets } from './admin/users.ts'
import { auth } from './auth.ts'
import { candidates } from './candidates.ts'
import { compareQuizzes } from './compare-quizzes.ts'
import { elections } from './elections.ts'
import { health } from './health.ts'
import { knowledgeTest, testConfig } from './knowledge-test.ts'
import { quiz, quotes } from './quiz.ts'
import { users } from './users.ts'
import { yourData } from './your-data.ts'

/** All API calls. Pages import single modules instead, to keep their bundles small. */
export const endpoints = {
	auth,
	users,
	yourData,
	elections,
	candidates,
	compareQuizzes,
	quiz,
	quotes,
	knowledgeTest,
	testConfig,
	about,
	passwordResets,
	health,
	adminStats,
	categoryWeights,
	feedback,
	history,
	manageAbout,
	manageCandidates,
	manageElections,
	managePolicies,
	managePositions,
	manageQuizzes,
	manageUsers,
	policies,
	policyChecks,
	policyExtraction,
	testManagement,
	transfer,
} as const
