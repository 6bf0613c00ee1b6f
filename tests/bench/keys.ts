import type { Page } from 'playwright'

/** What is typed, one key after the other, and taken back: every key changes how many are found. */
const BACK = ['Backspace', 'Backspace', 'Backspace']
const TYPED = ['m', 'a', 'y', ...BACK, '7', '7', '7', ...BACK]

interface Noting {
	keysTaken?: number[]
}

/** Runs in the page, before each round: notes how long it takes from a key to the frame in which the count of what was found has changed. */
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
		// The frame that holds it, then what comes after the frame.
		requestAnimationFrame(() => setTimeout(() => noting.keysTaken?.push(performance.now() - began)))
	}).observe(document.body, { childList: true, subtree: true, characterData: true })
}

/** Types in the page's search field. @returns ms of each key. */
export const typeIn = async (page: Page): Promise<readonly number[]> => {
	await page.getByRole('searchbox').focus()
	await page.evaluate(noteKeys)
	for (const [index, key] of TYPED.entries()) {
		await page.waitForTimeout(400)
		await page.keyboard.press(key)
		await page.waitForFunction(
			(wanted) => ((window as unknown as Noting).keysTaken?.length ?? 0) > wanted,
			index,
			// Not with every frame: that would be asked of the page in the middle of what is measured.
			{ timeout: 60_000, polling: 100 },
		)
	}
	return page.evaluate(() => (window as unknown as Noting).keysTaken ?? [])
}
