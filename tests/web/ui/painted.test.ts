import { afterEach, expect, it, vi } from 'vitest'
import { painted } from '#web/ui/hooks.ts'

afterEach(() => vi.useRealTimers())

const isOver = async (waiting: Promise<void>): Promise<boolean> =>
	Promise.race([waiting.then(() => true), Promise.resolve().then(() => false)])

it('work after the paint waits for a frame, or until the page is hidden', async () => {
	vi.useFakeTimers()
	vi.spyOn(globalThis, 'requestAnimationFrame').mockReturnValue(0)
	const waiting = painted()
	expect(await isOver(waiting)).toBe(false)
	document.dispatchEvent(new Event('visibilitychange'))
	await waiting

	vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
	await painted()
})

it('work after the paint does not wait for a frame that never comes', async () => {
	vi.useFakeTimers()
	vi.spyOn(globalThis, 'requestAnimationFrame').mockReturnValue(0)
	const waiting = painted()
	vi.advanceTimersByTime(200)
	await waiting
})
