import type { Locator, Page } from 'playwright/test'
import { answerNext, untilSent } from './attempt-events.ts'
import {
	expect,
	expectAccessible,
	forgetNetworkErrors,
	registerVoter,
	signInByForm,
	test,
} from './fixtures.ts'
import { beginFirst, untilAnswerable } from './quiz-page.ts'
import { withoutWorker } from './shared-page.ts'
import { candidates, policy } from './test-page.ts'
import { leftIn, NOTHING, openCopy } from './your-data-page.ts'

const BACKGROUND = { light: 'rgb(250, 246, 239)', dark: 'rgb(23, 18, 28)' }

const backgroundOf = (page: Page) =>
	page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)

const browserColor = (page: Page) =>
	page.evaluate(() => {
		const metas = document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')
		return [...metas].find(({ media }) => matchMedia(media).matches)?.content
	})

/** Waits until the worker has precached the whole app. */
const installed = (page: Page) =>
	page.evaluate(async () => void (await navigator.serviceWorker.ready))

/** Presses and counts cards two frames after the next policy: a leaving card stays for half a second. */
const cardsAfter = (button: Locator): Promise<number> =>
	button.evaluate(async (element: HTMLElement) => {
		const question = document.querySelector('[aria-label=Question]')
		const current = () => question?.querySelector('[aria-hidden=false] h2')?.textContent
		const before = current()
		const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
		element.click()
		for (let frames = 0; current() === before && frames < 600; frames++) await frame()
		await frame()
		await frame()
		return question?.querySelectorAll('h2').length ?? 0
	})

const openSettings = async (page: Page): Promise<void> => {
	await page.goto('/settings')
	await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
}

test('applies a chosen theme to every tab and offline', async ({ page, complaints }) => {
	await page.emulateMedia({ colorScheme: 'light' })
	await openSettings(page)
	await installed(page)
	const other = await page.context().newPage()
	await other.emulateMedia({ colorScheme: 'light' })
	await other.goto('/login')
	await expect(other.getByRole('link', { name: 'Settings' })).toBeVisible()

	await page.bringToFront()
	await page.getByRole('radio', { name: 'Dark' }).check()
	expect(await backgroundOf(page)).toBe(BACKGROUND.dark)
	expect(await browserColor(page)).toBe('#17121c')
	await expect.poll(() => backgroundOf(other)).toBe(BACKGROUND.dark)

	await page.context().setOffline(true)
	await page.reload()
	await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
	expect(await backgroundOf(page)).toBe(BACKGROUND.dark)
	await expect.poll(() => browserColor(page)).toBe('#17121c')

	await page.getByRole('radio', { name: 'System' }).first().check()
	expect(await backgroundOf(page)).toBe(BACKGROUND.light)
	expect(await browserColor(page)).toBe('#faf6ef')
	forgetNetworkErrors(complaints)
})

