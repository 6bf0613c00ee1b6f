import type { Endpoint } from '#contract/endpoint.ts'
import { knowledgeTest, testConfig } from '#contract/knowledge-test.ts'
import { type Api, mount } from '../http/mount.ts'
import { createMountShared } from '../http/mount-shared.ts'
import { limitRate, type RateLimit } from '../http/rate-limit.ts'
import { takeTestBatch } from '../services/knowledge-test/batch.ts'
import { getActiveTest, listTestCandidates } from '../services/knowledge-test/configuration.ts'
import { giveFeedback } from '../services/knowledge-test/feedback.ts'
import { complete, getResults, saveProgress } from '../services/knowledge-test/finish.ts'
import { submitGuess } from '../services/knowledge-test/guess.ts'
import { start } from '../services/knowledge-test/start.ts'

const WINDOW_SECONDS = 600

// Nobody signs in, so calls are counted by address, and a school or a polling place may be one address: each limit lets
// 300 voters through within one window, which is ten minutes, and a flood is more than they could make.

/** 300 voters, each with a session and a spare for the next time, twice over. */
const STARTS: RateLimit = { name: 'test-start', calls: 1200, windowSeconds: WINDOW_SECONDS }
/** 300 voters, each with two texts. */
const FEEDBACK: RateLimit = { name: 'test-feedback', calls: 600, windowSeconds: WINDOW_SECONDS }
/** 300 voters, each with 80 calls: twenty guesses with progress saved after each, twice over. */
const OTHERS: RateLimit = { name: 'test-call', calls: 24_000, windowSeconds: WINDOW_SECONDS }

/** Puts the limits before the rows. */
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

/** Serves the knowledge test, within limits. */
export const mountKnowledgeTest = (api: Api): void => {
	const mountShared = createMountShared(api)
	limitCalls(api)
	mount(api, knowledgeTest.start, (context, { body }) => start(context, body))
	mount(api, knowledgeTest.submitGuess, (context, { body }) => submitGuess(context, body))
	mount(api, knowledgeTest.batch, (context, { body }) => takeTestBatch(context, body))
	mount(api, knowledgeTest.saveProgress, (context, { query }) =>
		saveProgress(context, query.sessionId),
	)
	mount(api, knowledgeTest.complete, (context, { body }) => complete(context, body))
	mountShared(knowledgeTest.candidates, listTestCandidates)
	mount(api, knowledgeTest.results, (context, { params }) => getResults(context, params.sessionId))
	mount(api, knowledgeTest.feedback, (context, { body }) => giveFeedback(context, body))
	mountShared(testConfig.active, getActiveTest)
}
