import type { Page } from 'playwright/test'
import { expectSound, type Made, makeCandidate, type Send, test } from './admin-page.ts'
import { expect } from './fixtures.ts'

const card = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text })
const texts = (page: Page) => page.getByRole('article').getByRole('heading', { level: 2 })

const RAILWAY = 'Build a railway to every county of the state'
const SCHOOLS = 'Give every school a library of its own'
const TAXES = 'Lower the tariff on goods of daily need'

interface MadePolicy extends Made {
	readonly text: string
}

const makePolicy = (send: Send, candidateId: string, text: string, fields: object = {}) =>
	send<MadePolicy>('POST', '/policies', { candidateId, text, category: 'ECONOMY', ...fields })

const open = (page: Page, { id }: Made): Promise<unknown> => page.goto(`/admin/edit-policies/${id}`)

test('filters and sorts policies and keeps both in the address', async ({ page, send }) => {
	const candidate = await makeCandidate(send)
	await makePolicy(send, candidate.id, RAILWAY, { validationStatus: 'VALIDATED', importance: 2 })
	await makePolicy(send, candidate.id, SCHOOLS, { category: 'EDUCATION', priority: 5 })
	await makePolicy(send, candidate.id, TAXES, {
		...{ validationStatus: 'NEEDS_REVIEW', category: 'GOVERNANCE' },
		...{ clarityScore: 3, biasScore: 6, effectivenessScore: 7 },
	})
	await open(page, candidate)
	await expect(texts(page)).toHaveText([SCHOOLS, TAXES, RAILWAY])
	await expectSound(page)
	for (const [order, first] of [
		['category', RAILWAY],
		['importance', RAILWAY],
		['priority', SCHOOLS],
		['newest', TAXES],
	] as const) {
		await page.getByLabel('Sort by').selectOption(order)
		await expect(texts(page).first()).toHaveText(first)
	}
	await page.getByRole('combobox', { name: 'Status', exact: true }).selectOption('NEEDS_REVIEW')
	await expect(texts(page)).toHaveText([TAXES])
	await expect(page.getByText('1 of 3')).toBeVisible()
	await page.reload()
	await expect(texts(page)).toHaveText([TAXES])
	await expect(page.getByLabel('Sort by')).toHaveValue('newest')
	await page.getByRole('combobox', { name: 'Status', exact: true }).selectOption('REJECTED')
	await expect(page.getByText('No policies match the current filter criteria.')).toBeVisible()
	await page.getByRole('combobox', { name: 'Status', exact: true }).selectOption('ALL')
	await page.getByRole('combobox', { name: 'Category' }).selectOption('EDUCATION')
	await expect(texts(page)).toHaveText([SCHOOLS])
	await page.getByRole('combobox', { name: 'Category' }).selectOption('ALL')
	await page.getByRole('searchbox', { name: 'Search the policies' }).fill('tariff goods')
	await expect(texts(page)).toHaveText([TAXES])
	// A card's button sets one status; the wizard's tools set many.
	await card(page, TAXES).getByRole('button', { name: 'Reject' }).click()
	await expect(page.getByText('1 policy: Rejected.')).toBeVisible()
	await page.getByRole('searchbox', { name: 'Search the policies' }).fill('')
	await page.getByText('Bulk status').click()
	await page.getByRole('combobox', { name: 'New status' }).selectOption('VALIDATED')
	await page.getByRole('button', { name: 'Set all 3 shown' }).click()
	await expect(page.getByText('2 policies: Validated.')).toBeVisible()
	await expect(page.getByRole('button', { name: 'Validate', pressed: true })).toHaveCount(3)
	await expectSound(page)
})
