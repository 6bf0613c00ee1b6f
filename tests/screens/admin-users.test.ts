import { expect } from 'vitest'
import { adminTest, dialog, type Page, registerUser, searchFor } from '../support/screens.ts'

const card = (page: Page, name: string) => page.getByRole('article').filter({ hasText: name })

const openList = async (page: Page, search: string): Promise<void> => {
	await page.goto(`/admin/users?search=${encodeURIComponent(search)}`)
	await expect(card(page, search)).toBeVisible()
}

const assign = async (page: Page, name: string, role: string): Promise<void> => {
	await page.getByLabel(`Role of ${name}`).selectOption(role)
	await page.getByRole('button', { name: `Assign role: ${name}` }).click()
}

adminTest('assigns a role that applies to current sessions', async ({ page, network, server }) => {
	const voter = await registerUser(server)
	await openList(page, voter.username)
	await expect(card(page, voter.username).getByRole('listitem')).toHaveText(['User'])
	network.seen.length = 0
	await assign(page, voter.username, 'Moderator')
	await expect(page.getByText(`“${voter.username}” now has the role Moderator.`)).toBeVisible()
	await expect
		.poll(() => network.seen.map(({ url }) => new URL(url).pathname))
		.toContain('/api/admin/users/page')
	await expect(card(page, voter.username).getByRole('listitem')).toHaveText(['Moderator'])
	const profile = await fetch(`${server.origin}/api/users/profile`, {
		headers: { authorization: `Bearer ${voter.token}` },
	})
	expect(await profile.json()).toMatchObject({ roles: ['ROLE_MODERATOR'] })
	await page.getByLabel('Role', { exact: true }).selectOption('Admin')
	await expect(page.getByText('No users found...')).toBeVisible()
	await page.getByLabel('Role', { exact: true }).selectOption('Moderator')
	await expect(card(page, voter.username)).toBeVisible()
})

adminTest('marks administrators and hides actions on the own account', async ({ page, admin }) => {
	await openList(page, admin.username)
	await expect(card(page, admin.username).getByText('You', { exact: true })).toBeVisible()
	await expect(card(page, admin.username).locator('.lucide-shield-check')).toHaveCount(1)
	await expect(
		page.getByText('You cannot change your own role or delete your own account here.'),
	).toBeVisible()
	await expect(page.getByLabel(`Role of ${admin.username}`)).toHaveCount(0)
	await expect(page.getByRole('button', { name: `Delete: ${admin.username}` })).toHaveCount(0)
})

adminTest('lists all roles and marks only administrators', async ({ page, server, send }) => {
	const voter = await registerUser(server)
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
	// One role replaces all others.
	await assign(page, voter.username, 'User')
	await expect(roles).toHaveText(['User'])
	await expect(card(page, voter.username).locator('.lucide-shield-check')).toHaveCount(0)
})

adminTest("shows the server's refusal for the last administrator", async ({ page, server }) => {
	const other = await registerUser(server, 'ROLE_ADMIN')
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
})

for (const [choice, role] of [
	['Keep mine', 'Admin'],
	['Take theirs', 'Moderator'],
] as const) {
	adminTest(`asks about a concurrent role change: ${choice}`, async ({ page, server, send }) => {
		const voter = await registerUser(server)
		await openList(page, voter.username)
		await send('PUT', `/admin/users/${voter.user.id}/roles`, ['ROLE_MODERATOR'])
		await assign(page, voter.username, 'Admin')
		await dialog(page).getByRole('button', { name: 'Make administrator' }).click()
		await expect(dialog(page).getByRole('alert')).toContainText(
			/Someone else changed this in the meantime.* changed the role of the user/,
		)
		await expect(dialog(page).getByRole('cell')).toHaveText(['Admin', 'Moderator'])
		await dialog(page).getByRole('button', { name: choice }).click()
		await expect(card(page, voter.username).getByRole('listitem')).toHaveText([role])
		await expect(page.getByRole('dialog')).toHaveCount(0)
	})
}

adminTest('accepts a role that somebody else just assigned', async ({ page, server, send }) => {
	const voter = await registerUser(server)
	await openList(page, voter.username)
	await send('PUT', `/admin/users/${voter.user.id}/roles`, ['ROLE_MODERATOR'])
	await assign(page, voter.username, 'Moderator')
	await expect(card(page, voter.username).getByRole('listitem')).toHaveText(['Moderator'])
	await expect(page.getByRole('dialog')).toHaveCount(0)
})

adminTest('confirms a user deletion and restores the user', async ({ page, server }) => {
	const voter = await registerUser(server)
	await openList(page, voter.username)
	await page.getByRole('button', { name: `Delete: ${voter.username}` }).click()
	await expect(dialog(page).getByText(/They are signed out immediately/)).toBeVisible()
	await dialog(page).getByRole('button', { name: 'Cancel' }).click()
	await page.getByRole('button', { name: `Delete: ${voter.username}` }).click()
	await dialog(page).getByRole('button', { name: 'Delete' }).click()
	await expect(page.getByText('No users found...')).toBeVisible()
	await page.getByRole('button', { name: 'Undo' }).click()
	await expect(card(page, voter.username)).toBeVisible()
	await searchFor(page, 'Search users', 'nobody of the kind')
	await expect(page.getByText('No users found...')).toBeVisible()
})

adminTest(
	'hides the data of the last administrator when another one signs in in another tab',
	async ({ page, network, server }) => {
		const [voter, other] = [await registerUser(server), await registerUser(server, 'ROLE_ADMIN')]
		await openList(page, voter.username)
		await page.getByRole('button', { name: `Delete: ${voter.username}` }).click()
		await expect(dialog(page).getByText(/They are signed out immediately/)).toBeVisible()
		const release = network.hold('**/api/admin/users/page*')
		page.signIn(other)
		dispatchEvent(new StorageEvent('storage', { key: 'token' }))
		await expect(card(page, voter.username)).toHaveCount(0)
		await expect(dialog(page)).toHaveCount(0)
		release()
		await expect(card(page, voter.username)).toBeVisible()
	},
)
