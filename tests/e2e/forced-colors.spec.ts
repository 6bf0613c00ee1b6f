import type { Locator } from 'playwright/test'
import { expect, registerVoter, signIn, test } from './fixtures.ts'
import { openElection } from './quiz-page.ts'

const styleOf = (element: Locator, name: string) =>
	element.evaluate((node, name) => getComputedStyle(node).getPropertyValue(name), name)

test.describe('forced colors', () => {
	test.beforeEach(({ page }) => page.emulateMedia({ forcedColors: 'active' }))

	test('distinguish bars, choices, fields, buttons, and focus', async ({ page }) => {
		await page.goto('/settings')
		const bar = page.getByRole('progressbar', { name: 'Storage used' })
		await expect(bar).toBeVisible()
		expect(await styleOf(bar, 'border-top-width')).toBe('1px')
		// No script can read the style of the filled part, so compare pictures.
		const pictureAt = async (value: number): Promise<string> => {
			await bar.evaluate((node, value) => Object.assign(node, { value }), value)
			return (await bar.screenshot()).toString('base64')
		}
		expect(await pictureAt(50)).not.toBe(await pictureAt(0))
		// An icon marks the chosen language, not only the font weight.
		const chosen = page.getByRole('button', { name: 'System' })
		await expect(chosen.locator('svg')).toBeVisible()
		await expect(page.getByRole('button', { name: 'Español' }).locator('svg')).toBeHidden()
		const ask = page.getByRole('button', { name: 'Keep my data' })
		expect(await styleOf(ask, 'border-top-style')).toBe('solid')
		await page.keyboard.press('Tab')
		const focused = page.locator(':focus')
		expect(await styleOf(focused, 'outline-style')).toBe('solid')
		expect(await styleOf(focused, 'outline-width')).toBe('3px')

		await page.goto('/login')
		const field = page.getByLabel('Username')
		expect(await styleOf(field, 'border-top-style')).toBe('solid')
		// The tick uses a system color.
		const tick = await page.getByRole('checkbox', { name: 'Remember me' }).evaluate((box) => {
			const { content, clipPath } = getComputedStyle(box, '::before')
			return { content, clipPath }
		})
		expect(tick.content).not.toBe('none')
		expect(tick.clipPath).toBe('none')
	})

	test('frame the menu and underline its current page', async ({ page, server }) => {
		await signIn(page, await registerVoter(server.origin))
		await page.getByRole('button', { name: 'Menu' }).click()
		const here = page.getByRole('link', { name: 'Find Elections' })
		await expect(here).toHaveAttribute('aria-current', 'page')
		expect(await styleOf(here, 'text-decoration-line')).toBe('underline')
		const other = page.getByRole('navigation', { name: 'Menu' }).getByRole('link', {
			name: 'My Results',
		})
		expect(await styleOf(other, 'text-decoration-line')).toBe('none')
		expect(await styleOf(page.locator('#voter-menu'), 'border-top-style')).toBe('solid')
	})
})

test('mirrors the app layout from right to left without overflow', async ({ page, server }) => {
	await page.addInitScript(() => {
		document.addEventListener('DOMContentLoaded', () => {
			document.documentElement.dir = 'rtl'
		})
	})
	await signIn(page, await registerVoter(server.origin))
	await openElection(page, '1912')
	await expect(page.getByText('4 candidates').first()).toBeVisible()
	const header = page.getByRole('banner')
	const back = header.getByRole('button', { name: 'Back' })
	expect((await back.boundingBox())?.x).toBeGreaterThan(300)
	expect(await styleOf(back.locator('svg'), 'scale')).toMatch(/^-1/)
	await header.getByRole('button', { name: 'Settings' }).click()
	const panel = page.locator('#settings')
	await expect(panel).toBeVisible()
	expect((await panel.boundingBox())?.x).toBeLessThan(30)
	await panel.getByRole('link', { name: 'Settings' }).click()
	await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
	await expect(page.getByRole('progressbar', { name: 'Storage used' })).toBeVisible()
	const overflow = () =>
		page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
	expect(await overflow()).toBe(0)
})
