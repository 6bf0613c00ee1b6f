import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright/test'
import { findChromium } from '../support/chromium.ts'
import { expect, expectAccessible, registerVoter, signIn, test } from './fixtures.ts'
import { untilControlled } from './update-host.ts'

test("meets Chromium's installation criteria", async ({ server }) => {
	// Tests run in private windows, where Chromium does not offer installation.
	const folder = await mkdtemp(join(tmpdir(), 'evenhand-profile-'))
	const { executablePath, args } = findChromium()
	const context = await chromium.launchPersistentContext(folder, {
		...(executablePath ? { executablePath } : {}),
		args,
	})
	try {
		const page = await context.newPage()
		await page.goto(`${server.origin}/test`)
		await untilControlled(page)
		const cdp = await context.newCDPSession(page)
		const { url, errors, manifest } = await cdp.send('Page.getAppManifest')
		expect(url).toBe(`${server.origin}/manifest.webmanifest`)
		expect(errors).toEqual([])
		expect(manifest).toMatchObject({ id: `${server.origin}/`, shortcuts: { length: 3 } })
		const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors')
		expect(installabilityErrors).toEqual([])
	} finally {
		await context.close()
		await rm(folder, { recursive: true })
	}
})

test('fills maskable icons and keeps the mark in the safe zone', async ({ page }) => {
	await page.goto('/test')
	const found = await page.evaluate(async () => {
		const image = new Image()
		image.src = '/icons/maskable-512.png'
		await image.decode()
		const canvas = Object.assign(document.createElement('canvas'), { width: 512, height: 512 })
		const context = canvas.getContext('2d')
		if (context === null) throw new Error('no canvas')
		context.drawImage(image, 0, 0)
		const { data } = context.getImageData(0, 0, 512, 512)
		const background = data.slice(0, 4).join()
		let reach = 0
		let clear = 0
		for (let at = 0; at < 512 * 512; at++) {
			const pixel = data.slice(4 * at, 4 * at + 4)
			if (pixel[3] !== 255) clear++
			const from = Math.hypot((at % 512) - 255.5, Math.floor(at / 512) - 255.5)
			if (pixel.join() !== background) reach = Math.max(reach, from)
		}
		return { clear, reach }
	})
	expect(found.clear).toBe(0)
	// The safe zone is a circle with a radius of 40 % of the width.
	expect(found.reach).toBeGreaterThan(100)
	expect(found.reach).toBeLessThanOrEqual(0.4 * 512)
})

/** Simulates Chromium's install prompt, which headless mode lacks. */
const offer = (page: Page): Promise<void> =>
	page.evaluate(() => {
		const prompt = async () => {
			document.documentElement.dataset.prompted = 'yes'
		}
		const event = new Event('beforeinstallprompt', { cancelable: true })
		dispatchEvent(Object.assign(event, { prompt }))
	})
const prompted = (page: Page) => page.locator('html[data-prompted]')
const card = (page: Page) => page.getByRole('region', { name: 'Use Evenhand as an app' })

test('offers the installation in the elections and the menu', async ({ page, server }) => {
	await signIn(page, await registerVoter(server.origin))
	await expect(page.getByText('Found 2 elections')).toBeVisible()
	await expect(card(page)).toHaveCount(0)
	await offer(page)
	await expect(card(page)).toBeVisible()
	await expectAccessible(page)
	await expect(prompted(page)).toHaveCount(0)
	await card(page).getByRole('button', { name: 'Install' }).click()
	await expect(prompted(page)).toHaveCount(1)
	await expect(card(page)).toHaveCount(0)

	await page.reload()
	await expect(page.getByText('Found 2 elections')).toBeVisible()
	await offer(page)
	await card(page).getByRole('button', { name: 'Not now' }).click()
	await expect(card(page)).toHaveCount(0)
	await page.getByRole('button', { name: 'Menu' }).click()
	await page.getByRole('button', { name: 'Install the app' }).click()
	await expect(prompted(page)).toHaveCount(1)

	await page.reload()
	await expect(page.getByText('Found 2 elections')).toBeVisible()
	await offer(page)
	await page.getByRole('button', { name: 'Menu' }).click()
	await expect(page.getByRole('button', { name: 'Install the app' })).toBeVisible()
	await expect(card(page)).toHaveCount(0)
	await page.evaluate(() => dispatchEvent(new Event('appinstalled')))
	await expect(page.getByRole('button', { name: 'Install the app' })).toHaveCount(0)
})

test('explains the manual installation on iOS', async ({ page, server }) => {
	await page.addInitScript(() => Object.defineProperty(navigator, 'standalone', { value: false }))
	await signIn(page, await registerVoter(server.origin))
	await card(page).getByRole('button', { name: 'Show me how' }).click()
	const dialog = page.getByRole('dialog', { name: 'Add Evenhand to your Home Screen' })
	await expect(dialog).toContainText('Add to Home Screen')
	await expectAccessible(page)
	await page.keyboard.press('Escape')
	await expect(dialog).toHaveCount(0)
})

test('offers no installation inside the installed app', async ({ page, server }) => {
	await page.addInitScript(() => Object.defineProperty(navigator, 'standalone', { value: true }))
	await signIn(page, await registerVoter(server.origin))
	await expect(page.getByText('Found 2 elections')).toBeVisible()
	await offer(page)
	await page.getByRole('button', { name: 'Menu' }).click()
	await expect(page.getByRole('button', { name: 'Logout' }).last()).toBeVisible()
	await expect(page.getByRole('button', { name: 'Install the app' })).toHaveCount(0)
	await expect(card(page)).toHaveCount(0)
})
