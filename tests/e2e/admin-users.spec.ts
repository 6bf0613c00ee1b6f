import type { Page } from 'playwright/test'
import { dialog, expectSound, forgetRefusals, searchFor, test, userWith } from './admin-page.ts'
import { expect, registerVoter } from './fixtures.ts'

const card = (page: Page, name: string) => page.getByRole('article').filter({ hasText: name })

const openList = async (page: Page, search: string): Promise<void> => {
	await page.goto(`/admin/users?search=${encodeURIComponent(search)}`)
	await expect(card(page, search)).toBeVisible()
}

const assign = async (page: Page, name: string, role: string): Promise<void> => {
	await page.getByLabel(`Role of ${name}`).selectOption(role)
	await page.getByRole('button', { name: `Assign role: ${name}` }).click()
}

test('a user is given one role, the list is read again, and it counts for who is signed in already', async ({
	page,
	server,
	admin,
}) => {
	const voter = await registerVoter(server.origin)
	await openList(page, voter.username)
	await expect(card(page, voter.username).getByRole('listitem')).toHaveText(['User'])
	const again = page.waitForResponse((reply) => reply.url().includes('/api/admin/users/page'))
	await assign(page, voter.username, 'Moderator')
	await again
	await expect(page.getByText(`“${voter.username}” has the role Moderator now.`)).toBeVisible()
	await expect(card(page, voter.username).getByRole('listitem')).toHaveText(['Moderator'])
	const profile = await fetch(`${server.origin}/api/users/profile`, {
		headers: { authorization: `Bearer ${voter.token}` },
	})
	expect(await profile.json()).toMatchObject({ roles: ['ROLE_MODERATOR'] })
	await page.getByLabel('Role', { exact: true }).selectOption('Admin')
	await expect(page.getByText('No users found...')).toBeVisible()
	await page.getByLabel('Role', { exact: true }).selectOption('Moderator')
	await expect(card(page, voter.username)).toBeVisible()
	await expectSound(page)
	expect(admin.user.roles).toContain('ROLE_ADMIN')
})

test('administrators are told from others, and nobody changes or deletes themselves', async ({
	page,
	admin,
}) => {
	await openList(page, admin.username)
	await expect(card(page, admin.username).getByText('You', { exact: true })).toBeVisible()
	await expect(card(page, admin.username).locator('.lucide-shield-check')).toHaveCount(1)
	await expect(
		page.getByText('You cannot change your own role, nor delete yourself here.'),
	).toBeVisible()
	await expect(page.getByLabel(`Role of ${admin.username}`)).toHaveCount(0)
	await expect(page.getByRole('button', { name: `Delete: ${admin.username}` })).toHaveCount(0)
})

test('all roles of somebody are shown, and the icon of administrators is theirs alone', async ({
	page,
	server,
	send,
	admin,
}) => {
	const voter = await registerVoter(server.origin)
	await send('PUT', `/admin/users/${voter.user.id}/roles`, ['ROLE_MODERATOR', 'ROLE_USER'])
	await openList(page, voter.username)
	const roles = card(page, voter.username).getByRole('listitem')
	expect((await roles.allTextContents()).toSorted()).toEqual(['Moderator', 'User'])
	await expect(card(page, voter.username).locator('.lucide-shield-check')).toHaveCount(0)
	await send('PUT', `/admin/users/${voter.user.id}/roles`, ['ROLE_USER', 'ROLE_ADMIN'])
	await page.reload()
	await expect(roles).toHaveCount(2)
	expect((await roles.allTextContents()).toSorted()).toEqual(['Admin', 'User'])
	await expect(card(page, voter.username).locator('.lucide-shield-check')).toHaveCount(1)
	// One role is given instead of all.
	await assign(page, voter.username, 'User')
	await expect(roles).toHaveText(['User'])
	await expect(card(page, voter.username).locator('.lucide-shield-check')).toHaveCount(0)
	expect(admin.user.roles).toContain('ROLE_ADMIN')
})

test('what the server says of the last administrator is shown as it says it', async ({
	page,
	server,
	complaints,
	admin,
}) => {
	const other = await userWith(server.origin, 'ROLE_ADMIN')
	const refusal = 'The last administrator cannot lose the role.'
	const refuse = (path: string) =>
		page.route(path, (route) => route.fulfill({ status: 409, json: { message: refusal } }))
	await openList(page, other.username)
	await refuse('**/api/admin/users/*/roles')
	await assign(page, other.username, 'User')
	await expect(card(page, other.username).getByText(refusal)).toBeVisible()
	await refuse(`**/api/admin/users/${other.user.id}`)
	await page.getByRole('button', { name: `Delete: ${other.username}` }).click()
	await dialog(page).getByRole('button', { name: 'Delete' }).click()
	await expect(dialog(page).getByText(refusal)).toBeVisible()
	await expectSound(page)
	expect(admin.user.roles).toContain('ROLE_ADMIN')
	forgetRefusals(complaints, 409)
})

test('a role over a version that somebody else has changed is not set, and the list shows theirs', async ({
	page,
	server,
	send,
	complaints,
}) => {
	const voter = await registerVoter(server.origin)
	await openList(page, voter.username)
	await send('PUT', `/admin/users/${voter.user.id}/roles`, ['ROLE_MODERATOR'])
	await assign(page, voter.username, 'Admin')
	await expect(card(page, voter.username).getByRole('listitem')).toHaveText(['Moderator'])
	await expect(page.getByText(/Somebody else changed this user in the meantime/)).toBeVisible()
	forgetRefusals(complaints, 412)
})

test('a user is deleted after a question, and brought back', async ({ page, server, admin }) => {
	const voter = await registerVoter(server.origin)
	await openList(page, voter.username)
	await page.getByRole('button', { name: `Delete: ${voter.username}` }).click()
	await expect(dialog(page).getByText(/Their sign-in ends at once/)).toBeVisible()
	await dialog(page).getByRole('button', { name: 'Cancel' }).click()
	await page.getByRole('button', { name: `Delete: ${voter.username}` }).click()
	await dialog(page).getByRole('button', { name: 'Delete' }).click()
	await expect(page.getByText('No users found...')).toBeVisible()
	await page.getByRole('button', { name: 'Undo' }).click()
	await expect(card(page, voter.username)).toBeVisible()
	await searchFor(page, 'Search users', 'nobody of the kind')
	await expect(page.getByText('No users found...')).toBeVisible()
	expect(admin.user.roles).toContain('ROLE_ADMIN')
})

test('whoever has forgotten a password gets the link from an administrator, who copies it', async ({
	page,
	context,
	server,
	admin,
}) => {
	const voter = await registerVoter(server.origin)
	await fetch(`${server.origin}/api/auth/forgot-password`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ email: `${voter.username}@example.org` }),
	})
	await context.grantPermissions(['clipboard-read', 'clipboard-write'])
	await page.goto('/admin/users')
	const link = page.getByRole('textbox', { name: `Reset link of ${voter.username}` })
	await expect(link).toHaveValue(/\/reset-password\?token=/)
	await page.getByRole('button', { name: `Copy link: ${voter.username}` }).click()
	await expect(page.getByText('The link was copied.')).toBeVisible()
	expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await link.inputValue())
	await expectSound(page)
	expect(admin.user.roles).toContain('ROLE_ADMIN')
})
