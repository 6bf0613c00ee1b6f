import { describe, expect, it, vi } from 'vitest'
import { blockReload, isQuestion, isReloadBlocked, onHeld } from '#web/app/reload-block.ts'

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

const shown = (resolved: string | null, address: string) =>
	isReloadBlocked({
		// The router's state has much more.
		state: {
			resolvedLocation: resolved === null ? undefined : place(resolved),
			location: place(address),
		} as never,
	})

describe('a question on screen', () => {
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

describe('a page that is held', () => {
	it('is as good as a question until it is let go: the address of a knowledge test does not tell', () => {
		expect(shown('/test', '/test')).toBe(false)
		const letGo = blockReload()
		expect(shown('/test', '/test')).toBe(true)
		letGo()
		expect(shown('/test', '/test')).toBe(false)
	})

	it('is held until the last lets go, and nobody lets go for another', () => {
		const [one, two] = [blockReload(), blockReload()]
		one()
		one()
		expect(shown('/test', '/test')).toBe(true)
		two()
		expect(shown('/test', '/test')).toBe(false)
	})

	it('stays held while its test moves on to its results, so that an update finds them in the address', () => {
		const letGo = blockReload()
		expect(shown('/test', '/test?returnToResults=true&sessionId=3f')).toBe(true)
		letGo()
	})

	it('is no more once the visitor is on the way elsewhere: the next page may need the newer version', () => {
		const letGo = blockReload()
		expect(shown('/test', '/login')).toBe(false)
		expect(shown(null, '/test')).toBe(false)
		letGo()
	})

	it('says so to whoever listens, since no navigation does', () => {
		const heard = vi.fn()
		const stop = onHeld(heard)
		const letGo = blockReload()
		expect(heard).toHaveBeenCalledTimes(1)
		letGo()
		letGo()
		expect(heard).toHaveBeenCalledTimes(2)
		stop()
		blockReload()()
		expect(heard).toHaveBeenCalledTimes(2)
	})
})
