import type { Page } from '../../support/screens.ts'
import { cut, type Row, refuse } from './stage.ts'

const LOGIN = '**/auth/login'
const REGISTER = '**/auth/register'

const signIn = async (page: Page): Promise<void> => {
	await page.goto('/login')
	await page.getByLabel('Username').fill('somebody')
	await page.getByLabel('Password', { exact: true }).fill('a good password')
	await page.getByRole('button', { name: 'Sign in' }).click()
}

const register = async (page: Page): Promise<void> => {
	await page.goto('/register')
	await page.getByLabel('Username').fill('somebody')
	await page.getByLabel('Email').fill('somebody@example.org')
	await page.getByLabel('Password', { exact: true }).fill('a good password')
	await page.getByLabel('Confirm password', { exact: true }).fill('a good password')
	await page.getByRole('button', { name: 'Register' }).click()
}

/** Status of the reply, null without a connection; its message; and what the page says. */
const cases: readonly (readonly [
	enter: typeof signIn,
	status: number | null,
	sent: string | undefined,
	message: string,
])[] = [
	[signIn, 401, 'Bad credentials', 'Invalid username or password'],
	[signIn, 401, undefined, 'Invalid username or password'],
	[signIn, 403, 'This account is locked.', 'This account is locked.'],
	[signIn, null, undefined, 'Connection error. Please try again.'],
	[signIn, 500, undefined, 'Login failed. Please try again.'],
	[register, 500, undefined, 'Registration failed. Please try again.'],
	[register, 409, 'Username is already taken.', 'Username is already taken.'],
	[register, null, undefined, 'Network error. Please check your connection.'],
]

/**
 * Sign-in and registration, signed out. "Login failed" and "Registration failed" are the beginnings of the defaults
 * below. "Login failed. Please check your credentials." never shows: "Invalid username or password" is specified for
 * the same case.
 */
export const accountRows: readonly Row[] = cases.map(([enter, status, sent, message]) => ({
	message,
	provoke: async ({ page }) => {
		const address = enter === signIn ? LOGIN : REGISTER
		if (status === null) cut(page, address)
		else refuse(page, address, status, sent)
		await enter(page)
	},
	and: (page) => page.getByRole('alert').filter({ hasText: message }),
}))
