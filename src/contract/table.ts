import { auth } from './auth.ts'
import { candidates } from './candidates.ts'
import { compareQuizzes } from './compare-quizzes.ts'
import { elections } from './elections.ts'
import { health } from './health.ts'
import { knowledgeTest, testConfig } from './knowledge-test.ts'
import { passwordResets } from './password-resets.ts'
import { quiz } from './quiz.ts'
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
	knowledgeTest,
	testConfig,
	passwordResets,
	health,
} as const
