import { expect } from 'vitest'
import type { Send } from '../support/administrator.ts'
import { adminTest, dialog, field, type Page, registerUser } from '../support/screens.ts'
import { takeQuiz } from '../support/take-quiz.ts'

const card = (page: Page, name: string) =>
	page
		.getByRole('article')
		.filter({ has: page.getByRole('heading', { level: 2, name, exact: true }) })

const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save' })

/** Presses the button even if it is aria-disabled. */
const trySaving = (page: Page): Promise<void> => save(page).press('Enter')

const edit = (page: Page, name: string): Promise<void> =>
	page.getByRole('button', { name: `Edit: ${name}` }).click()

const setWeight = (send: Send, code: string, weight: number, reason: string) =>
	send('PUT', `/admin/policies/categories/${code}/weight`, { weight, reason })

const BOTH = 'Please provide both a weight and a reason for the change.'

// Category weights are global: reset them before each test.
adminTest.beforeEach(({ send }) => send('POST', '/admin/policies/categories/weights/reset'))

adminTest('requires a reason for a weight change and records it', async ({ page, send }) => {
	await page.goto('/admin/categories')
	await expect(page).toHaveTitle('Category Weights · Evenhand')
	await expect(page.getByRole('article')).toHaveCount(7)
	await edit(page, 'Healthcare')
	await expect(save(page)).toHaveAttribute('aria-disabled', 'true')
	await trySaving(page)
	await expect(field(page, 'Weight')).toHaveAccessibleDescription(new RegExp(BOTH))
	await expect(field(page, 'Reason for the change')).toHaveAccessibleDescription(new RegExp(BOTH))
	await field(page, 'Weight').fill('1.5')
	await expect(save(page)).toHaveAttribute('aria-disabled', 'false')
	await save(page).click()
	await expect(dialog(page).getByText(BOTH)).toHaveCount(1)
	await field(page, 'Reason for the change').fill('Named first in the survey of 2026')
	await expect(save(page)).toHaveAttribute('aria-disabled', 'false')
	await save(page).click()
	await expect(page.getByText('The weight of Healthcare was changed.')).toBeVisible()
	await expect(card(page, 'Healthcare')).toContainText('High Priority')
	await expect(card(page, 'Healthcare')).toContainText('1.5')
	await expect(card(page, 'Healthcare')).toContainText('Named first in the survey of 2026')
	expect(await send('GET', '/admin/policies/categories/weights')).toMatchObject({
		HEALTHCARE: 1.5,
	})
	await page.getByRole('link', { name: 'History: Healthcare' }).click()
	await expect(
		page.getByRole('heading', { level: 1, name: 'History of “Healthcare”' }),
	).toBeVisible()
	await expect(page.getByRole('article').first()).toContainText(
		'changed the weight of the category “Healthcare”',
	)
})

adminTest('rejects weights outside the limits or steps', async ({ page }) => {
	await page.goto('/admin/categories')
	await edit(page, 'Economy')
	await field(page, 'Reason for the change').fill('To see what is refused')
	for (const [typed, message] of [
		['3.1', 'Weight must be at most 3'],
		['0', 'Weight must be at least 0.1'],
		['1.25', 'Weight must be in steps of 0.1'],
		['', BOTH],
		['1.0', BOTH],
	] as const) {
		await field(page, 'Weight').fill(typed)
		await trySaving(page)
		await expect(dialog(page).getByText(message)).toHaveCount(1)
	}
	await dialog(page).getByRole('button', { name: 'Cancel' }).click()
	await page.getByRole('button', { name: 'Discard changes' }).click()
	await expect(page.getByRole('dialog')).toHaveCount(0)
})

