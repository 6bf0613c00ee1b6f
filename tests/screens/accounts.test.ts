import { expect } from 'vitest'
import { agree, answeredOnServer } from '../support/quiz-screens.ts'
import { type Network, type Page, registerUser, sendSignIn, test } from '../support/screens.ts'

const expectToggle = async (page: Page, label: string): Promise<void> => {
	const field = page.getByLabel(label, { exact: true })
	await expect(field).toHaveAttribute('type', 'password')
	await page.getByRole('button', { name: `Show ${label.toLowerCase()}`, exact: true }).click()
	await expect(field).toHaveAttribute('type', 'text')
	await page.getByRole('button', { name: `Hide ${label.toLowerCase()}`, exact: true }).click()
	await expect(field).toHaveAttribute('type', 'password')
}

/** Submits a form and holds the request until the button shows its busy label. */
const pressWhileBusy = async (
	{ page, network }: { page: Page; network: Network },
	{ address, name, busy }: { address: string; name: string; busy: string },
): Promise<void> => {
	const release = network.hold(address)
	await page.getByRole('button', { name }).click()
	await expect(page.getByRole('button', { name: busy, exact: true })).toBeDisabled()
	release()
	await expect(page.getByRole('button', { name })).toBeEnabled()
}

test('links sign-in and registration to each other', async ({ page }) => {
	await page.goto('/login')
	await page.getByRole('link', { name: 'Register now', exact: true }).click()
	await expect(page).toHaveURL('/register')
	await page.getByRole('link', { name: 'Already have an account? Sign in', exact: true }).click()
	await expect(page).toHaveURL('/login')
})

test('says why an account is needed and keeps the page to open', async ({ page, server }) => {
	const why = page.getByText('Comparing candidates takes a free account.')
	await page.goto('/login')
	await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
	await expect(why).toHaveCount(0)
	await page.goto('/elections')
	await expect(why).toBeVisible()
	await page.getByRole('link', { name: 'Register now', exact: true }).click()
	await expect(why).toBeVisible()
	await page.getByRole('link', { name: 'Already have an account? Sign in', exact: true }).click()
	await expect(page).toHaveURL('/login?redirect=%2Felections')
	await page.goto('/register?redirect=%2Fsettings')
	await expect(page.getByRole('button', { name: 'Register' })).toBeVisible()
	await expect(why).toHaveCount(0)
	const { username } = await registerUser(server)
	await page.getByLabel('Username').fill(`new-${username}`)
	await page.getByLabel('Email').fill(`new-${username}@example.org`)
	await page.getByLabel('Password', { exact: true }).fill('a good password')
	await page.getByLabel('Confirm password', { exact: true }).fill('a good password')
	await page.getByRole('button', { name: 'Register' }).click()
	await expect(page).toHaveURL('/settings')
})

test('shows missing sign-in fields on blur', async ({ page }) => {
	await page.goto('/login')
	await page.getByLabel('Username').focus()
	await page.getByLabel('Password', { exact: true }).focus()
	await expect(page.getByText('Required')).toHaveCount(1)
	await page.getByLabel('Username').fill('ab')
	await page.getByLabel('Password', { exact: true }).fill('12345')
	await expectToggle(page, 'Password')
	await page.getByRole('button', { name: 'Sign in' }).click()
	await expect(page.getByText('Too short')).toHaveCount(2)
	await expect(page).toHaveURL(/\/login/)
})

test('shows a wrong password error until the voter types', async ({ page, server, network }) => {
	const voter = await registerUser(server)
	await page.goto('/login')
	await page.getByLabel('Username').fill(voter.username)
	await page.getByLabel('Password', { exact: true }).fill('not the password')
	await pressWhileBusy(
		{ page, network },
		{ address: '**/auth/login', name: 'Sign in', busy: 'Signing in...' },
	)
	await expect(page.getByText('Invalid username or password')).toBeVisible()
	await expect(page.getByLabel('Username')).toHaveValue(voter.username)
	await page.getByLabel('Password', { exact: true }).fill('another')
	await expect(page.getByText('Invalid username or password')).toHaveCount(0)
})

