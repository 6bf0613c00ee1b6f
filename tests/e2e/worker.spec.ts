import type { Locator, Page } from 'playwright/test'
import { answerNext, unsent } from './attempt-events.ts'
import {
	expect,
	type RegisteredVoter,
	registerVoter,
	signIn,
	faultyTest as test,
} from './fixtures.ts'
import { beginFirst, statement, statementText } from './quiz-page.ts'
import { clearly, openResults, takeQuiz } from './results-page.ts'
import { untilControlled } from './update-host.ts'

test.use({ baseURL: async ({ network }, use) => use(network.origin) })
const heading = (page: Page, name: string | RegExp): Locator =>
	page.getByRole('heading', { name }).first()

const reopen = async (page: Page, address: string, shown: Locator): Promise<void> => {
	await page.goto(address)
	await expect(shown, address).toBeVisible()
}

/** Opens the results of a quiz that the voter took on another device. */
const openTaken = async (page: Page, origin: string, voter: RegisteredVoter): Promise<void> => {
	const { attemptId } = await takeQuiz(origin, voter, 'SCALE', clearly)
	await openResults(page, attemptId)
}

test('opens every voter screen offline after one visit', async ({ page, context, server }) => {
	const voter = await registerVoter(server.origin)
	await signIn(page, voter)
	await untilControlled(page)
	await openTaken(page, server.origin, voter)
	const results = page.url()
	await beginFirst(page, /agree or disagree/)
	await answerNext(page, 1)
	const asked = await statementText(page)
	const question = page.url()

	await context.setOffline(true)
	await reopen(page, '/elections', heading(page, 'Where are you voting?'))
	await page.getByRole('link', { name: /1912/ }).click()
	await reopen(page, page.url(), page.getByRole('link', { name: /agree or disagree/ }))
	await reopen(page, question, statement(page).filter({ hasText: asked }))
	await page.reload()
	await expect(statement(page), 'reloaded').toHaveText(asked)
	const { pathname: intro } = new URL(question)
	await reopen(page, intro, heading(page, /agree or disagree/))
	await reopen(page, results, heading(page, 'Your results'))
	await reopen(page, '/activity', heading(page, 'My Activity'))
	await page.evaluate(() => localStorage.clear())
	await reopen(page, '/login', heading(page, 'Welcome back'))
	await reopen(page, '/register', heading(page, 'Create Account'))
	await reopen(page, '/test', heading(page, 'Connect once to load the test'))
})

test('caches only the app and no API replies', async ({ page, server }) => {
	const voter = await registerVoter(server.origin)
	await signIn(page, voter)
	await untilControlled(page)
	await openTaken(page, server.origin, voter)
	const cached = await page.evaluate(async () => {
		const names = await caches.keys()
		const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
		return requests.flat().map(({ url }) => new URL(url).pathname)
	})
	expect(cached.length).toBeGreaterThan(20)
	const app =
		/^\/(?:index\.html|favicon\.svg|manifest\.webmanifest|assets\/[^/]+\.(?:js|css)|icons\/[^/]+\.png)$/
	expect(cached.filter((path) => !app.test(path))).toEqual([])
})

test('does not serve pages for file and API addresses', async ({ page, network }) => {
	await page.goto('/test')
	await untilControlled(page)
	for (const path of ['/robots.txt', '/api/health', '/assets/gone-12345678.js']) {
		const reply = await page.goto(path)
		expect(reply?.headers()['content-type'], path).not.toContain('text/html')
	}
	expect(network.seen.filter(({ path }) => path === '/api/health')).toHaveLength(1)
})

test('caches candidate logos of any host for offline use', async ({ page, context }) => {
	const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="7" height="5"/>'
	let served = 0
	await context.route('https://party.example/**', (route) => {
		served++
		return route.fulfill({ contentType: 'image/svg+xml', body: svg })
	})
	await page.goto('/test')
	await untilControlled(page)
	const show = (name: string): Promise<number> =>
		page.evaluate(async (src) => {
			const image = new Image()
			image.src = src
			await image.decode().catch(() => undefined)
			return image.naturalWidth
		}, `https://party.example/${name}.svg`)
	expect(await show('logo')).toBe(7)
	expect(served).toBe(1)
	await context.unroute('https://party.example/**')
	await context.setOffline(true)
	await page.reload()
	expect(await show('logo')).toBe(7)
	// A logo that was never loaded is missing, without an error.
	expect(await show('other')).toBe(0)
})

test('sends waiting answers on a sync event without an open page', async ({
	page,
	voter,
	context,
	server,
	network,
}) => {
	await untilControlled(page)
	await beginFirst(page, /agree or disagree/)
	network.break(/\/api\/v2\/quiz\/(?:interact|batch)\//, { kind: 'down' })
	await answerNext(page, 3)
	// The start command may still be in progress.
	await expect.poll(() => unsent(page)).toBe(3)
	await page.goto('/robots.txt')
	network.mend()
	const cdp = await context.newCDPSession(page)
	const registered = new Promise<string>((resolve) =>
		cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [registration] }) => {
			if (registration) resolve(registration.registrationId)
		}),
	)
	await cdp.send('ServiceWorker.enable')
	const registrationId = await registered
	const wake = () =>
		cdp.send('ServiceWorker.dispatchSyncEvent', {
			origin: network.origin,
			registrationId,
			tag: 'evenhand-outbox',
			lastChance: false,
		})
	// Refused commands are due after a backoff: wake the worker repeatedly, as browsers do.
	await expect
		.poll(
			async () => {
				await wake()
				return unsent(page)
			},
			{ intervals: [250] },
		)
		.toBe(0)
	const headers = { authorization: `Bearer ${voter.token}` }
	const history = await fetch(`${server.origin}/api/quiz/history`, { headers })
	expect(await history.json()).toMatchObject([{ answeredQuestions: 3 }])
})