adminTest('names each weight level', async ({ page, send }) => {
	await setWeight(send, 'ECONOMY', 1.5, 'high')
	await setWeight(send, 'HEALTHCARE', 1.2, 'above')
	await setWeight(send, 'EDUCATION', 0.8, 'average')
	await setWeight(send, 'SOCIAL', 0.7, 'below')
	await page.goto('/admin/categories')
	await expect(card(page, 'Economy')).toContainText('High Priority')
	await expect(card(page, 'Healthcare')).toContainText('Above Average')
	await expect(card(page, 'Education')).toContainText('Average')
	await expect(card(page, 'Education')).not.toContainText('Above')
	await expect(card(page, 'Social')).toContainText('Below Average')
})

adminTest('resets all weights after a warning and logs it', async ({ page, send }) => {
	await setWeight(send, 'SOCIAL', 2, 'For a while')
	await page.goto('/admin/categories')
	await expect(card(page, 'Social')).toContainText('2.0')
	await page.getByRole('button', { name: 'Reset all' }).click()
	await expect(dialog(page).getByText(/This cannot be undone/)).toBeVisible()
	await dialog(page).getByRole('button', { name: 'Cancel' }).click()
	await expect(card(page, 'Social')).toContainText('2.0')
	await page.getByRole('button', { name: 'Reset all' }).click()
	page.route('**/weights/reset', (route) =>
		route.fulfill({ status: 500, json: { message: 'The server is tired.' } }),
	)
	await dialog(page).getByRole('button', { name: 'Reset all' }).click()
	await expect(
		dialog(page).getByText('Failed to reset weights: The server is tired.'),
	).toBeVisible()
	page.unroute('**/weights/reset')
	await dialog(page).getByRole('button', { name: 'Reset all' }).click()
	await expect(page.getByText('All category weights were reset.')).toBeVisible()
	await expect(card(page, 'Social')).not.toContainText('2.0')
	await page.getByRole('link', { name: 'History: Social' }).click()
	await expect(page.getByRole('article').first()).toContainText('reset all category weights')
	await expect(page.getByRole('article').nth(1)).toContainText(
		'changed the weight of the category “Social”',
	)
})

adminTest('reports a failed change and keeps the input', async ({ page, network }) => {
	await page.goto('/admin/categories')
	await edit(page, 'Economy')
	await field(page, 'Weight').fill('1.3')
	await field(page, 'Reason for the change').fill('Decided by the board')
	page.route('**/ECONOMY/weight', (route) =>
		route.fulfill({ status: 500, json: { message: 'The server is tired.' } }),
	)
	await save(page).click()
	await expect(dialog(page).getByRole('alert')).toHaveText(
		'Failed to update category weight: The server is tired.',
	)
	page.unroute('**/ECONOMY/weight')
	page.route('**/ECONOMY/weight', (route) => route.fulfill({ status: 502, body: '' }))
	await save(page).click()
	await expect(dialog(page).getByRole('alert')).toHaveText(
		'Failed to update category weight: Please try again.',
	)
	page.unroute('**/ECONOMY/weight')
	await network.setOffline(true)
	await save(page).click()
	await expect(dialog(page).getByRole('alert')).toContainText(
		'Failed to update category weight: Network error. Please check your connection. What you typed is kept.',
	)
	await network.setOffline(false)
	await save(page).click()
	await expect(page.getByText('The weight of Economy was changed.')).toBeVisible()
})

adminTest('shows both versions on a weight edit conflict', async ({ page, send }) => {
	await page.goto('/admin/categories')
	await edit(page, 'Governance')
	await field(page, 'Weight').fill('1.4')
	await field(page, 'Reason for the change').fill('Mine')
	await setWeight(send, 'GOVERNANCE', 0.6, 'Theirs')
	await save(page).click()
	await expect(
		dialog(page).getByText('Someone else changed this in the meantime', { exact: true }),
	).toBeVisible()
	const row = (label: string) => dialog(page).locator('tbody').filter({ hasText: label })
	await expect(row('Weight').getByRole('cell')).toHaveText(['1.4', '0.6'])
	await dialog(page).getByRole('button', { name: 'Keep mine' }).click()
	await expect(page.getByText('The weight of Governance was changed.')).toBeVisible()
	expect(await send('GET', '/admin/policies/categories/weights')).toMatchObject({
		GOVERNANCE: 1.4,
	})
})

