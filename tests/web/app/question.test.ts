import { describe, expect, it } from 'vitest'
import { isQuestion, isQuestionShown } from '#web/app/question.ts'

const place = (address: string) => {
	const url = new URL(address, 'https://evenhand.example')
	return { pathname: url.pathname, search: Object.fromEntries(url.searchParams) }
}

describe('a question', () => {
	it.each(['/quiz/7?attemptId=3f', '/quiz/7/?attemptId=3f&x=1'])('is at %s', (address) => {
		expect(isQuestion(place(address))).toBe(true)
	})

	it.each([
		'/quiz/7',
		'/quiz/7?attemptId=',
		'/quiz',
		'/quiz/continue/3f',
		'/results?quizAttemptId=3f',
		'/elections?attemptId=3f',
	])('is not at %s, where an update disturbs nobody', (address) => {
		expect(isQuestion(place(address))).toBe(false)
	})
})

describe('a question on screen', () => {
	const shown = (resolved: string | null, address: string) =>
		isQuestionShown({
			// The router's state has much more.
			state: {
				resolvedLocation: resolved === null ? undefined : place(resolved),
				location: place(address),
			} as never,
		})

	it('is there once its page is, also when another question follows', () => {
		expect(shown('/quiz/7?attemptId=1', '/quiz/7?attemptId=1')).toBe(true)
		expect(shown('/quiz/7?attemptId=1', '/quiz/8?attemptId=2')).toBe(true)
	})

	it('is not there yet while its page is loaded, so that a part that is missing can be fetched by a reload', () => {
		expect(shown(null, '/quiz/7?attemptId=1')).toBe(false)
		expect(shown('/elections', '/quiz/7?attemptId=1')).toBe(false)
	})

	it('is no more once the voter is on the way elsewhere', () => {
		expect(shown('/quiz/7?attemptId=1', '/results?quizAttemptId=1')).toBe(false)
	})
})
