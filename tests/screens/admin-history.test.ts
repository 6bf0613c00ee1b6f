import { expect } from 'vitest'
import { importElection, makeElection, makeQuiz, newName } from '../support/administrator.ts'
import { adminTest, type Page, searchFor } from '../support/screens.ts'

const entry = (page: Page, what: string) => page.getByRole('article', { name: what })

const rename = (
	send: (method: string, path: string, body?: unknown) => Promise<unknown>,
	id: string,
	name: string,
) => send('PUT', `/elections/${id}`, { name, electionDate: '2031-11-04', jurisdiction: 'FEDERAL' })

adminTest('shows who changed an election, when, and its differences', async ({ page, send }) => {
	const election = await makeElection(send)
	const name = newName('Renamed')
	await rename(send, election.id, name)
	await page.goto('/admin/history')
	await searchFor(page, 'Search by record or person', name)
	const change = entry(page, `admin changed the election “${name}”`)
	await expect(change.getByText(/ago|now/)).toBeVisible()
	await expect(change.locator('time')).toHaveAttribute('datetime', /^\d{4}-\d\d-\d\dT/)
	await change.getByRole('button', { name: /^Before and after/ }).click()
	const table = change.getByRole('table', { name: 'Changes' })
	await expect(table.getByRole('row')).toHaveCount(2)
	await expect(table.getByRole('cell')).toHaveText([election.name, name])
	await change.getByText(/\d+ fields did not change/).click()
	await expect(change.getByRole('row', { name: /Election date/ })).toBeVisible()
})

adminTest('shows the history of a single quiz with candidate names', async ({ page, send }) => {
	const election = await importElection(send, [1, 1])
	const quiz = await makeQuiz(send, election)
	await makeQuiz(send, election)
	await page.goto(`/admin/compare-quizzes/${election.electionId}`)
	await page.getByRole('link', { name: `History: ${quiz.name}` }).click()
	await expect(page).toHaveURL(`/admin/history?target=${quiz.id}`)
	await expect(
		page.getByRole('heading', { level: 1, name: `History of “${quiz.name}”` }),
	).toBeVisible()
	await expect(page.getByRole('article')).toHaveCount(1)
	await page.getByRole('button', { name: /^Before and after/ }).click()
	for (const { name } of election.candidates) {
		await expect(page.getByRole('row', { name: /^Candidates/ })).toContainText(name)
	}
	await page.getByRole('link', { name: 'Show the whole history' }).click()
	await expect(page).toHaveURL('/admin/history')
	await expect(page.getByRole('article').nth(1)).toBeVisible()
})

adminTest('finds a deletion by filters and restores it completely', async ({ page, send }) => {
	const election = await importElection(send, [1, 1])
	const quiz = await makeQuiz(send, election)
	await send('DELETE', `/elections/${election.electionId}`)
	await page.goto('/admin/history')
	await page.getByRole('checkbox', { name: 'Restorable deletions only' }).check()
	await page.getByRole('combobox', { name: 'Kind of record' }).selectOption('Elections')
	await searchFor(page, 'Search by record or person', election.electionName)
	await expect(page).toHaveURL(/noun=election/)
	const change = entry(page, `admin deleted the election “${election.electionName}”`)
	await expect(change.getByText(/^Can be restored until/)).toBeVisible()
	await page.reload()
	await expect(page.getByRole('article')).toHaveCount(1)
	await change.getByRole('button', { name: `Restore: ${election.electionName}` }).click()
	await expect(page.getByText('Restored.')).toBeVisible()
	await expect(page.getByText('No changes found...')).toBeVisible()
	await page.goto(`/admin/compare-quizzes/${election.electionId}`)
	await expect(page.getByRole('article').filter({ hasText: quiz.name })).toBeVisible()
})

adminTest('shows a failed restore and retries it', async ({ page, admin, send }) => {
	const election = await makeElection(send)
	await send('DELETE', `/elections/${election.id}`)
	page.route('**/restore', (route) => route.abort())
	await page.goto(`/admin/history?target=${election.id}`)
	await page.getByRole('button', { name: `Restore: ${election.name}` }).click()
	await expect(page.getByRole('article').first().getByRole('alert')).toHaveText(
		'Network error. Please check your connection.',
	)
	page.unroute('**/restore')
	await page.getByRole('button', { name: `Restore: ${election.name}` }).click()
	await expect(page.getByText('Restored.')).toBeVisible()
	await expect(
		entry(page, `${admin.username} restored the election “${election.name}”`),
	).toBeVisible()
	await expect(page.getByRole('button', { name: /^Restore/ })).toHaveCount(0)
})

adminTest('filters by inclusive days stored in the URL', async ({ page, send }) => {
	await makeElection(send)
	await page.goto('/admin/history')
	await expect(page.getByRole('article').first()).toBeVisible()
	const today = new Date().toISOString().slice(0, 10)
	await page.getByLabel('From', { exact: true }).fill(today)
	await page.getByLabel('To', { exact: true }).fill(today)
	await expect(page).toHaveURL(`/admin/history?from=${today}&to=${today}`)
	await expect(page.getByRole('article').first()).toBeVisible()
	await page.getByLabel('To', { exact: true }).fill('2020-01-01')
	await page.getByLabel('From', { exact: true }).fill('2020-01-01')
	await expect(page.getByText('No changes found...')).toBeVisible()
	await page.getByLabel('From', { exact: true }).fill('')
	await expect(page).toHaveURL('/admin/history?to=2020-01-01')
})

adminTest('loads a long log page by page', async ({ page, send }) => {
	const election = await makeElection(send)
	for (let index = 0; index < 55; index++) await rename(send, election.id, `Name ${index}`)
	await page.goto(`/admin/history?target=${election.id}`)
	await expect(page.getByText('50 of 56')).toBeVisible()
	await page.getByRole('button', { name: 'Load more' }).click()
	await expect(page.getByText('56 of 56')).toBeVisible()
	await expect(page.getByRole('article')).toHaveCount(56)
	await expect(page.getByRole('article').last()).toContainText('created the election')
})
