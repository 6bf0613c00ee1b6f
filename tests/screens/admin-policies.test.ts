import { expect } from 'vitest'
import { type Made, makeCandidate, type Send } from '../support/administrator.ts'
import { adminTest, dialog, field, type Page } from '../support/screens.ts'

const card = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text })
const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save' })
const add = (page: Page) => page.getByRole('button', { name: 'Add policy' })

const RAILWAY = 'Build a railway to every county of the state'
const SCHOOLS = 'Give every school a library of its own'
const TAXES = 'Lower the tariff on goods of daily need'

interface MadePolicy extends Made {
	readonly text: string
}

const makePolicy = (send: Send, candidateId: string, text: string, fields: object = {}) =>
	send<MadePolicy>('POST', '/policies', { candidateId, text, category: 'ECONOMY', ...fields })

const open = (page: Page, { id }: Made): Promise<unknown> => page.goto(`/admin/edit-policies/${id}`)

const press = (page: Page, action: string, text: string): Promise<void> =>
	page.getByRole('button', { name: `${action}: ${text}` }).click()

adminTest('adds, edits, deletes, and restores a policy', async ({ page, send }) => {
	const candidate = await makeCandidate(send)
	await open(page, candidate)
	await expect(
		page.getByRole('heading', { level: 1, name: `Policies of ${candidate.name}` }),
	).toBeVisible()
	await expect(page.getByText('No policies found for this candidate.')).toBeVisible()
	await expect(page.getByRole('link', { name: 'Policy extraction' })).toHaveAttribute(
		'href',
		`/admin/extract-policies/${candidate.id}`,
	)
	await add(page).click()
	await expect(field(page, 'Category')).toHaveValue('ECONOMY')
	await expect(field(page, 'Status').locator('option')).toHaveText([
		'Pending',
		'Validated',
		'Needs Review',
	])
	for (const [label, value] of [
		['Importance', '1.0'],
		['Priority', '3'],
		['Clarity', '5'],
		['Bias', '0'],
		['Effectiveness', '7'],
	] as const) {
		await expect(field(page, label)).toHaveValue(value)
	}
	await save(page).click()
	await expect(field(page, 'Policy text')).toHaveAccessibleDescription(/Policy text is required/)
	await field(page, 'Policy text').fill('Build a railway')
	await expect(dialog(page).getByText('3 words – Too short')).toBeVisible()
	await save(page).click()
	await expect(dialog(page).getByText('Policy text must be 5 to 100 words')).toBeVisible()
	await field(page, 'Policy text').fill(RAILWAY)
	await field(page, 'Keywords').fill('rail, counties, , rail')
	await save(page).click()
	await expect(page.getByText('The policy was added.')).toBeVisible()
	await expect(card(page, RAILWAY)).toContainText('Pending')
	await expect(card(page, RAILWAY)).toContainText('rail, counties')
	await expect(card(page, RAILWAY)).toContainText('Priority: Standard')

	await press(page, 'Edit', RAILWAY)
	await expect(field(page, 'Status').locator('option')).toHaveText([
		'Pending',
		'Validated',
		'Needs Review',
		'Rejected',
	])
	await field(page, 'Status').selectOption('VALIDATED')
	await field(page, 'Priority').selectOption('5')
	await field(page, 'Clarity').fill('8.5')
	await save(page).click()
	await expect(page.getByText('The policy was saved.')).toBeVisible()
	await expect(card(page, RAILWAY)).toContainText('Validated')
	await expect(card(page, RAILWAY)).toContainText('Priority: Top')
	await expect(card(page, RAILWAY)).toContainText('8.5')

	await press(page, 'Delete', RAILWAY)
	await expect(dialog(page)).toContainText('You can undo this for 30 days')
	await dialog(page).getByRole('button', { name: 'Cancel' }).click()
	await expect(card(page, RAILWAY)).toBeVisible()
	await press(page, 'Delete', RAILWAY)
	await dialog(page).getByRole('button', { name: 'Delete' }).click()
	await expect(page.getByText('No policies found for this candidate.')).toBeVisible()
	await page.getByRole('button', { name: 'Undo' }).click()
	await expect(card(page, RAILWAY)).toBeVisible()
	await page.getByRole('link', { name: `History: ${RAILWAY}` }).click()
	await expect(page.getByRole('article')).toHaveCount(4)
	await expect(page.getByRole('article').first()).toContainText('restored the policy')
})

