import { expect } from 'vitest'
import { sendAs } from '../support/administrator.ts'
import { type Page, registerUser, type Server, sendSignIn, test } from '../support/screens.ts'

const ASKED = 'If this address has an account'
const NEW_PASSWORD = 'a better password'

const postJson = async (url: string, body: object): Promise<Response> =>
	fetch(url, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(body),
	})

const linkFor = async (server: Server, username: string): Promise<string> => {
	const { token } = await registerUser(server, 'ROLE_ADMIN')
	const send = sendAs(server.origin, token)
	const open = await send<{ username: string; link: string }[]>('GET', '/admin/password-resets')
	const link = open.find((reset) => reset.username === username)?.link
	if (link === undefined) throw new Error(`${username} has requested no link`)
	const { pathname, search } = new URL(link)
	return pathname + search
}

const openLink = async (page: Page, server: Server, username: string): Promise<string> => {
	await postJson(`${server.origin}/api/auth/forgot-password`, { email: `${username}@example.org` })
	const link = await linkFor(server, username)
	await page.goto(link)
	await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible()
	return link
}

const fillPasswords = async (page: Page, password: string, confirmed = password) => {
	await page.getByLabel('New password', { exact: true }).fill(password)
	await page.getByLabel('Confirm password', { exact: true }).fill(confirmed)
	await page.getByRole('button', { name: 'Set password' }).click()
}

test('replaces a forgotten password with a reset link', async ({ page, server }) => {
	const voter = await registerUser(server)
	await page.goto('/login')
	await page.getByRole('link', { name: 'Forgot password' }).click()
	await expect(page).toHaveURL(/\/forgot-password$/)
	await page.getByRole('button', { name: 'Send' }).click()
	await expect(page.getByText('Email is required')).toBeVisible()
	await page.getByLabel('Email').fill(`${voter.username}@example.org`)
	await page.getByRole('button', { name: 'Send' }).click()
	await expect(page.getByText(ASKED)).toBeVisible()

	await page.goto(await linkFor(server, voter.username))
	await fillPasswords(page, NEW_PASSWORD, 'another password')
	await expect(page.getByText('Passwords do not match')).toBeVisible()
	await page.getByRole('button', { name: 'Show new password' }).click()
	await expect(page.getByLabel('New password', { exact: true })).toHaveAttribute('type', 'text')
	await fillPasswords(page, NEW_PASSWORD)
	await expect(page).toHaveURL(/\/login$/)
	await expect(page.getByText('Your new password is set.')).toBeVisible()
	await sendSignIn(page, { ...voter, password: NEW_PASSWORD })
	await expect(page).toHaveURL(/\/elections$/)
})

test('shows the same reply for unknown addresses', async ({ page, server }) => {
	const voter = await registerUser(server)
	const seen: (string | null)[] = []
	for (const name of [voter.username, 'nobody']) {
		await page.goto('/forgot-password')
		await page.getByLabel('Email').fill(`${name}@example.org`)
		await page.getByRole('button', { name: 'Send' }).click()
		await expect(page.getByText(ASKED)).toBeVisible()
		seen.push(await page.getByRole('main').textContent())
	}
	expect(seen[1]).toBe(seen[0])
})

test('removes the reset token from the address and stores it nowhere', async ({ page, server }) => {
	const voter = await registerUser(server)
	await page.goto('/login')
	await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
	const link = await openLink(page, server, voter.username)
	await expect(page).toHaveURL(/\/reset-password$/)
	const token = new URLSearchParams(link.split('?')[1]).get('token') ?? ''
	expect(token).toHaveLength(43)
	const storage = JSON.stringify([
		location.href,
		history.state,
		document.title,
		Object.entries(localStorage),
		Object.entries(sessionStorage),
		document.documentElement.outerHTML,
	])
	expect(storage).not.toContain(token)
	// "Back" skips the link.
	await page.goBack()
	await expect(page).toHaveURL(/\/login$/)
})

