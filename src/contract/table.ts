import { adminStats } from './admin-stats.ts'
import { auth } from './auth.ts'
import { candidates } from './candidates.ts'
import { categoryWeights } from './category-weights.ts'
import { compareQuizzes } from './compare-quizzes.ts'
import { elections } from './elections.ts'
import { feedback } from './feedback.ts'
import { health } from './health.ts'
import { history } from './history.ts'
import { knowledgeTest, testConfig } from './knowledge-test.ts'
import { manageCandidates } from './manage-candidates.ts'
import { manageElections } from './manage-elections.ts'
import { managePolicies } from './manage-policies.ts'
import { manageQuizzes } from './manage-quizzes.ts'
import { manageUsers } from './manage-users.ts'
import { passwordResets } from './password-resets.ts'
import { policies } from './policies.ts'
import { policyChecks } from './policy-checks.ts'
import { policyExtraction } from './policy-extraction.ts'
import { quiz } from './quiz.ts'
import { quotes } from './quotes.ts'
import { testManagement } from './test-management.ts'
import { transfer } from './transfer.ts'
import { users } from './users.ts'
import { yourData } from './your-data.ts'

/** Every call of the API, by noun. Screens import the noun they need instead, so that no page carries the whole table. */
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
	passwordResets,
	health,
	adminStats,
	categoryWeights,
	feedback,
	history,
	manageCandidates,
	manageElections,
	managePolicies,
	manageQuizzes,
	manageUsers,
	policies,
	policyChecks,
	policyExtraction,
	testManagement,
	transfer,
} as const
