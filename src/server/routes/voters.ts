import { about } from '#contract/about.ts'
import { policies } from '#contract/admin/policies.ts'
import { auth } from '#contract/auth.ts'
import { candidates } from '#contract/candidates.ts'
import { compareQuizzes } from '#contract/compare-quizzes.ts'
import { elections } from '#contract/elections.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { knowledgeTest, testConfig } from '#contract/knowledge-test.ts'
import { quiz, quotes } from '#contract/quiz.ts'
import { users } from '#contract/users.ts'
import { yourData } from '#contract/your-data.ts'
import { type Api, createMountShared, mount, mountSession } from '../http/mount.ts'
import {
	accountKey,
	countCalls,
	createLoginLimits,
	ERASE_BY_ACCOUNT,
	FORGOT_BY_ACCOUNT,
	limitRate,
	PER_HOUR,
	type RateLimit,
} from '../http/rate-limits.ts'
import { readAbout } from '../services/about/operator.ts'
import { forgotPassword, resetPassword } from '../services/auth/password-reset.ts'
import { register } from '../services/auth/register.ts'
import { login, toUser } from '../services/auth/sign-in.ts'
import { getCandidate, listCandidatesOf, listPoliciesOf } from '../services/candidates/read.ts'
import {
	keepMaterial,
	listCompareQuizzesOf,
	readCompareQuiz,
	validateCompareQuiz,
} from '../services/compare-quizzes/read.ts'
import {
	getElection,
	listActiveElections,
	listElections,
	searchElections,
} from '../services/elections/read.ts'
import { submitGuess, takeTestBatch } from '../services/knowledge-test/answer.ts'
import { getActiveTest, listTestCandidates } from '../services/knowledge-test/configurations.ts'
import {
	complete as completeTest,
	getResults as getTestResults,
	giveFeedback,
	saveProgress,
} from '../services/knowledge-test/finish.ts'
import { start as startTest } from '../services/knowledge-test/start.ts'
import { createAnswers } from '../services/quiz/answers.ts'
import { getAttempt, getHistory, getQuotes, getResults, getState } from '../services/quiz/read.ts'
import { reset, start } from '../services/quiz/take.ts'
import { eraseAccount } from '../services/your-data/erase.ts'
import { readData } from '../services/your-data/export.ts'

// A school may share one IP address: allows 300 people, twice each.
const FORGOT_BY_ADDRESS: RateLimit = { name: 'forgot-address', calls: 600, ...PER_HOUR }
const RESET_BY_ADDRESS: RateLimit = { name: 'reset-address', calls: 600, ...PER_HOUR }

/** Allows 300 people behind one IP address, each with three taken usernames. */
const REGISTER_BY_ADDRESS: RateLimit = { name: 'register', calls: 1200, windowSeconds: 600 }

/** Mounts registration, login, and password resets, with rate limits. */
export const mountAuth = (api: Api): void => {
	const { app, deps } = api
	const limits = createLoginLimits(deps)
	mount(api, auth.login, async (context, { body }) => {
		const { address } = context
		await limits.count(body.username, address)
		const signedIn = await login(context, body)
		await limits.forgive(body.username, address)
		return signedIn
	})
	app.post(`/api${auth.register.path}`, limitRate(deps, REGISTER_BY_ADDRESS))
	mount(api, auth.register, (context, { body }) => register(context, body))
	app.post(`/api${auth.forgotPassword.path}`, limitRate(deps, FORGOT_BY_ADDRESS))
	const countAccount = countCalls(deps, FORGOT_BY_ACCOUNT)
	mount(api, auth.forgotPassword, async (context, { body }) => {
		await countAccount(accountKey(body.email))
		return forgotPassword(context, body)
	})
	app.post(`/api${auth.resetPassword.path}`, limitRate(deps, RESET_BY_ADDRESS))
	mount(api, auth.resetPassword, (context, { body }) => resetPassword(context, body))
}

export const mountUsers = (api: Api): void => {
	mount(api, users.profile, async ({ user }) => toUser(user))
}

// A school may share one IP address: allows 300 people, twice each.
const ERASE_BY_ADDRESS: RateLimit = { name: 'erase-address', calls: 600, ...PER_HOUR }

export const mountYourData = (api: Api): void => {
	const { app, deps } = api
	mount(api, yourData.read, (context, { query }) => readData(context, query))
	app.post(`/api${yourData.erase.path}`, limitRate(deps, ERASE_BY_ADDRESS))
	const countAccount = countCalls(deps, ERASE_BY_ACCOUNT)
	mount(api, yourData.erase, async (context, { body }) => {
		await countAccount(accountKey(context.user.email))
		return eraseAccount(context, body)
	})
}

/** Mounts the facts about this installation. Replies are cached and shared. */
export const mountAbout = (api: Api): void => createMountShared(api)(about.read, readAbout)

