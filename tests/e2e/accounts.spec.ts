import type { Page } from 'playwright/test'
import { deferred } from '../web/deferred.ts'
import { expect, registerVoter, sendSignIn, signIn, test } from './fixtures.ts'
import { answering } from './quiz-page.ts'

/** Asserts that what was typed into a password's field shows when it is asked to, and is hidden again. */
const expectToggle = async (page: Page, label: string): Promise<void> => {
	const field = page.getByLabel(label, { exact: true })
	await expect(field).toHaveAttribute('type', 'password')
	await page.getByRole('button', { name: `Show ${label.toLowerCase()}`, exact: true }).click()
	await expect(field).toHaveAttribute('type', 'text')
	await page.getByRole('button', { name: `Hide ${label.toLowerCase()}`, exact: true }).click()
	await expect(field).toHaveAttribute('type', 'password')
}

/** Presses the button of the form, whose request is let go only after the button has said that it is under way. */
const pressWhileBusy = async (
	page: Page,
	{ address, name, busy }: { address: string; name: string; busy: string },
): Promise<void> => {
	const held = deferred<void>()
	await page.route(
		address,
		async (route) => {
			await held.promise
			await route.continue()
		},
		{ times: 1 },
	)
	await page.getByRole('button', { name }).click()
	await expect(page.getByRole('button', { name: busy, exact: true })).toBeDisabled()
	held.resolve()
	await expect(page.getByRole('button', { name })).toBeEnabled()
}

test('sign-in and registration lead to each other by the specified links', async ({ page }) => {
	await page.goto('/login')
	await page.getByRole('link', { name: 'Register now', exact: true }).click()
	await expect(page).toHaveURL('/register')
	await page.getByRole('link', { name: 'Already have an account? Sign in', exact: true }).click()
	await expect(page).toHaveURL('/login')
})

test('the sign-in form says what is missing when a field is left, as specified', async ({
	page,
}) => {
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

test('the sign-in page fetches nothing of the pages behind it, so that a slow phone can be typed on at once', async ({
	page,
}) => {
	const parts: string[] = []
	page.on('request', (request) => {
		const part = /\/assets\/(.+?)-[\w-]{7,8}\.js$/.exec(new URL(request.url()).pathname)?.[1]
		if (part !== undefined) parts.push(part)
	})
	await page.goto('/login', { waitUntil: 'networkidle' })
	await expect(page.getByRole('link', { name: 'Settings' })).toBeVisible()
	expect(parts).toContain('login')
	expect(parts.filter((part) => /voter|store|sync|elections|quiz/.test(part))).toEqual([])
})

test('a wrong password is told in the specified words, which go once something is typed', async ({
	page,
	server,
	complaints,
}) => {
	const voter = await registerVoter(server.origin)
	await page.goto('/login')
	await page.getByLabel('Username').fill(voter.username)
	await page.getByLabel('Password', { exact: true }).fill('not the password')
	await pressWhileBusy(page, { address: '**/auth/login', name: 'Sign in', busy: 'Signing in...' })
	await expect(page.getByText('Invalid username or password')).toBeVisible()
	await expect(page.getByLabel('Username')).toHaveValue(voter.username)
	await page.getByLabel('Password', { exact: true }).fill('another')
	await expect(page.getByText('Invalid username or password')).toHaveCount(0)
	// Chromium logs the refused sign-in itself.
	expect(complaints.splice(0)).toHaveLength(1)
})

test('a missing connection at sign-in is told in the specified words', async ({
	page,
	complaints,
}) => {
	await page.goto('/login')
	await page.route('**/api/auth/login', (route) => route.abort())
	await page.getByLabel('Username').fill('somebody')
	await page.getByLabel('Password', { exact: true }).fill('a password')
	await page.getByRole('button', { name: 'Sign in' }).click()
	await expect(page.getByText('Connection error. Please try again.')).toBeVisible()
	expect(complaints.splice(0)).toHaveLength(1)
})

test('registration names each field that is wrong and keeps what was typed when a name is taken', async ({
	page,
	server,
	complaints,
}) => {
	const voter = await registerVoter(server.origin)
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
	await pressWhileBusy(page, { address, name: 'Register', busy: 'Creating Account...' })
	await expect(page.getByRole('alert').filter({ hasText: /taken/ }).first()).toBeVisible()
	await expect(page.getByLabel('Email')).toHaveValue('somebody.else@example.org')
	expect(complaints.splice(0)).toHaveLength(1)
	// A server that makes the account and signs nobody in.
	await page.route(address, (route) => route.fulfill({ status: 201, json: {} }))
	await page.getByRole('button', { name: 'Register' }).click()
	await expect(page).toHaveURL(/\/login$/)
	expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
})

test('pages of voters send a visitor to the sign-in and come back, and sign-in pages send a voter on', async ({
	page,
	server,
}) => {
	const voter = await registerVoter(server.origin)
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

test('a sign-in that the server no longer accepts leads back to the sign-in page', async ({
	page,
	server,
	complaints,
}) => {
	await signIn(page, await registerVoter(server.origin))
	await page.evaluate(() => localStorage.setItem('token', 'a.b.c'))
	await page.reload()
	await expect(page).toHaveURL(/\/login/)
	expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
	complaints.length = 0
})

test('an unticked "Remember me" leaves nothing of the voter on a shared device after signing out', async ({
	page,
	server,
}) => {
	const voter = await registerVoter(server.origin)
	await page.goto('/login')
	await page.getByLabel('Username').fill(voter.username)
	await page.getByLabel('Password', { exact: true }).fill(voter.password)
	await page.getByRole('checkbox', { name: 'Remember me' }).uncheck()
	await page.getByRole('button', { name: 'Sign in' }).click()
	await expect(page.getByText('Found 2 elections')).toBeVisible()
	expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
	await page.getByRole('button', { name: /menu/i }).click()
	await page.getByRole('button', { name: 'Logout' }).click()
	await expect(page).toHaveURL(/\/login/)
	const left = await page.evaluate(async () => ({
		lasting: localStorage.length,
		passing: Object.keys(sessionStorage).filter((key) => !key.startsWith('tsr')),
		databases: (await indexedDB.databases()).length,
	}))
	expect(left).toEqual({ lasting: 0, passing: [], databases: 0 })
})

test('the next voter on a shared device starts with nothing of the one before, and their answers are sent', async ({
	page,
	server,
}) => {
	const first = await registerVoter(server.origin)
	const second = await registerVoter(server.origin)
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
		await answering(page, () => page.getByRole('button', { name: 'Agree', exact: true }).click())
		await expect
			.poll(async () => {
				const headers = { authorization: `Bearer ${voter.token}` }
				const reply = await fetch(`${server.origin}/api/quiz/history`, { headers })
				return reply.json()
			})
			.toMatchObject([{ answeredQuestions: 1 }])
		await page.getByRole('link', { name: 'Home' }).click()
		await page.getByRole('button', { name: /menu/i }).click()
		await page.getByRole('button', { name: 'Logout' }).click()
		await expect(page).toHaveURL(/\/login/)
	}
})
