import type { Page } from 'playwright/test'
import { ADMIN, type BuiltServer } from '../support/built-server.ts'
import { expect, expectAccessibleInBothThemes, registerVoter, test } from './fixtures.ts'

const ASKED = 'If this address has an account'
const NEW_PASSWORD = 'a better password'

const postJson = async (url: string, body: object): Promise<Response> =>
	fetch(url, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(body),
	})

const linkFor = async ({ origin }: BuiltServer, username: string): Promise<string> => {
	const signedIn = await postJson(`${origin}/api/auth/login`, ADMIN)
	const { token } = (await signedIn.json()) as { token: string }
	const headers = { authorization: `Bearer ${token}` }
	const reply = await fetch(`${origin}/api/admin/password-resets`, { headers })
	const open = (await reply.json()) as { username: string; link: string }[]
	const link = open.find((reset) => reset.username === username)?.link
	if (link === undefined) throw new Error(`${username} has requested no link`)
	const { pathname, search } = new URL(link)
	return pathname + search
}

const fillPasswords = async (page: Page, password: string, confirmed = password) => {
	await page.getByLabel('New password', { exact: true }).fill(password)
	await page.getByLabel('Confirm password', { exact: true }).fill(confirmed)
	await page.getByRole('button', { name: 'Set password' }).click()
}

test('passes axe in every state of a password reset', async ({ page, server }) => {
	const voter = await registerVoter(server.origin)
	await page.goto('/login')
	await expectAccessibleInBothThemes(page)
	await page.getByRole('link', { name: 'Forgot password' }).click()
	await expect(page).toHaveURL(/\/forgot-password$/)
	await page.getByRole('button', { name: 'Send' }).click()
	await expect(page.getByText('Email is required')).toBeVisible()
	await expectAccessibleInBothThemes(page)
	await page.getByLabel('Email').fill(`${voter.username}@example.org`)
	await page.getByRole('button', { name: 'Send' }).click()
	await expect(page.getByText(ASKED)).toBeVisible()
	await expectAccessibleInBothThemes(page)

	await page.goto(await linkFor(server, voter.username))
	await fillPasswords(page, NEW_PASSWORD, 'another password')
	await expect(page.getByText('Passwords do not match')).toBeVisible()
	await expectAccessibleInBothThemes(page)
	await fillPasswords(page, NEW_PASSWORD)
	await expect(page).toHaveURL(/\/login$/)
	await expect(page.getByText('Your new password is set.')).toBeVisible()
	await expectAccessibleInBothThemes(page)
})