test('applies the light theme on a dark system', async ({ page }) => {
	await page.emulateMedia({ colorScheme: 'dark' })
	await openSettings(page)
	expect(await backgroundOf(page)).toBe(BACKGROUND.dark)
	await page.getByRole('radio', { name: 'Light' }).check()
	expect(await backgroundOf(page)).toBe(BACKGROUND.light)
	expect(await browserColor(page)).toBe('#faf6ef')
	const card = page.getByRole('region', { name: 'Appearance' })
	// Colors that are not daisyUI's must change too.
	expect(await card.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe(
		'rgb(255, 253, 249)',
	)
})

test('applies the chosen theme before the first paint', async ({ page }) => {
	// The service worker would serve the app at once.
	await withoutWorker(page)
	await openSettings(page)
	await page.getByRole('radio', { name: 'Dark' }).check()
	await page.addInitScript(() => {
		new MutationObserver((_, observer) => {
			if (document.documentElement?.dataset.theme === undefined) return
			Object.assign(window, { themedAt: performance.now() })
			observer.disconnect()
		}).observe(document, { attributes: true, childList: true, subtree: true })
	})
	// The style sheet arrives long before the script.
	await page.route(/\/assets\/index-.*\.js$/, async (route) => {
		await new Promise((resolve) => setTimeout(resolve, 500))
		await route.continue()
	})
	await page.reload()
	await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
	const [themedAt, paintedAt] = await page.evaluate(() => [
		Reflect.get(window, 'themedAt') as number,
		performance.getEntriesByName('first-paint')[0]?.startTime ?? 0,
	])
	expect(themedAt).toBeGreaterThan(0)
	expect(paintedAt).toBeGreaterThan(themedAt ?? 0)
})

test('reduces motion regardless of the system setting', async ({ page }) => {
	const lasts = () =>
		page.getByRole('link', { name: 'Back' }).evaluate(() => {
			const dialog = document.body.appendChild(document.createElement('div'))
			dialog.className = 'animate-rise'
			const { animationDuration } = getComputedStyle(dialog)
			dialog.remove()
			return animationDuration
		})
	await openSettings(page)
	expect(await lasts()).toBe('0.18s')
	await page.getByRole('radio', { name: 'Reduce motion' }).check()
	expect(await lasts()).toBe('0.001s')
	await page.reload()
	await expect(page.getByRole('radio', { name: 'Reduce motion' })).toBeChecked()
	expect(await lasts()).toBe('0.001s')
	await page.goto('/test')
	await expect(policy(page)).toBeVisible()
	await untilAnswerable(page)
	expect(await cardsAfter(candidates(page).first()), 'the previous card is gone at once').toBe(1)
})

test('switches between Spanish and English, also offline', async ({ page, complaints }) => {
	await openSettings(page)
	await installed(page)
	await page.context().setOffline(true)
	await page.getByRole('button', { name: 'Español' }).click()
	await expect(page.getByRole('heading', { name: 'Ajustes', level: 1 })).toBeVisible()
	await expect(page.locator('html')).toHaveAttribute('lang', 'es')
	await expect(page).toHaveTitle('Ajustes · Evenhand')
	await expect(page.getByRole('button', { name: 'Español' })).toHaveAttribute(
		'aria-pressed',
		'true',
	)
	await expectAccessible(page)
	await page.getByRole('button', { name: 'English' }).click()
	await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
	await expect(page.locator('html')).toHaveAttribute('lang', 'en')
	forgetNetworkErrors(complaints)
})

test.describe('Spanish browser', () => {
	test.use({ locale: 'es-ES' })

	test('starts in Spanish unless English was chosen on the device', async ({ page }) => {
		await page.goto('/login')
		await expect(
			page.getByRole('heading', { name: 'Te damos la bienvenida de nuevo' }),
		).toBeVisible()
		await expect(page.locator('html')).toHaveAttribute('lang', 'es')
		await page.getByRole('link', { name: 'Ajustes' }).click()
		await page.getByRole('button', { name: 'English' }).click()
		await page.goto('/login')
		await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
	})
})

test('shows storage use and removes saved elections', async ({ page, voter }) => {
	await page.getByRole('button', { name: /^Save offline: .*1912$/ }).click()
	await expect(page.getByText('Available offline', { exact: true })).toBeVisible()
	await page.getByRole('button', { name: 'Menu' }).click()
	await page.getByRole('link', { name: 'Settings' }).click()
	await expect(page.getByText(/^[\d.]+ [KM]B of [\d.]+ [MG]B used$/)).toBeVisible()
	await expect(page.getByRole('progressbar', { name: 'Storage used' })).toBeVisible()
	const saved = page.getByRole('listitem').filter({ hasText: '1912' })
	await expect(saved.getByText(/^\d+ KB$/)).toBeVisible()
	await expect(page.getByRole('main').getByText(voter.username, { exact: true })).toBeVisible()
	await expectAccessible(page)
	await saved.getByRole('button', { name: /^Remove: .*1912$/ }).click()
	const dialog = page.getByRole('dialog', { name: 'Remove from this device?' })
	await dialog.getByRole('button', { name: 'Remove' }).click()
	await expect(saved).toHaveCount(0)
	await expect(page.getByText('“Save offline” on an election')).toBeVisible()
	await page.getByRole('link', { name: 'Go to your data' }).click()
	await expect(page).toHaveURL(/\/your-data$/)
})

test("requests persistent storage and shows the browser's answer", async ({ page }) => {
	await openSettings(page)
	await expect(page.getByText('This browser may delete your data')).toBeVisible()
	await page.getByRole('button', { name: 'Keep my data' }).click()
	await expect(page.getByText('This browser did not agree.')).toBeVisible()
	// Private windows, as used in tests, never get persistent storage: mock the browser's answer.
	await page.evaluate(() => {
		for (const name of ['persist', 'persisted']) {
			Object.defineProperty(StorageManager.prototype, name, { value: async () => true })
		}
	})
	await page.getByRole('button', { name: 'Keep my data' }).click()
	await expect(page.getByText('Your data stays in this browser until you remove it.')).toBeVisible()
	await expect(page.getByRole('button', { name: 'Keep my data' })).toHaveCount(0)
})

test('signs out duplicated tabs of a shared device without leftovers', async ({
	page,
	server,
	baseURL,
}) => {
	await signInByForm(page, await registerVoter(server.origin), 'shared')
	const other = await openCopy(page, `${baseURL}/elections`)
	await beginFirst(other, /agree or disagree/)
	await answerNext(other, 1)
	await untilSent(other)
	await page.bringToFront()
	await openSettings(page)
	await page.getByRole('button', { name: 'Sign Out' }).click()
	await expect(page).toHaveURL(/\/login$/)
	await expect(other).toHaveURL(/\/login/)
	await expect(other.getByRole('button', { name: 'Sign in' })).toBeVisible()
	expect(await leftIn(other)).toEqual(NOTHING)
	await other.goto('/activity')
	await expect(other).toHaveURL(/\/login/)
})
