import { expect } from 'vitest'
import { sendAs } from '../support/administrator.ts'
import { type Page, type Server, test } from '../support/screens.ts'

const MISSING = 'The operator of this installation has not filled this in yet.'
const OFFLINE = /You are offline. Connect once to see who runs this installation./

const enter = (server: Server, fields: object) =>
	sendAs(server.origin, server.first.token)('PUT', '/admin/about', fields)

const openAbout = async (page: Page): Promise<void> => {
	await page.goto('/about')
	await expect(page.getByRole('heading', { level: 1, name: 'About Evenhand' })).toBeVisible()
}

test('says that the operator is missing, and explains the rest', async ({ page }) => {
	await openAbout(page)
	await expect(page).toHaveTitle('About Evenhand · Evenhand')
	for (const name of [
		'What this is',
		'How a score comes about',
		'What is stored, where, and for how long',
		'Who runs this installation',
	]) {
		await expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
	}
	await expect(page.getByText(MISSING)).toBeVisible()
	await expect(page.getByRole('link', { name: 'Go to the test' })).toHaveAttribute('href', '/test')
})

test('shows the operator to visitors and voters, and offline after that', async ({
	page,
	network,
	server,
	voter,
}) => {
	await enter(server, { name: 'City of Springfield', contact: 'vote@city.example', text: 'Hello.' })
	const contact = page.getByRole('link', { name: 'vote@city.example' })
	await openAbout(page)
	await expect(page.getByRole('link', { name: 'Go to the elections' })).toBeVisible()
	await expect(contact).toHaveAttribute('href', 'mailto:vote@city.example')
	network.setOffline(true)
	await page.reload()
	await expect(page.getByText('City of Springfield')).toBeVisible()
	await expect(page.getByText('Hello.')).toBeVisible()
	await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()

	network.setOffline(false)
	localStorage.clear()
	await openAbout(page)
	await expect(contact).toBeVisible()
	expect(voter.token).not.toBe('')
})

test('loads the operator by itself when the connection returns', async ({ page, network }) => {
	network.setOffline(true)
	await openAbout(page)
	await expect(page.getByText(OFFLINE)).toBeVisible()
	network.setOffline(false)
	await expect(page.getByText(OFFLINE)).toHaveCount(0)
	await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0)
})

test('offers a retry after a failed read', async ({ page, network }) => {
	page.route('**/public/about', (route) => route.fulfill({ status: 500, body: '' }))
	await openAbout(page)
	await expect(page.getByRole('alert')).toContainText('We could not load who runs this')
	network.unroute()
	await page.getByRole('button', { name: 'Retry' }).click()
	await expect(page.getByRole('alert')).toHaveCount(0)
})

test('does not ask a server that lacks the call', async ({ page, network }) => {
	page.lackCapabilities()
	await openAbout(page)
	await expect(page.getByText(MISSING)).toBeVisible()
	expect(network.seen.filter(({ url }) => url.endsWith('/public/about'))).toEqual([])
})

test('is linked for visitors, and from the settings', async ({ page }) => {
	for (const path of ['/login', '/register', '/forgot-password']) {
		await page.goto(path)
		const link = page.getByRole('main').getByRole('link', { name: 'About' })
		await expect(link).toHaveAttribute('href', '/about')
	}
	await page.setViewportSize({ width: 1280, height: 800 })
	await page.goto('/test')
	const bar = page.getByRole('navigation', { name: 'Main' })
	await expect(bar.getByRole('link', { name: 'About' })).toHaveAttribute('href', '/about')
	await page.goto('/settings')
	await page.getByRole('link', { name: 'Read more' }).click()
	await expect(page).toHaveURL(/\/about$/)
	await expect(page.getByRole('heading', { level: 1, name: 'About Evenhand' })).toBeVisible()
})
