import { expectSound, test } from './admin-page.ts'
import { expect, registerVoter } from './fixtures.ts'

test('copies the password reset link of a user', async ({ page, context, server, admin }) => {
	const voter = await registerVoter(server.origin)
	await fetch(`${server.origin}/api/auth/forgot-password`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ email: `${voter.username}@example.org` }),
	})
	await context.grantPermissions(['clipboard-read', 'clipboard-write'])
	await page.goto('/admin/users')
	const link = page.getByRole('textbox', { name: `Reset link for ${voter.username}` })
	await expect(link).toHaveValue(/\/reset-password\?token=/)
	await page.getByRole('button', { name: `Copy link: ${voter.username}` }).click()
	await expect(page.getByText('The link was copied.')).toBeVisible()
	expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await link.inputValue())
	await expectSound(page)
	expect(admin.user.roles).toContain('ROLE_ADMIN')
})
