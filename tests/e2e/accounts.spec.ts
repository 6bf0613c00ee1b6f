import { expect, registerVoter, signIn, test } from './fixtures.ts'

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