/** Mounts public elections. Replies are cached and shared, except searches. */
export const mountElections = (api: Api): void => {
	const mountShared = createMountShared(api)
	mountShared(elections.active, listActiveElections)
	// Not shared: free-text queries would fill the cache.
	mount(api, elections.search, ({ db }, { query }) => searchElections(db, query))
	mountShared(elections.get, (db, { params }) => getElection(db, params.id))
	mountShared(elections.list, listElections)
}

/** Mounts public candidates and policies. Replies are cached and shared. */
export const mountCandidates = (api: Api): void => {
	const mountShared = createMountShared(api)
	mountShared(candidates.ofElection, (db, { params }) => listCandidatesOf(db, params.electionId))
	mountShared(candidates.get, (db, { params }) => getCandidate(db, params.id))
	mountShared(candidates.policies, (db, { params }) => listPoliciesOf(db, params.id))
	mountShared(policies.ofCandidate, (db, { params }) => listPoliciesOf(db, params.candidateId))
}

/** Mounts compare quizzes. Replies are cached and shared, except validation, which depends on the voter. */
export const mountCompareQuizzes = (api: Api): void => {
	const mountShared = createMountShared(api)
	mountShared(compareQuizzes.ofElection, (db, { params }) =>
		listCompareQuizzesOf(db, params.electionId),
	)
	mountShared(compareQuizzes.get, readCompareQuiz)
	mount(api, compareQuizzes.validate, (context, { params }) =>
		validateCompareQuiz(context, params.id),
	)
}

/** Mounts quiz attempts. Caches quiz material for all voters. */
export const mountQuiz = (api: Api): void => {
	const materialOf = keepMaterial()
	const answers = createAnswers(api.deps.db)
	mount(api, quiz.start, (context, input) => start(context, input, materialOf))
	mount(api, quiz.state, (context, { params }) => getState(context, params.attemptId))
	mountSession(api, quiz.interact, answers.interact)
	mountSession(api, quiz.complete, (context, { params, body }) =>
		answers.complete(context, params.attemptId, body?.unanswered),
	)
	mountSession(api, quiz.batch, answers.batch)
	mount(api, quiz.results, (context, { params }) => getResults(context, params.attemptId))
	mount(api, quotes.ofAttempt, (context, { params }) => getQuotes(context, params.attemptId))
	mount(api, quiz.reset, (context, input) => reset(context, input, materialOf))
	mountSession(api, quiz.completeByQuery, (context, { query }) =>
		answers.complete(context, query.quizAttemptId),
	)
	mount(api, quiz.history, (context, { query }) => getHistory(context, query?.before))
	mount(api, quiz.attempt, (context, { query }) => getAttempt(context, query.quizAttemptId))
}

const WINDOW_SECONDS = 600

// The test is anonymous, so limits count by IP address, which a school or polling place may share. Each allows 300
// voters per 10-minute window.

/** 300 voters, each with a session and a spare one, twice. */
const STARTS: RateLimit = { name: 'test-start', calls: 1200, windowSeconds: WINDOW_SECONDS }
/** 300 voters, each with two texts. */
const FEEDBACK: RateLimit = { name: 'test-feedback', calls: 600, windowSeconds: WINDOW_SECONDS }
/** 300 voters, each with 80 calls: twenty guesses with progress saved after each, twice. */
const OTHERS: RateLimit = { name: 'test-call', calls: 24_000, windowSeconds: WINDOW_SECONDS }

const limitCalls = ({ app, deps }: Api): void => {
	const { start: starts, feedback, ...others } = knowledgeTest
	const limit = (rows: readonly Endpoint[], by: RateLimit) => {
		const middleware = limitRate(deps, by)
		for (const { method, path } of rows) app.on(method, `/api${path}`, middleware)
	}
	limit([starts], STARTS)
	limit([feedback], FEEDBACK)
	limit([...Object.values(others), testConfig.active], OTHERS)
}

export const mountKnowledgeTest = (api: Api): void => {
	const mountShared = createMountShared(api)
	limitCalls(api)
	mount(api, knowledgeTest.start, (context, { body }) => startTest(context, body))
	mount(api, knowledgeTest.submitGuess, (context, { body }) => submitGuess(context, body))
	mount(api, knowledgeTest.batch, (context, { body }) => takeTestBatch(context, body))
	mount(api, knowledgeTest.saveProgress, (context, { query }) =>
		saveProgress(context, query.sessionId),
	)
	mount(api, knowledgeTest.complete, (context, { body }) => completeTest(context, body))
	mountShared(knowledgeTest.candidates, listTestCandidates)
	mount(api, knowledgeTest.results, (context, { params }) =>
		getTestResults(context, params.sessionId),
	)
	mount(api, knowledgeTest.feedback, (context, { body }) => giveFeedback(context, body))
	mountShared(testConfig.active, getActiveTest)
}
