import type { Page } from 'playwright/test'
import type { Extraction } from '#contract/admin/extraction.ts'
import { PARTY_PROGRAM } from '../support/party-program.ts'
import { type Made, makeCandidate, type Send } from './admin-page.ts'
import { expect } from './fixtures.ts'

export const openSource = async (page: Page, { id }: Made, text = PARTY_PROGRAM): Promise<void> => {
	await page.goto(`/admin/extract-policies/${id}?step=source`)
	await page.getByRole('tab', { name: 'Paste text' }).click()
	await page.getByLabel('Text', { exact: true }).fill(text)
}

export const extract = (page: Page): Promise<void> =>
	page.getByRole('button', { name: 'Extract policies' }).click()

export const openReview = async (page: Page, candidate: Made, text?: string): Promise<void> => {
	await page.setViewportSize({ width: 1280, height: 800 })
	await openSource(page, candidate, text)
	await extract(page)
	await page.getByRole('button', { name: 'Review Policies' }).click()
	await expect(page.getByRole('heading', { name: 'Review' })).toBeFocused()
}

export const rows = (page: Page) => page.locator('[data-policy]')

export const marked = (page: Page) =>
	page.getByRole('region', { name: 'In the candidate’s own words' }).locator('mark')

export const statement = (page: Page) => page.getByLabel('Statement')

export const expectOpened = (page: Page, number: number, of: number): Promise<void> =>
	expect(page.getByRole('heading', { name: `Policy ${number} of ${of}` })).toBeVisible()

/** Candidate with an extraction that another administrator has started. */
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