adminTest('reports policy failures and succeeds on retry', async ({ page, send }) => {
	const candidate = await makeCandidate(send)
	await makePolicy(send, candidate.id, SCHOOLS)
	const failing = (path: string, method: string) => {
		page.route(path, (route) =>
			route.request.method === method ? route.fulfill({ status: 500, body: '' }) : route.continue(),
		)
		return () => page.unroute(path)
	}
	const list = failing('**/admin/policies/candidate/*', 'GET')
	await open(page, candidate)
	await expect(page.getByText('Failed to load data')).toBeVisible()
	await expect(page.getByText('Unable to load candidate policies. Please try again.')).toBeVisible()
	list()
	await page.getByRole('button', { name: 'Retry' }).click()
	await expect(card(page, SCHOOLS)).toBeVisible()

	const creating = failing('**/api/policies', 'POST')
	await add(page).click()
	await field(page, 'Policy text').fill(RAILWAY)
	await save(page).click()
	await expect(dialog(page).getByText('Failed to create policy')).toBeVisible()
	creating()
	await save(page).click()
	await expect(card(page, RAILWAY)).toBeVisible()

	const updating = failing('**/api/policies/*/enhanced', 'PUT')
	await press(page, 'Edit', RAILWAY)
	await field(page, 'Importance').fill('1.4')
	await save(page).click()
	await expect(dialog(page).getByText('Failed to update policy')).toBeVisible()
	updating()
	await save(page).click()
	await expect(card(page, RAILWAY)).toContainText('Importance 1.4')

	const deleting = failing('**/api/policies/*', 'DELETE')
	await press(page, 'Delete', RAILWAY)
	await dialog(page).getByRole('button', { name: 'Delete' }).click()
	await expect(dialog(page).getByText('Failed to delete policy')).toBeVisible()
	deleting()
	await dialog(page).getByRole('button', { name: 'Delete' }).click()
	await expect(card(page, RAILWAY)).toHaveCount(0)
})

adminTest('gives a statement a neutral background with a source', async ({ page, send }) => {
	const candidate = await makeCandidate(send)
	await makePolicy(send, candidate.id, SCHOOLS)
	await open(page, candidate)
	await press(page, 'Edit', SCHOOLS)
	await field(page, 'Background').first().fill('A disastrous cut closed one library in three.')
	await expect(dialog(page).getByText('45 of 300 characters.')).toBeVisible()
	await expect(dialog(page).getByRole('button', { name: /Loaded words.*disastrous/ })).toBeVisible()
	await save(page).click()
	await expect(field(page, 'Background source')).toHaveAccessibleDescription(
		/A background needs a source/,
	)
	await field(page, 'Background').first().fill('x'.repeat(301))
	await field(page, 'Background source').fill('Census of 1910')
	await save(page).click()
	await expect(dialog(page).getByText('Background must be at most 300 characters')).toBeVisible()
	await field(page, 'Background').first().fill('One school in three has no library.')
	await expect(dialog(page).getByRole('button', { name: /Loaded words/ })).toHaveCount(0)
	await save(page).click()
	await expect(page.getByText('The policy was saved.')).toBeVisible()
	const [stored] = await send<object[]>('GET', `/admin/policies/candidate/${candidate.id}`)
	expect(stored).toMatchObject({
		background: 'One school in three has no library.',
		backgroundSource: 'Census of 1910',
	})
})

