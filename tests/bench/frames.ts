import type { Page } from 'playwright'

/** Visible jank starts here, in ms. */
const LONG_MS = 50

export interface Motion {
	/** In ms. */
	readonly taken: readonly number[]
	readonly long: number
	/** Number of frames without a list item in the middle of the screen. */
	readonly blank: number
}

interface Noting {
	noted: { taken: number[]; blank: number; stop: boolean }
}

/** Runs in the page. Records frames until stopped. */
const noteFrames = (): void => {
	const noted = { taken: [] as number[], blank: 0, stop: false }
	;(window as unknown as Noting).noted = noted
	// A method, because tsx wraps named functions in a helper that does not exist in the page.
	const look = {
		isBlank() {
			// Two points, further apart than the gap between cards.
			return [400, 440].every(
				(y) => !document.elementFromPoint(innerWidth / 2, y)?.closest('li, [role=listitem]'),
			)
		},
		at: performance.now(),
		frame(now: number) {
			noted.taken.push(now - look.at)
			look.at = now
			if (look.isBlank()) noted.blank++
			if (!noted.stop) requestAnimationFrame(look.frame)
		},
	}
	requestAnimationFrame(look.frame)
}

/** Scrolls with touch events. @param distance in px. @param speed in px per second. */
export const scrollThrough = async (
	page: Page,
	distance: number,
	speed: number,
): Promise<Motion> => {
	const cdp = await page.context().newCDPSession(page)
	await page.evaluate(noteFrames)
	await cdp.send('Input.synthesizeScrollGesture', {
		x: 195,
		y: 600,
		yDistance: -distance,
		speed,
		gestureSourceType: 'touch',
		preventFling: true,
	})
	await cdp.detach()
	const { taken, blank } = await page.evaluate(() => {
		const { noted } = window as unknown as Noting
		noted.stop = true
		return noted
	})
	// The first frame began before the touch.
	const frames = taken.slice(1)
	return { taken: frames, long: frames.filter((ms) => ms > LONG_MS).length, blank }
}
