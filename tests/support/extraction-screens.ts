import { expect, onTestFinished, vi } from 'vitest'
import type { Extraction } from '#contract/admin/extraction.ts'
import { type Made, makeCandidate, type Send } from './administrator.ts'
import { PARTY_PROGRAM } from './party-program.ts'
import type { Page } from './screens.ts'

/** Opens a candidate's extraction wizard at the source step, with a text. */
export const openSource = async (page: Page, { id }: Made, text = PARTY_PROGRAM): Promise<void> => {
	await page.goto(`/admin/extract-policies/${id}?step=source`)
	await page.getByRole('tab', { name: 'Paste text' }).click()
	await page.getByLabel('Text', { exact: true }).fill(text)
}

export const extract = (page: Page): Promise<void> =>
	page.getByRole('button', { name: 'Extract policies' }).click()

/** Extracts a text and opens the review. */
export const openReview = async (page: Page, candidate: Made, text?: string): Promise<void> => {
	await page.setViewportSize({ width: 1280, height: 800 })
	await openSource(page, candidate, text)
	await extract(page)
	await page.getByRole('button', { name: 'Review Policies' }).click()
	await expect(page.getByRole('heading', { name: 'Review' })).toBeFocused()
}

/** Rows of the review list. */
export const rows = (page: Page) => page.locator('[data-policy]')

/** Highlighted quotes in the source. */
export const marked = (page: Page) =>
	page.getByRole('region', { name: 'In the candidate’s own words' }).locator('mark')

/** The statement field of the open policy. */
export const statement = (page: Page) => page.getByLabel('Statement')

/** Asserts that a policy is open. */
export const expectOpened = (page: Page, number: number, of: number): Promise<void> =>
	expect(page.getByRole('heading', { name: `Policy ${number} of ${of}` })).toBeVisible()

/** Starts an extraction as another administrator. */
export const extractElsewhere = async (
	send: Send,
): Promise<{ candidate: Made; extraction: Extraction }> => {
	const candidate = await makeCandidate(send, { party: 'Analytical' })
	const extraction = await send<Extraction>('POST', '/admin/policies/extract/enhanced', {
		candidateId: candidate.id,
		kind: 'TEXT',
		source: PARTY_PROGRAM,
	})
	return { candidate, extraction }
}

/** Holds the timers of the countdown to the dashboard. @returns a function that lets one second pass. */
export const holdSeconds = (): (() => Promise<void>) => {
	const waiting = new Map<unknown, () => void>()
	const { setTimeout: later, clearTimeout: drop } = globalThis
	const starting = vi.spyOn(globalThis, 'setTimeout')
	starting.mockImplementation(((act: () => void, ms?: number) => {
		if (ms !== 1000) return later(act, ms)
		const timer = later(() => undefined, 0)
		waiting.set(timer, act)
		return timer
	}) as typeof setTimeout)
	const dropping = vi.spyOn(globalThis, 'clearTimeout').mockImplementation((timer) => {
		waiting.delete(timer)
		drop(timer)
	})
	onTestFinished(() => {
		starting.mockRestore()
		dropping.mockRestore()
	})
	return async () => {
		const acts = [...waiting.values()]
		waiting.clear()
		for (const act of acts) act()
		await new Promise((resolve) => later(resolve, 0))
	}
}
