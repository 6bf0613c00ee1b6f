import type { Page } from 'playwright'

/** Keys that change the result count each, and that end with an empty field. */
const BACK = ['Backspace', 'Backspace', 'Backspace']
const TYPED = ['g', 'o', 'v', ...BACK, '7', '7', '7', ...BACK]

interface Noting {
	keysTaken?: number[]
}

/** Runs in the page before each round. Measures the time from a key to the frame with the new result count. */
const noteKeys = (): void => {
	const noting = window as unknown as Noting
	const isNew = noting.keysTaken === undefined
	noting.keysTaken = []
	if (!isNew) return
	let at: number | null = null
	addEventListener(
		'keydown',
		(event) => {
			at = event.timeStamp
		},
		{ capture: true },
	)
	new MutationObserver((changes) => {
		const found = changes.some(({ target }) => target.textContent?.startsWith('Found'))
		if (at === null || !found) return
		const began = at
		at = null
		// The timeout runs after the frame is painted.
		requestAnimationFrame(() => setTimeout(() => noting.keysTaken?.push(performance.now() - began)))
	}).observe(document.body, { childList: true, subtree: true, characterData: true })
}

/** Types in the search field. @returns durations in ms, per key. */
export const typeIn = async (page: Page): Promise<readonly number[]> => {
	await page.getByRole('searchbox').focus()
	await page.evaluate(noteKeys)
	for (const [index, key] of TYPED.entries()) {
		await page.waitForTimeout(400)
		await page.keyboard.press(key)
		await page.waitForFunction(
			(wanted) => ((window as unknown as Noting).keysTaken?.length ?? 0) > wanted,
			index,
			// Poll slowly: polling on every frame would disturb the measurement.
			{ timeout: 60_000, polling: 100 },
		)
	}
	return page.evaluate(() => (window as unknown as Noting).keysTaken ?? [])
}
