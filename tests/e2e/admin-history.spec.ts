import type { Page } from 'playwright/test'
import { expectSound, makeElection, newName, searchFor, test } from './admin-page.ts'
import { expect } from './fixtures.ts'

const entry = (page: Page, what: string) => page.getByRole('article', { name: what })

const rename = (
	send: (method: string, path: string, body?: unknown) => Promise<unknown>,
	id: string,
	name: string,
) => send('PUT', `/elections/${id}`, { name, electionDate: '2031-11-04', jurisdiction: 'FEDERAL' })

test('passes axe with an open change and a filtered deletion', async ({ page, send }) => {
	const election = await makeElection(send)
	const name = newName('Renamed')
	await rename(send, election.id, name)
	await page.goto('/admin/history')
	await searchFor(page, 'Search by record or person', name)
	const change = entry(page, `admin changed the election “${name}”`)
	await change.getByRole('button', { name: /^Before and after/ }).click()
	await expect(change.getByRole('table', { name: 'Changes' })).toBeVisible()
	await expectSound(page)
	await send('DELETE', `/elections/${election.id}`)
	await page.goto(`/admin/history?search=${encodeURIComponent(name)}`)
	await expect(page.getByRole('button', { name: /^Restore/ })).toBeVisible()
	await expectSound(page)
})
