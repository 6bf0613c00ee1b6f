import { expect } from 'vitest'
import type { Send } from '../support/administrator.ts'
import { adminTest, type Page } from '../support/screens.ts'

const CITY = { name: 'City of Springfield', contact: 'vote@city.example', text: 'Hello.' }

const enter = (send: Send, fields: object) => send('PUT', '/admin/about', fields)
const stored = async (send: Send) =>
	(await send<{ operator: unknown }>('GET', '/admin/about')).operator

const preview = (page: Page) => page.locator('section').filter({ hasText: 'Preview' })
const save = (page: Page) => page.getByRole('button', { name: 'Save' })

const openForm = async (page: Page): Promise<void> => {
	await page.goto('/admin/about')
	await expect(page.getByLabel('Name')).toBeVisible()
}

// Runs first: the tests of this file share the server, and nobody has entered an operator yet.
adminTest('enters the operator with a preview, and records it', async ({ page, send }) => {
	await openForm(page)
	await expect(preview(page)).toContainText('has not filled this in yet')
	await page.getByLabel('Name').fill(CITY.name)
	await page.getByLabel('Contact').fill('city.example')
	await expect(preview(page)).toContainText(CITY.name)
	await expect(preview(page).getByRole('link')).toHaveCount(0)
	await save(page).click()
	await expect(page.getByLabel('Contact')).toHaveAccessibleDescription(
		/Contact must be an email address or a web address that begins with https:/,
	)
	await page.getByLabel('Contact').fill(CITY.contact)
	await expect(preview(page).getByRole('link')).toHaveAttribute('href', `mailto:${CITY.contact}`)
	await page.getByLabel('Text').fill(CITY.text)
	await save(page).click()
	await expect(page.getByText('The page “About” was changed.')).toBeVisible()
	expect(await stored(send)).toEqual(CITY)
	await page.getByLabel('Text').fill('Hello again.')
	await save(page).click()
	await expect(page.getByText('The page “About” was changed.')).toBeVisible()
	await expect.poll(() => stored(send)).toEqual({ ...CITY, text: 'Hello again.' })
	await page.getByRole('link', { name: 'History: the operator' }).click()
	await expect(page.getByRole('article').first()).toContainText(
		`changed the operator “${CITY.name}”`,
	)
})

adminTest('offers both versions after a conflict', async ({ page, send }) => {
	await enter(send, CITY)
	await openForm(page)
	await page.getByLabel('Name').fill('Mine')
	await enter(send, { ...CITY, name: 'Theirs' })
	await save(page).click()
	await expect(
		page.getByText('Someone else changed this in the meantime', { exact: true }),
	).toBeVisible()
	const name = page.locator('tbody').filter({ hasText: 'Name' })
	await expect(name.getByRole('cell')).toHaveText(['Mine', 'Theirs'])
	await page.getByRole('button', { name: 'Take theirs' }).click()
	await expect(page.getByLabel('Name')).toHaveValue('Theirs')
	await page.getByLabel('Name').fill('Mine again')
	await save(page).click()
	await expect.poll(() => stored(send)).toMatchObject({ name: 'Mine again' })
})

adminTest('keeps what was typed without a connection', async ({ page, network, send }) => {
	await enter(send, CITY)
	await openForm(page)
	await page.getByLabel('Name').fill('Typed in a tunnel')
	network.setOffline(true)
	await save(page).click()
	await expect(page.getByRole('alert')).toContainText('What you typed is kept.')
	await page.reload()
	await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
	network.setOffline(false)
	await expect(page.getByLabel('Name')).toHaveValue('Typed in a tunnel')
	await expect(page.getByText('This is what you typed before. It is not saved yet.')).toBeVisible()
	await save(page).click()
	await expect.poll(() => stored(send)).toMatchObject({ name: 'Typed in a tunnel' })
})

adminTest('says so if the server lacks the page', async ({ page }) => {
	page.lackCapabilities()
	await page.goto('/admin/about')
	await expect(
		page.getByRole('heading', { name: 'This server has no page about its operator' }),
	).toBeVisible()
	await expect(page.getByRole('link', { name: 'About', exact: true })).toHaveCount(0)
})
