import { describe, expect, it } from 'vitest'
import { responseTime } from '#domain/attempt.ts'
import { createVisibleTimer } from '#web/features/test/visible-timer.ts'

const page = () => {
	const state = { now: 5000, hidden: false }
	const timer = createVisibleTimer(
		() => state.now,
		() => state.hidden,
	)
	return {
		timer,
		pass: (ms: number) => {
			state.now += ms
		},
		show: (shown: boolean) => {
			state.hidden = !shown
			timer.change()
		},
	}
}

describe('the response time', () => {
	it('is 0 before anything was shown', () => {
		expect(page().timer.read()).toBe(0)
	})

	it('is in whole ms and begins anew with each question', () => {
		const { timer, pass } = page()
		timer.start()
		pass(1200.6)
		expect(timer.read()).toBe(1201)
		timer.start()
		pass(7)
		expect(timer.read()).toBe(7)
	})

	it('counts only while the page is to be seen', () => {
		const { timer, pass, show } = page()
		timer.start()
		pass(1000)
		show(false)
		pass(60_000)
		expect(timer.read()).toBe(1000)
		show(true)
		pass(500)
		show(true)
		pass(500)
		expect(timer.read()).toBe(2000)
	})

	it('does not run for a question that appears on a hidden page', () => {
		const { timer, pass, show } = page()
		show(false)
		timer.start()
		pass(9000)
		expect(timer.read()).toBe(0)
		show(true)
		pass(300)
		expect(timer.read()).toBe(300)
	})

	it.each([0, 0.4, 299_999.5, 300_001, 1e9])('of %d ms is capped like every other', (ms) => {
		const { timer, pass } = page()
		timer.start()
		pass(ms)
		expect(timer.read()).toBe(responseTime(0, ms))
	})
})