adminTest(
	'edits policies on servers with only the specified calls',
	async ({ page, network, send }) => {
		const candidate = await makeCandidate(send)
		const policy = await makePolicy(send, candidate.id, SCHOOLS, { biasScore: 2 })
		page.lackCapabilities()
		const { id, text } = policy
		const enhanced = '**/api/policies/candidate/*/enhanced'
		const list = [{ id, text, category: 'EDUCATION', suggestedImportance: 1.4, biasScore: 2 }]
		page.route(enhanced, (route) => route.fulfill({ json: list }))
		page.route('**/api/policies', async (route) => {
			await route.fetch()
			route.fulfill({ status: 201, json: { id, text } })
		})
		page.route('**/api/policies/*/enhanced', async (route) => {
			const sent = await route.request.clone().json()
			expect(sent).toMatchObject({
				text: RAILWAY,
				category: 'EDUCATION',
				importance: 1.4,
				biasScore: 2,
			})
			// The server did not send it.
			expect(sent).not.toHaveProperty('validationStatus')
			return route.fulfill({ status: 200, json: {} })
		})
		await open(page, candidate)
		await expect(card(page, SCHOOLS)).toContainText('Importance 1.4')
		await press(page, 'Edit', SCHOOLS)
		await field(page, 'Policy text').fill(RAILWAY)
		await page.reload()
		// The list restores the draft: there is no call for one policy.
		await page.getByRole('button', { name: 'Continue' }).click()
		await expect(field(page, 'Policy text')).toHaveValue(RAILWAY)
		await save(page).click()
		await expect(page.getByText('The policy was saved.')).toBeVisible()
		await add(page).click()
		await field(page, 'Policy text').fill(TAXES)
		await save(page).click()
		await expect(page.getByText('The policy was added.')).toBeVisible()
		await expect(page.getByRole('link', { name: /^History/ })).toHaveCount(0)
		const asked = network.seen.map(({ url }) => new URL(url).pathname)
		expect(asked.filter((path) => /\/admin\/(?:policies|candidates)\//.test(path))).toEqual([])
	},
)

adminTest('reports an unknown candidate and offers no new policy', async ({ page }) => {
	await page.goto('/admin/edit-policies/00000000-0000-4000-8000-000000000000')
	await expect(page.getByText('Candidate not found')).toBeVisible()
	await expect(add(page)).toHaveCount(0)
})

adminTest('shows both versions on a policy edit conflict', async ({ page, send }) => {
	const candidate = await makeCandidate(send)
	const policy = await makePolicy(send, candidate.id, SCHOOLS)
	await open(page, candidate)
	await press(page, 'Edit', SCHOOLS)
	await field(page, 'Category').selectOption('EDUCATION')
	await send('PUT', `/policies/${policy.id}/enhanced`, {
		...policy,
		validationStatus: 'REJECTED',
	})
	await save(page).click()
	const row = (label: string) => dialog(page).locator('tbody').filter({ hasText: label })
	await expect(row('Category').getByRole('cell')).toHaveText(['Education', 'Economy'])
	await expect(row('Status').getByRole('cell')).toHaveText(['Pending', 'Rejected'])
	await dialog(page).getByRole('button', { name: 'Keep mine' }).click()
	await expect(page.getByText('The policy was saved.')).toBeVisible()
	await expect(card(page, SCHOOLS)).toContainText('Education')
})

adminTest('keeps input offline and reloads on reconnect', async ({ page, network, send }) => {
	const candidate = await makeCandidate(send)
	await open(page, candidate)
	await add(page).click()
	await field(page, 'Policy text').fill(RAILWAY)
	network.setOffline(true)
	await save(page).click()
	await expect(dialog(page).getByRole('alert')).toContainText('What you typed is kept.')
	await network.setOffline(false)
	await save(page).click()
	await expect(card(page, RAILWAY)).toBeVisible()
	await page.getByRole('link', { name: `History: ${RAILWAY}` }).click()
	await expect(page.getByRole('heading', { level: 1, name: /^History/ })).toBeVisible()
	network.setOffline(true)
	await page.goBack()
	await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
	await network.setOffline(false)
	await expect(card(page, RAILWAY)).toBeVisible()
})
