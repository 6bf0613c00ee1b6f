import { describe, expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'

const rows: [string, Endpoint][] = Object.entries(endpoints).flatMap(([noun, calls]) =>
	Object.entries(calls).map(([verb, row]): [string, Endpoint] => [`${noun}.${verb}`, row]),
)

describe('endpoint table', () => {
	it('contains every call for signing in, browsing and taking a quiz', () => {
		const calls = rows.map(([, row]) => `${row.method} ${row.path}`)
		expect(calls).toEqual(
			expect.arrayContaining([
				'GET /candidates/:id',
				'GET /candidates/:id/policies',
				'GET /candidates/election/:electionId',
				'GET /compare-quizzes/:id',
				'GET /compare-quizzes/:id/validate',
				'GET /compare-quizzes/election/:electionId',
				'GET /elections',
				'GET /elections/:id',
				'GET /elections/active',
				'GET /elections/search',
				'GET /quiz/attempt',
				'GET /quiz/history',
				'GET /users/profile',
				'GET /v2/quiz/results/:attemptId',
				'GET /v2/quiz/state/:attemptId',
				'POST /auth/login',
				'POST /auth/register',
				'POST /quiz/complete',
				'POST /v2/quiz/complete/:attemptId',
				'POST /v2/quiz/interact/:attemptId',
				'POST /v2/quiz/reset/:attemptId',
				'POST /v2/quiz/start/:compareQuizId',
			]),
		)
	})

	it.each(rows)('%s declares exactly the parameters of its path', (_, row) => {
		const named = [...row.path.matchAll(/:(\w+)/g)].map((match) => match[1])
		const entries =
			row.params && 'entries' in row.params ? Object.keys(row.params.entries ?? {}) : []
		expect(entries).toEqual(named)
	})

	it('declares no body and no idempotency key for reads', () => {
		const reading = rows.filter(([, row]) => row.method === 'GET')
		for (const [name, row] of reading) {
			expect([row.body, row.idempotent], name).toEqual([undefined, undefined])
		}
	})

	it('has no duplicate calls', () => {
		const calls = rows.map(([, row]) => `${row.method} ${row.path}`)
		expect(new Set(calls).size).toBe(calls.length)
	})

	it('lists literal paths before parameters that would match them', () => {
		const hidden = rows.flatMap(([name, row], at) =>
			rows
				.slice(0, at)
				.flatMap(([earlier, other]) => (matches(other, row) ? [[name, earlier]] : [])),
		)
		expect(hidden).toEqual([])
	})
})

/** True if a path with parameters also matches another path. */
const matches = (general: Endpoint, special: Endpoint): boolean => {
	const parts = general.path.split('/')
	const others = special.path.split('/')
	return (
		general.method === special.method &&
		parts.length === others.length &&
		parts.every((part, index) => part.startsWith(':') || part === others[index])
	)
}
