import { describe, expect, it } from 'vitest'
import { READABLE_MS } from '#domain/limits.ts'
import { createReadingTime } from '#web/ui/reading-time.ts'

const page = () => {
	const state = { now: 5000, hidden: false, readable: false }
	let due: { at: number; act: () => void } | null = null
	const timer = createReadingTime({
		now: () => state.now,
		hidden: () => state.hidden,
		after: (ms, act) => {
			const mine = { at: state.now + ms, act }
			due = mine
			return () => {
				if (due === mine) due = null
			}
		},
		onChange: (readable) => {
			state.readable = readable
		},
	})
	return {
		timer,
		isReadable: () => state.readable,
		pass: (ms: number) => {
			state.now += ms
			if (due === null || due.at > state.now) return
			const { act } = due
			due = null
			act()
		},
		show: (shown: boolean) => {
			state.hidden = !shown
			timer.change()
		},
	}
}

describe('response time', () => {
	it('is 0 before the first question', () => {
		expect(page().timer.read()).toBe(0)
	})

	it('is in whole ms and restarts with each question', () => {
		const { timer, pass } = page()
		timer.start()
		pass(1200.6)
		expect(timer.read()).toBe(1201)
		timer.start()
		pass(7)
		expect(timer.read()).toBe(7)
	})

	it('counts only while the page is visible', () => {
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

	it('does not run for a question on a hidden page', () => {
		const { timer, pass, show } = page()
		show(false)
		timer.start()
		pass(9000)
		expect(timer.read()).toBe(0)
		show(true)
		pass(300)
		expect(timer.read()).toBe(300)
	})

	it.each([
		[0, 0],
		[0.4, 0],
		[299_999.5, 300_000],
		[300_001, 300_000],
		[1e9, 300_000],
	])('of %d ms is recorded as %d', (ms, expected) => {
		const { timer, pass } = page()
		timer.start()
		pass(ms)
		expect(timer.read()).toBe(expected)
	})
})

describe('question readability', () => {
	it('starts after a short delay', () => {
		const { timer, pass, isReadable } = page()
		timer.start()
		pass(READABLE_MS - 1)
		expect(isReadable()).toBe(false)
		pass(1)
		expect(isReadable()).toBe(true)
	})

	it('restarts the delay for the next question', () => {
		const { timer, pass, isReadable } = page()
		timer.start()
		pass(READABLE_MS)
		timer.start()
		expect(isReadable()).toBe(false)
		pass(READABLE_MS)
		expect(isReadable()).toBe(true)
	})

	it('restarts the delay after an interruption', () => {
		const { timer, pass, isReadable } = page()
		timer.start()
		pass(5000)
		timer.interrupt()
		expect(isReadable()).toBe(false)
		pass(READABLE_MS)
		expect(isReadable()).toBe(true)
		expect(timer.read()).toBe(5000 + READABLE_MS)
	})

	it('restarts the delay after the page was hidden', () => {
		const { timer, pass, show, isReadable } = page()
		timer.start()
		pass(READABLE_MS - 50)
		show(false)
		pass(9000)
		show(true)
		pass(100)
		expect(isReadable()).toBe(false)
		pass(READABLE_MS - 100)
		expect(isReadable()).toBe(true)
	})

	it('ends when the question is removed', () => {
		const { timer, pass, show, isReadable } = page()
		timer.start()
		pass(READABLE_MS)
		timer.stop()
		show(true)
		pass(READABLE_MS)
		expect(isReadable()).toBe(false)
	})
})
