import { describe, expect, it } from 'vitest'
import { CAPABILITIES } from '#contract/capabilities.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'

/** Calls of the two specifications whose paths and payloads they name. */
const SPECIFIED = `
	POST /auth/login
	POST /auth/register
	GET /users/profile
	GET /elections/active
	GET /elections/:id
	GET /elections
	GET /elections/search
	POST /elections
	PUT /elections/:id
	DELETE /elections/:id
	GET /candidates
	GET /candidates/:id
	GET /candidates/election/:electionId
	GET /candidates/:id/policies
	POST /candidates
	PUT /candidates/:id
	DELETE /candidates/:id
	GET /compare-quizzes/election/:electionId
	GET /compare-quizzes/:id
	GET /compare-quizzes/:id/validate
	POST /compare-quizzes
	PUT /compare-quizzes/:id
	PUT /compare-quizzes/:id/deactivate
	POST /v2/quiz/start/:compareQuizId
	GET /v2/quiz/state/:attemptId
	POST /v2/quiz/interact/:attemptId
	POST /v2/quiz/complete/:attemptId
	GET /v2/quiz/results/:attemptId
	POST /v2/quiz/reset/:attemptId
	POST /quiz/complete
	GET /quiz/history
	GET /quiz/attempt
	POST /policy-knowledge-test/start
	POST /policy-knowledge-test/submit-guess
	POST /policy-knowledge-test/save-progress
	POST /policy-knowledge-test/complete
	GET /policy-knowledge-test/candidates
	GET /policy-knowledge-test/results/:sessionId
	POST /policy-knowledge-test/feedback
	GET /public/test-config/active
	POST /admin/policies/simplified/extract
	POST /admin/policies/simplified/extract-and-save
	GET /admin/policies/simplified/health
	GET /policies/candidate/:candidateId/enhanced
	PUT /policies/:id/enhanced
	POST /policies
	DELETE /policies/:id
	POST /admin/policies/prepare-batch
	POST /admin/policies/:id/validate
	POST /admin/policies/calculate-importance
	GET /admin/policies/stats
	GET /admin/policies/categories/weights
	GET /admin/policies/categories/configs
	PUT /admin/policies/categories/:code/weight
	POST /admin/policies/categories/weights/reset
	GET /admin/users
	PUT /admin/users/:id/roles
	DELETE /admin/users/:id
	POST /admin/test-config
	GET /admin/test-config/all
	PUT /admin/test-config/toggle
	GET /admin/test-config/feature-status
	PUT /admin/test-config/:id/activate
	GET /admin/test-config/:id/analytics
	GET /admin/feedback
`
	.trim()
	.split(/\s*\n\s*/)

const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`
const { health, ...nouns } = endpoints
const all = Object.values(nouns).flatMap((rows) => Object.values<Endpoint>(rows).map(nameOf))
const beyond = Object.values(CAPABILITIES).flatMap((rows) => rows.map(nameOf))

describe('capabilities', () => {
	it('cover every call beyond the specifications exactly once', () => {
		expect(beyond.toSorted()).toEqual(all.filter((name) => !SPECIFIED.includes(name)).toSorted())
	})

	it('leave out no specified call', () => {
		expect(SPECIFIED.filter((name) => !all.includes(name))).toEqual([])
	})

	it('are read with a call of their own', () => {
		expect(Object.values<Endpoint>(health).map(nameOf)).toContain('GET /health')
	})
})
