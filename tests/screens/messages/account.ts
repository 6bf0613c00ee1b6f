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

const rows: readonly Row[] = [
	{
		message: 'Invalid username or password',
		provoke: async ({ page }) => {
			refuse(page, LOGIN, 401, 'Bad credentials')
			await signIn(page)
		},
	},
	{
		message: 'Invalid username or password',
		provoke: async ({ page }) => {
			refuse(page, LOGIN, 401)
			await signIn(page)
		},
	},
	{
		message: 'This account is locked until Monday.',
		provoke: async ({ page }) => {
			refuse(page, LOGIN, 403, 'This account is locked until Monday.')
			await signIn(page)
		},
	},
	{
		message: 'Connection error. Please try again.',
		provoke: async ({ page }) => {
			cut(page, LOGIN)
			await signIn(page)
		},
	},
	{
		message: 'Login failed. Please try again.',
		provoke: async ({ page }) => {
			refuse(page, LOGIN, 500)
			await signIn(page)
		},
	},
	{
		message: 'Registration failed. Please try again.',
		provoke: async ({ page }) => {
			refuse(page, REGISTER, 500)
			await register(page)
		},
	},
	{
		message: 'Username is already taken.',
		provoke: async ({ page }) => {
			refuse(page, REGISTER, 409, 'Username is already taken.')
			await register(page)
		},
	},
	{
		message: 'Network error. Please check your connection.',
		provoke: async ({ page }) => {
			cut(page, REGISTER)
			await register(page)
		},
	},
]

/**
 * Sign-in and registration, signed out. "Login failed" and "Registration failed" are the beginnings of the defaults
 * below. "Login failed. Please check your credentials." never shows: "Invalid username or password" is specified for
 * the same case.
 */
export const accountRows: readonly Row[] = rows.map((row) => ({
	...row,
	and: (page) => page.getByRole('alert').filter({ hasText: row.message }),
}))
