import type { Page } from 'playwright'

/** A frame that takes longer is one that a person sees, in ms. */
const LONG_MS = 50

/** How a page moved while it was scrolled. */
export interface Motion {
	/** How long each frame took, in ms. */
	readonly taken: readonly number[]
	/** How many frames were long. */
	readonly long: number
	/** In how many frames nothing of the list stood in the middle of the screen. */
	readonly blank: number
}

interface Noting {
	noted: { taken: number[]; blank: number; stop: boolean }
}

/** Runs in the page: notes every frame until it is told to stop. */
const noteFrames = (): void => {
	const noted = { taken: [] as number[], blank: 0, stop: false }
	;(window as unknown as Noting).noted = noted
	// A method, because what runs this file wraps functions with names into a helper that the page has not got.
	const look = {
		isBlank() {
			// Two points further apart than two cards.
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

/** Scrolls a page with a finger. @param distance and speed in px and px a second. */
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
	// The first began before the finger moved.
	const frames = taken.slice(1)
	return { taken: frames, long: frames.filter((ms) => ms > LONG_MS).length, blank }
}
