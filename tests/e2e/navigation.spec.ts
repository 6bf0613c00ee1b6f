import type { Page } from 'playwright/test'
import { expect, expectAccessible, registerVoter, signIn, test } from './fixtures.ts'
import { openElection } from './quiz-page.ts'

const bar = (page: Page) => page.getByRole('banner')

/** Mocks a list that is longer than the screen. */
const serveManyElections = async (page: Page): Promise<void> => {
	await page.route('**/api/elections/active', async (route) => {
		const reply = await route.fetch()
		const [first] = await reply.json()
		const many = Array.from({ length: 40 }, (_, index) => ({
			...first,
			id: index === 25 ? first.id : `00000000-0000-4000-8000-0000000000${10 + index}`,
			name: `Election ${index}`,
		}))
		await route.fulfill({ response: reply, json: many })
	})
}

const scrolled = (page: Page) => page.evaluate(() => Math.round(window.scrollY))

test('shows the specified links to visitors and voters on a wide screen', async ({
	page,
	server,
}) => {
	await page.setViewportSize({ width: 1100, height: 800 })
	await page.goto('/login')
	const visitors = bar(page)
	await expect(visitors.getByRole('link', { name: 'Evenhand' })).toHaveAttribute('href', '/test')
	await expect(visitors.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login')
	await expect(visitors.getByRole('link', { name: 'Register' })).toHaveAttribute(
		'href',
		'/register',
	)
	await expect(visitors.getByRole('link', { name: 'Settings' })).toHaveAttribute(
		'href',
		'/settings',
	)
	const voter = await registerVoter(server.origin)
	await signIn(page, voter)
	const voters = bar(page)
	await expect(voters.getByRole('link', { name: 'Elections' })).toHaveAttribute(
		'aria-current',
		'page',
	)
	await expect(voters.getByText(voter.username).first()).toBeVisible()
	await expect(voters.getByRole('link', { name: 'Dashboard' })).toHaveCount(0)
	await expect(voters.getByRole('link', { name: 'Settings' })).toBeVisible()
	await voters.getByRole('link', { name: 'My Results' }).click()
	await expect(page).toHaveURL(/\/activity$/)
	await voters.getByRole('button', { name: 'Logout' }).click()
	await expect(page).toHaveURL(/\/login$/)
})

test('lists the navigation in the phone menu and closes on choice', async ({ page, voter }) => {
	await page.getByRole('button', { name: 'Menu' }).click()
	const menu = page.getByRole('navigation', { name: 'Menu' })
	await expect(menu.getByText(voter.username)).toBeVisible()
	await expect(menu.getByRole('link', { name: 'Find Elections' })).toBeVisible()
	await expectAccessible(page)
	await menu.getByRole('link', { name: 'My Results' }).click()
	await expect(page).toHaveURL(/\/activity$/)
	await expect(menu).toBeHidden()
	await page.getByRole('button', { name: 'Menu' }).click()
	await menu.getByRole('link', { name: 'Settings' }).click()
	await expect(page).toHaveURL(/\/settings$/)
})

test('shows a phone header with back, title, home, and settings', async ({ page, voter }) => {
	await openElection(page, '1912')
	await expect(page.getByText('4 candidates').first()).toBeVisible()
	const header = bar(page)
	await expect(header.getByText('Quizzes')).toBeVisible()
	await header.getByRole('button', { name: 'Settings' }).click()
	await expect(header.getByText(`${voter.username}@example.org`)).toBeVisible()
	await expect(header.getByRole('button', { name: 'Sign Out' })).toBeVisible()
	await expectAccessible(page)
	await header.getByRole('link', { name: 'Settings' }).click()
	await expect(page).toHaveURL(/\/settings$/)
	await expect(header.getByText('Settings').first()).toBeVisible()
	await header.getByRole('button', { name: 'Back' }).click()
	await expect(page).toHaveURL(/\/quizzes/)
	await header.getByRole('link', { name: 'Home' }).click()
	await expect(page).toHaveURL(/\/elections$/)
	await openElection(page, '1912')
	await header.getByRole('button', { name: 'Settings' }).click()
	await header.getByRole('button', { name: 'Sign Out' }).click()
	await expect(page).toHaveURL(/\/login$/)
})

test('updates title and focus on each page', async ({ page, server }) => {
	await signIn(page, await registerVoter(server.origin))
	await expect(page).toHaveTitle('Elections · Evenhand')
	const goTo = async (link: string): Promise<void> => {
		await page.getByRole('button', { name: 'Menu' }).click()
		await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: link }).click()
	}
	await goTo('My Results')
	await expect(page).toHaveTitle('My Activity · Evenhand')
	await expect(page.getByRole('main')).toBeFocused()
	await goTo('Settings')
	await expect(page).toHaveTitle('Settings · Evenhand')
	await expect(page.getByRole('main')).toBeFocused()
	await page.goBack()
	await expect(page).toHaveTitle('My Activity · Evenhand')
	await expect(page.getByRole('main')).toBeFocused()
})

test('skips the navigation with the first Tab stop', async ({ page, server }) => {
	await signIn(page, await registerVoter(server.origin))
	await page.goto('/activity')
	// The content has no focusable element until the history has loaded.
	await expect(page.getByRole('main').getByRole('link', { name: 'Find Elections' })).toBeVisible()
	const skip = page.getByRole('link', { name: 'Skip to content' })
	await page.keyboard.press('Tab')
	await expect(skip).toBeFocused()
	await expect(skip).toBeInViewport({ ratio: 1 })
	await page.keyboard.press('Enter')
	await expect(page.getByRole('main')).toBeFocused()
	// A hash would add a history entry of the same page.
	expect(new URL(page.url()).hash).toBe('')
	await page.keyboard.press('Tab')
	const inMain = page.getByRole('main').locator(':focus')
	await expect(inMain).toHaveCount(1)
})

test('restores list scroll position and opens new pages at the top', async ({ page, server }) => {
	await serveManyElections(page)
	await signIn(page, await registerVoter(server.origin))
	await expect(page.getByText('Found 40 elections')).toBeVisible()
	await page.getByRole('link', { name: /Election 25\b/ }).scrollIntoViewIfNeeded()
	const before = await scrolled(page)
	expect(before).toBeGreaterThan(800)
	await page.getByRole('link', { name: /Election 25\b/ }).click()
	await expect(page).toHaveURL(/\/quizzes/)
	await expect(page.getByText(/^\d candidates$/).first()).toBeVisible()
	expect(await scrolled(page)).toBe(0)
	await page.goBack()
	await expect(page.getByText('Found 40 elections')).toBeVisible()
	await expect.poll(() => scrolled(page)).toBe(before)
	await page.reload()
	await expect(page.getByText('Found 40 elections')).toBeVisible()
	await expect.poll(() => scrolled(page)).toBe(before)
})