test('sends the reset token only to the API, in a body', async ({ page, server, network }) => {
	const voter = await registerUser(server)
	const link = await openLink(page, server, voter.username)
	const token = new URLSearchParams(link.split('?')[1]).get('token') ?? ''
	await expect(page).toHaveURL(/\/reset-password$/)
	network.seen.length = 0
	await fillPasswords(page, NEW_PASSWORD)
	await expect(page).toHaveURL(/\/login$/)
	const carriers: string[] = []
	for (const request of network.seen) {
		const parts = [request.url, await request.text(), JSON.stringify([...request.headers])]
		if (parts.join(' ').includes(token)) carriers.push(new URL(request.url).pathname)
	}
	expect(carriers).toEqual(['/api/auth/reset-password'])
})

test('redirects to the request form without a token', async ({ page, server }) => {
	for (const path of ['/reset-password', '/reset-password?token=']) {
		await page.goto(path)
		await expect(page).toHaveURL(/\/forgot-password$/)
	}
	const voter = await registerUser(server)
	await openLink(page, server, voter.username)
	await expect(page).toHaveURL(/\/reset-password$/)
	await page.reload()
	await expect(page).toHaveURL(/\/forgot-password$/)
})

test('rejects a used link, keeps input, and offers a new link', async ({ page, server }) => {
	const voter = await registerUser(server)
	const link = await openLink(page, server, voter.username)
	await fillPasswords(page, NEW_PASSWORD)
	await expect(page).toHaveURL(/\/login$/)
	await page.goto(link)
	await fillPasswords(page, 'yet another one')
	await expect(page.getByText('This link is no longer valid. Ask for a new one.')).toBeVisible()
	await expect(page.getByLabel('New password', { exact: true })).toHaveValue('yet another one')
	await page.getByRole('link', { name: 'Get a new link' }).click()
	await expect(page).toHaveURL(/\/forgot-password$/)
})

test('signs out the device after a password reset', async ({ page, server, voter }) => {
	await openLink(page, server, voter.username)
	await fillPasswords(page, NEW_PASSWORD)
	await expect(page).toHaveURL(/\/login$/)
	await expect(page.getByText('Your new password is set.')).toBeVisible()
	await expect(page.getByText('Your session has ended.')).toBeVisible()
	await sendSignIn(page, { ...voter, password: NEW_PASSWORD })
	await expect(page).toHaveURL(/\/elections$/)
})

test('keeps another voter on the device signed in', async ({ page, server }) => {
	const other = await registerUser(server)
	page.signIn(await registerUser(server))
	await openLink(page, server, other.username)
	await fillPasswords(page, NEW_PASSWORD)
	await expect(page).toHaveURL(/\/elections$/)
	await expect(page.getByText('Your new password is set.')).toBeVisible()
})

test('shows connection and server errors and keeps input', async ({ page, server }) => {
	const voter = await registerUser(server)
	await page.goto('/forgot-password')
	await page.getByLabel('Email').fill('somebody@example.org')
	page.route('**/api/auth/*', (route) => route.abort())
	await page.getByRole('button', { name: 'Send' }).click()
	await expect(page.getByText('Network error. Please check your connection.')).toBeVisible()
	await expect(page.getByLabel('Email')).toHaveValue('somebody@example.org')
	page.unroute('**/api/auth/*')
	page.route('**/api/auth/*', (route) => route.fulfill({ status: 500, body: '' }))
	await page.getByRole('button', { name: 'Send' }).click()
	await expect(page.getByText('An error occurred. Please try again.')).toBeVisible()
	await expect(page.getByLabel('Email')).toHaveValue('somebody@example.org')

	await openLink(page, server, voter.username)
	await fillPasswords(page, NEW_PASSWORD)
	await expect(page.getByText('An error occurred. Please try again.')).toBeVisible()
	page.unroute('**/api/auth/*')
	await page.getByRole('button', { name: 'Set password' }).click()
	await expect(page).toHaveURL(/\/login$/)
})

test('offers no reset link on a server without them', async ({ page, network }) => {
	page.lackCapabilities()
	await page.goto('/forgot-password')
	await expect(page.getByText("This server can't send links.")).toBeVisible()
	await expect(page.getByRole('button', { name: 'Send' })).toHaveCount(0)
	expect(network.writes()).toEqual([])
})
