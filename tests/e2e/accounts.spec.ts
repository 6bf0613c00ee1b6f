import { expect, registerVoter, signIn, test } from './fixtures.ts'

test('loads only the sign-in code on the sign-in page', async ({ page }) => {
	const parts: string[] = []
	page.on('request', (request) => {
		const part = /\/assets\/(.+?)-[\w-]{7,8}\.js$/.exec(new URL(request.url()).pathname)?.[1]
		if (part !== undefined) parts.push(part)
	})
	await page.goto('/login', { waitUntil: 'networkidle' })
	await expect(page.getByRole('link', { name: 'Settings' })).toBeVisible()
	expect(parts).toContain('account')
	const others = ['voter', 'test', 'test-voter', 'late', 'motion', 'memory-store']
	expect(parts.filter((part) => others.includes(part))).toEqual([])
})

test('redirects a rejected session to the sign-in', async ({ page, server, complaints }) => {
	await signIn(page, await registerVoter(server.origin))
	await page.evaluate(() => localStorage.setItem('token', 'a.b.c'))
	await page.reload()
	await expect(page).toHaveURL(/\/login/)
	expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
	complaints.length = 0
})