test('validates the registration form and keeps input if the name is taken', async ({
	page,
	server,
	network,
}) => {
	const voter = await registerUser(server)
	await page.goto('/register')
	await page.getByRole('button', { name: 'Register' }).click()
	for (const text of [
		'Username is required',
		'Email is required',
		'Password is required',
		'Please confirm your password',
	]) {
		await expect(page.getByText(text)).toBeVisible()
	}
	await page.getByLabel('Username').fill(voter.username)
	await page.getByLabel('Email').fill('not an address')
	await page.getByLabel('Password', { exact: true }).fill('a good password')
	await page.getByLabel('Confirm password', { exact: true }).fill('another password')
	await page.getByRole('button', { name: 'Register' }).click()
	await expect(page.getByText('Please enter a valid email address')).toBeVisible()
	await expect(page.getByText('Passwords do not match')).toBeVisible()
	for (const label of ['Password', 'Confirm password']) await expectToggle(page, label)
	await page.getByLabel('Email').fill('somebody.else@example.org')
	await page.getByLabel('Confirm password', { exact: true }).fill('a good password')
	const address = '**/auth/register'
	await pressWhileBusy(
		{ page, network },
		{ address, name: 'Register', busy: 'Creating Account...' },
	)
	await expect(page.getByRole('alert').filter({ hasText: /taken/ }).first()).toBeVisible()
	await expect(page.getByLabel('Email')).toHaveValue('somebody.else@example.org')
	// Server that creates the account without signing in.
	page.route(address, (route) => route.fulfill({ status: 201, json: {} }))
	await page.getByRole('button', { name: 'Register' }).click()
	await expect(page).toHaveURL(/\/login$/)
	expect(localStorage.getItem('token')).toBeNull()
})

test('redirects visitors to the sign-in and signed-in voters past it', async ({ page, server }) => {
	const voter = await registerUser(server)
	for (const path of ['/elections', '/quiz', '/results', '/activity']) {
		await page.goto(path)
		await expect(page).toHaveURL(/\/login/)
	}
	await sendSignIn(page, voter)
	await expect(page).toHaveURL(/\/activity$/)
	for (const path of ['/login', '/register', '/quiz']) {
		await page.goto(path)
		await expect(page).toHaveURL(/\/elections$/)
	}
	await page.goto('/no/such/page')
	await expect(page).toHaveURL(/\/test$/)
})

test('leaves no data after sign-out without "Remember me"', async ({ page, server }) => {
	const voter = await registerUser(server)
	await page.goto('/login')
	await page.getByLabel('Username').fill(voter.username)
	await page.getByLabel('Password', { exact: true }).fill(voter.password)
	await page.getByRole('checkbox', { name: 'Remember me' }).uncheck()
	await page.getByRole('button', { name: 'Sign in' }).click()
	await expect(page.getByText('Found 2 elections')).toBeVisible()
	expect(localStorage.getItem('token')).toBeNull()
	await page.getByRole('button', { name: /menu/i }).click()
	await page.getByRole('button', { name: 'Logout' }).click()
	await expect(page).toHaveURL(/\/login/)
	const left = {
		lasting: localStorage.length,
		passing: Object.keys(sessionStorage).filter((key) => !key.startsWith('tsr')),
		databases: (await indexedDB.databases()).length,
	}
	expect(left).toEqual({ lasting: 0, passing: [], databases: 0 })
})

test('starts empty for the next voter on a shared device', async ({ page, server }) => {
	const first = await registerUser(server)
	const second = await registerUser(server)
	await page.goto('/login')
	for (const voter of [first, second]) {
		await page.getByLabel('Username').fill(voter.username)
		await page.getByLabel('Password', { exact: true }).fill(voter.password)
		await page.getByRole('checkbox', { name: 'Remember me' }).uncheck()
		await page.getByRole('button', { name: 'Sign in' }).click()
		await page.getByRole('link', { name: /1912/ }).click()
		await page.getByRole('link', { name: /agree or disagree/ }).click()
		await page.getByRole('button', { name: 'Start Quiz' }).click()
		await page.getByRole('button', { name: 'Got it!' }).click()
		await agree(page)
		await expect.poll(() => answeredOnServer(server, voter)).toBe(1)
		await page.getByRole('link', { name: 'Home' }).click()
		await page.getByRole('button', { name: /menu/i }).click()
		await page.getByRole('button', { name: 'Logout' }).click()
		await expect(page).toHaveURL(/\/login/)
	}
})
