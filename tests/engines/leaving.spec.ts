import { expect, test } from './fixtures.ts'

test('leaves a page while a part of it loads', async ({ tab, server, network }) => {
	await tab.goto(`${network.origin}/robots.txt`)
	// The service worker would hold the parts already.
	network.break(/^\/sw\.js/, { kind: 'hang' })
	network.break(/^\/assets\/(later|appearance)-/, { kind: 'hang' })
	// Without waiting for the load event, which may wait for the parts.
	await tab.evaluate(() => location.assign('/login'))
	await tab.getByRole('heading', { level: 1 }).waitFor()
	await expect.poll(() => network.seen.some(({ fault }) => fault === 'hang')).toBe(true)
	const elsewhere = `${server.origin}/register`
	await tab.evaluate((address) => location.assign(address), elsewhere)
	await expect.poll(() => tab.url()).toBe(elsewhere)
	await tab.getByRole('heading', { level: 1 }).waitFor()
	expect(await tab.url()).toBe(elsewhere)
})
