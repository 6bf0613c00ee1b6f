import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { methodNotAllowed } from 'hono/method-not-allowed'
import type { Deps } from './context.ts'
import { admit } from './http/admission.ts'
import { createOnError, notFound, problemResponse, serviceError } from './http/errors.ts'
import type { Api } from './http/mount.ts'
import { describeApi } from './http/openapi.ts'
import { brotliJson } from './http/responses.ts'
import { secureApi } from './http/static-files.ts'
import {
	mountAdministration,
	mountAdminStats,
	mountExtraction,
	mountFeedback,
	mountHealth,
	mountPasswordResets,
	mountPolicies,
	mountTestManagement,
	mountTransfer,
} from './routes/admins.ts'
import {
	mountAbout,
	mountAuth,
	mountCandidates,
	mountCompareQuizzes,
	mountElections,
	mountKnowledgeTest,
	mountQuiz,
	mountUsers,
	mountYourData,
} from './routes/voters.ts'

const refuseMethod = (_: unknown, methods: string[]): Response =>
	problemResponse(
		serviceError('method-not-allowed', 'method-not-allowed', {
			headers: { allow: methods.join(', ') },
		}),
	)

/** Creates the API under /api. The caller adds pages and any other routes. */
export const createApp = (deps: Deps): Hono => {
	const app = new Hono()
	const api: Api = { app, deps }
	app.onError(createOnError(deps.log))
	app.notFound(() => problemResponse(notFound()))
	app.use('/api/*', secureApi)
	app.use('/api/*', admit(deps))
	// Quiz state repeats its statements, so compression cuts it to about a quarter.
	app.use('/api/*', compress(), brotliJson)
	app.use('/api/*', methodNotAllowed({ app, onMethodNotAllowed: refuseMethod }))
	mountAuth(api)
	mountUsers(api)
	mountYourData(api)
	mountAbout(api)
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
	// Registered before any static files: an unknown API path must never return a page.
	app.all('/api/*', () => problemResponse(notFound()))
	return app
}
