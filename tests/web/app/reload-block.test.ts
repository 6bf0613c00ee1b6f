import { describe, expect, it, vi } from 'vitest'
import { blockReload, isQuestion, isReloadBlocked, onHeld } from '#web/app/reload-block.ts'

const place = (address: string) => {
	const url = new URL(address, 'https://evenhand.example')
	return { pathname: url.pathname, search: Object.fromEntries(url.searchParams) }
}

describe('question address', () => {
	it.each(['/quiz/7?attemptId=3f', '/quiz/7/?attemptId=3f&x=1'])('matches %s', (address) => {
		expect(isQuestion(place(address))).toBe(true)
	})

	it.each([
		'/quiz/7',
		'/quiz/7?attemptId=',
		'/quiz',
		'/quiz/continue/3f',
		'/results?quizAttemptId=3f',
		'/elections?attemptId=3f',
	])('does not match %s', (address) => {
		expect(isQuestion(place(address))).toBe(false)
	})
})

const shown = (resolved: string | null, address: string) =>
	isReloadBlocked({
		state: {
			resolvedLocation: resolved === null ? undefined : place(resolved),
			location: place(address),
		} as never,
	})

describe('question on screen', () => {
	it('blocks the reload, also when the next question loads', () => {
		expect(shown('/quiz/7?attemptId=1', '/quiz/7?attemptId=1')).toBe(true)
		expect(shown('/quiz/7?attemptId=1', '/quiz/8?attemptId=2')).toBe(true)
	})

	// A reload must still be able to fetch a missing chunk.
	it('does not block the reload while its page still loads', () => {
		expect(shown(null, '/quiz/7?attemptId=1')).toBe(false)
		expect(shown('/elections', '/quiz/7?attemptId=1')).toBe(false)
	})

	it('releases the block when navigation leaves the quiz', () => {
		expect(shown('/quiz/7?attemptId=1', '/results?quizAttemptId=1')).toBe(false)
	})
})

describe('reload block', () => {
	it('blocks the reload until released', () => {
		expect(shown('/test', '/test')).toBe(false)
		const letGo = blockReload()
		expect(shown('/test', '/test')).toBe(true)
		letGo()
		expect(shown('/test', '/test')).toBe(false)
	})

	it('needs every release and counts each release once', () => {
		const [one, two] = [blockReload(), blockReload()]
		one()
		one()
		expect(shown('/test', '/test')).toBe(true)
		two()
		expect(shown('/test', '/test')).toBe(false)
	})

	// After an update, the results come from the address.
	it('remains while a test moves to its results', () => {
		const letGo = blockReload()
		expect(shown('/test', '/test?returnToResults=true&sessionId=3f')).toBe(true)
		letGo()
	})

	// The next page may need the newer version.
	it('ends when navigation starts', () => {
		const letGo = blockReload()
		expect(shown('/test', '/login')).toBe(false)
		expect(shown(null, '/test')).toBe(false)
		letGo()
	})

	it('notifies listeners of changes until they unsubscribe', () => {
		const listener = vi.fn()
		const stop = onHeld(listener)
		const letGo = blockReload()
		expect(listener).toHaveBeenCalledTimes(1)
		letGo()
		letGo()
		expect(listener).toHaveBeenCalledTimes(2)
		stop()
		blockReload()()
		expect(listener).toHaveBeenCalledTimes(2)
	})
})