adminTest('says that configurations are missing', async ({ page }) => {
	page.route('**/categories/configs', (route) => route.fulfill({ json: [] }))
	await page.goto('/admin/categories')
	await expect(
		page.getByText('No category configurations found. Please check your backend connection.'),
	).toBeVisible()
	await expect(page.getByRole('button', { name: 'Reset all' })).toHaveCount(0)
})

adminTest('previews the effect of a weight on recent results', async ({ page, server, send }) => {
	for (let voter = 0; voter < 10; voter++) {
		// Each user agrees with another candidate the most.
		await takeQuiz(server.origin, await registerUser(server), 'SCALE', (candidate, index) =>
			candidate === voter % 4 ? 2 : (index % 5) - 2,
		)
	}
	const preview = page
		.getByRole('dialog')
		.locator('section')
		.filter({ hasText: 'Effect on recent results' })
	const figure = (name: string) =>
		preview.getByRole('term').filter({ hasText: name }).locator('..').getByRole('definition')
	await page.goto('/admin/categories')
	await edit(page, 'Economy')
	await expect(preview).toContainText('Choose another weight')
	await field(page, 'Weight').fill('3')
	await expect(preview).toContainText(/The latest \d+ results/)
	await expect(figure('Different winner')).toHaveText(/^\d+ \(\d+\.\d%\)$/)
	await expect(figure('Largest change')).toHaveText(/^\d+\.\d points$/)
	await expect(figure('Largest change')).not.toHaveText('0.0 points')
	expect(await send('GET', '/admin/policies/categories/weights')).toMatchObject({ ECONOMY: 1 })
	// An invalid weight requests no preview.
	await field(page, 'Weight').fill('7')
	await expect(preview).toContainText('Choose another weight')

	const path = '**/ECONOMY/preview'
	page.route(path, (route) => route.fulfill({ status: 500, body: '' }))
	await field(page, 'Weight').fill('2')
	await expect(preview).toContainText('The effect could not be determined.')
	page.unroute(path)
	let release = (): void => undefined
	const released = new Promise<void>((done) => {
		release = done
	})
	page.route(path, async (route) => {
		await released
		route.fulfill({ json: { effect: null } })
	})
	await preview.getByRole('button', { name: 'Retry' }).click()
	await expect(preview).toContainText('Checking recent results…')
	release()
	await expect(preview).toContainText('Fewer than 10 voters have results')
})

adminTest(
	'shows voters the weights from when they began',
	async ({ page, server, admin, send }) => {
		await setWeight(send, 'ECONOMY', 1.5, 'For this result')
		const { attemptId } = await takeQuiz(server.origin, admin, 'SCALE', () => 2)
		await setWeight(send, 'ECONOMY', 0.5, 'For later ones')
		await page.goto(`/results/${attemptId}`)
		await page.getByRole('tab', { name: 'All Results' }).click()
		const result = page.getByRole('tabpanel').locator('ol > li').first()
		await result.getByText('Why this score').click()
		await result.getByRole('checkbox', { name: 'Show the math' }).check()
		await expect(result.getByText('1.5 (importance 1 × Economy 1.5)').first()).toBeVisible()
		await expect(result.getByText(/^1 \(importance 1 × \w[\w ]+ 1\)$/).first()).toBeVisible()
		await expect(result.getByText(/as set when you started/)).toBeVisible()
		await expect(result.getByText('Economy 0.5')).toHaveCount(0)
		await result.getByRole('checkbox', { name: 'Show it unweighted' }).check()
		await expect(result.getByText(/importance 1 ×/)).toHaveCount(0)
	},
)
