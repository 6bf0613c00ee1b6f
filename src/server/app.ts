import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { methodNotAllowed } from 'hono/method-not-allowed'
import type { Deps } from './context.ts'
import { attend } from './http/attend.ts'
import { brotliJson } from './http/brotli.ts'
import type { Api } from './http/mount.ts'
import { createOnError, problemResponse } from './http/on-error.ts'
import { describeApi } from './http/openapi.ts'
import { secureApi } from './http/security-headers.ts'
import { notFound, serviceError } from './http/service-error.ts'
import { mountAdminStats } from './routes/admin-stats.ts'
import { mountAdministration } from './routes/administration.ts'
import { mountAuth } from './routes/auth.ts'
import { mountCandidates } from './routes/candidates.ts'
import { mountCompareQuizzes } from './routes/compare-quizzes.ts'
import { mountElections } from './routes/elections.ts'
import { mountExtraction } from './routes/extraction.ts'
import { mountFeedback } from './routes/feedback.ts'
import { mountHealth } from './routes/health.ts'
import { mountKnowledgeTest } from './routes/knowledge-test.ts'
import { mountPasswordResets } from './routes/password-resets.ts'
import { mountPolicies } from './routes/policies.ts'
import { mountQuiz } from './routes/quiz.ts'
import { mountTestManagement } from './routes/test-management.ts'
import { mountTransfer } from './routes/transfer.ts'
import { mountUsers } from './routes/users.ts'
import { mountYourData } from './routes/your-data.ts'

const refuseMethod = (_: unknown, methods: string[]): Response =>
	problemResponse(
		serviceError('method-not-allowed', 'This method is not allowed here.', {
			headers: { allow: methods.join(', ') },
		}),
	)

/**
 * The API under /api, ready for `app.request` or a server. What else the process serves is added to the app by the caller.
 */
export const createApp = (deps: Deps): Hono => {
	const app = new Hono()
	const api: Api = { app, deps }
	app.onError(createOnError(deps.log))
	app.notFound(() => problemResponse(notFound()))
	app.use('/api/*', secureApi)
	app.use('/api/*', attend(deps))
	// A quiz's state repeats its statements: on a poor connection a quarter of the bytes matters.
	app.use('/api/*', compress(), brotliJson)
	app.use('/api/*', methodNotAllowed({ app, onMethodNotAllowed: refuseMethod }))
	mountAuth(api)
	mountUsers(api)
	mountYourData(api)
	mountElections(api)
	mountCandidates(api)
	mountCompareQuizzes(api)
	mountQuiz(api)
	mountKnowledgeTest(api)
	mountPasswordResets(api)
	mountFeedback(api)
	mountTestManagement(api)
	mountTransfer(api)
	mountAdminStats(api)
	mountAdministration(api)
	mountPolicies(api)
	mountExtraction(api)
	mountHealth(api)
	app.get('/api/openapi.json', (c) => c.json(describeApi()))
	// Before whatever serves the app's files: an unknown call never gets a page.
	app.all('/api/*', () => problemResponse(notFound()))
	return app
}
