import { expect, type Locator, type Page } from 'playwright/test'
import type { DrivenPage } from '../engines/engine.ts'

// Helpers of a DrivenPage run in every engine, the others in Playwright's.

/** Agreement from 0 to 1 by answer label. */
export const SCALE_AGREEMENT = {
	'Strongly disagree': 0,
	Disagree: 0.25,
	Neutral: 0.5,
	Agree: 0.75,
	'Strongly agree': 1,
} as const
export type ScaleLabel = keyof typeof SCALE_AGREEMENT

/** Current statement; leaving cards are hidden from the accessibility tree. */
export const statement = (page: Page): Locator =>
	page.getByRole('article').getByRole('heading', { level: 2 })

export const statementText = async (page: DrivenPage): Promise<string> =>
	(await page.getByRole('article').getByRole('heading', { level: 2 }).textContent()) ?? ''

/** Waits until the current question accepts answers, which it does after a short reading time. */
export const untilAnswerable = async (page: DrivenPage): Promise<void> => {
	// Check every frame: `expect` polls after 100, 250, and 500 ms, which adds up over forty questions.
	await page.waitForFunction(() => {
		const open = [...document.querySelectorAll('fieldset[aria-disabled=false]')].filter(
			(each) => each.closest('[inert]') === null,
		)
		return open.length === 1 && open[0]?.checkVisibility({ visibilityProperty: true })
	})
}

/** Waits until a statement is gone and its answer is stored. */
const untilPast = async (page: DrivenPage, text: string): Promise<void> => {
	await page.waitForFunction((past) => {
		const busy = document.querySelector('[aria-label=Question][aria-busy=true]')
		// Use no named functions here: tsx would wrap them in a helper that does not exist in the page.
		return (
			busy === null &&
			[...document.querySelectorAll('article')].every(
				(article) =>
					article.closest('[inert], [aria-hidden=true]') !== null ||
					!article.textContent.includes(past),
			)
		)
	}, text)
}

/**
 * Answers and waits until the answer is stored and the statement has changed, or the quiz is over. @returns the
 * statement.
 */
export const answering = async (page: DrivenPage, give: () => Promise<void>): Promise<string> => {
	const text = await statementText(page)
	await untilAnswerable(page)
	await give()
	await untilPast(page, text)
	return text
}

const dragPath = async (page: Page, dx: number): Promise<{ from: number; y: number }> => {
	const box = await page.getByRole('article').boundingBox()
	if (box === null) throw new Error('there is no card')
	return { from: box.x + box.width / 2 - dx / 2, y: box.y + box.height / 2 }
}

/**
 * Drags the card sideways by `dx` px with touch events. Needs CDP; other engines have `EnginePage.swipe`.
 * @param end lifted, cancelled by the system, or interrupted by a second finger.
 */
export const swipe = async (
	page: Page,
	dx: number,
	end: 'lifted' | 'cancelled' | 'second finger' = 'lifted',
): Promise<void> => {
	const { from, y } = await dragPath(page, dx)
	const cdp = await page.context().newCDPSession(page)
	const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel', ...xs: number[]) =>
		cdp.send('Input.dispatchTouchEvent', {
			type,
			touchPoints: xs.map((x, id) => ({ x, y, id })),
		})
	await touch('touchStart', from)
	for (let step = 1; step <= 8; step++) await touch('touchMove', from + (dx * step) / 8)
	if (end === 'second finger') await touch('touchStart', from + dx, from)
	await touch(end === 'cancelled' ? 'touchCancel' : 'touchEnd')
	await cdp.detach()
}

export const holdCard = async (page: Page, dx: number): Promise<void> => {
	const { from, y } = await dragPath(page, dx)
	await page.mouse.move(from, y)
	await page.mouse.down()
	await page.mouse.move(from + dx, y, { steps: 8 })
}

export const openElection = async (page: DrivenPage, term: string): Promise<void> => {
	if (new URL(await page.url()).pathname !== '/elections') await page.goto('/elections')
	await page.getByRole('searchbox').fill(term)
	await page.getByText('Found 1 election', { exact: true }).waitFor()
	// The list follows its count a frame later: a press before that would miss the moving row.
	await page.waitForFunction(
		() => document.querySelectorAll('main a[href^="/elections/"]').length === 1,
	)
	await page.getByRole('link', { name: new RegExp(term) }).click()
}

export const begin = async (
	page: DrivenPage,
	name: RegExp,
	button = 'Start Quiz',
): Promise<void> => {
	await openElection(page, '1912')
	await page.getByRole('link', { name }).click()
	await page.getByRole('button', { name: button }).click()
	await page.waitForFunction(() => location.search.includes('attemptId='))
}

export const dismissTutorial = (page: DrivenPage): Promise<void> =>
	page.getByRole('button', { name: 'Got it!' }).click()

/** Starts a 1912 quiz on a new device and closes the tutorial. */
export const beginFirst = async (page: DrivenPage, name: RegExp): Promise<void> => {
	await begin(page, name)
	await dismissTutorial(page)
	await page.getByRole('article').getByRole('heading', { level: 2 }).waitFor()
}

/** Opens all results. @returns each candidate's score. */
export const readResults = async (page: DrivenPage): Promise<Record<string, string>> => {
	await page.getByRole('tab', { name: 'All Results' }).click()
	const panel = page.getByRole('tabpanel')
	await expect.poll(() => panel.locator('ol > li').count()).toBe(4)
	const found = await page.evaluate(() =>
		[...document.querySelectorAll('[role=tabpanel]:not([hidden]) ol > li')].map((item) => [
			item.querySelector('h2')?.textContent ?? '',
			[...item.querySelectorAll('span')]
				.map((span) => span.textContent?.match(/^[\d.]+%/)?.[0])
				.find(Boolean) ?? '',
		]),
	)
	return Object.fromEntries(found)
}
