import { expect, expectAccessibleInBothThemes, knowledgeTest as test } from './fixtures.ts'
import {
	candidates,
	changeStarts,
	heading,
	openTest,
	refuseStarts,
	START,
	tapSides,
} from './test-page.ts'

test('passes axe for WCAG 2.2 AA in every phase and theme', async ({ page }) => {
	await openTest(page)
	await expectAccessibleInBothThemes(page)
	await tapSides(page, 10)
	await expect(page.getByText(/The last one was/)).toBeVisible()
	await expectAccessibleInBothThemes(page)
	await page.getByRole('button', { name: 'See Results' }).click()
	await page.getByRole('radio', { name: '65+' }).check()
	await expectAccessibleInBothThemes(page)
	await page.getByRole('button', { name: 'See my results' }).click()
	await expect(heading(page, 'Your results')).toBeVisible()
	await expectAccessibleInBothThemes(page)
	await page.getByRole('button', { name: 'Give feedback' }).click()
	await page.getByRole('textbox').fill('x'.repeat(5001))
	await expect(page.getByText('Feedback is too long (max 5000 characters)')).toBeVisible()
	await expectAccessibleInBothThemes(page)
	await page.getByRole('textbox').fill('Good')
	await page.getByRole('button', { name: 'Send feedback' }).click()
	await expect(page.getByText('Thank you for your feedback!')).toBeVisible()
	await expectAccessibleInBothThemes(page)
	await page.getByRole('link', { name: 'View details' }).click()
	await expect(heading(page, /^Policies You Missed/)).toBeVisible()
	await expectAccessibleInBothThemes(page)
})

test('passes axe if no test can start', async ({ page }) => {
	await refuseStarts(page, 409)
	await page.goto('/test')
	await expect(heading(page, 'No knowledge test right now')).toBeVisible()
	await expectAccessibleInBothThemes(page)
	await page.unroute(START)
	await refuseStarts(page, 500)
	await page.reload()
	await expect(page.getByRole('alert')).toHaveCount(1)
	await expectAccessibleInBothThemes(page)
})

test('loads logos without a referrer and falls back to initials', async ({ page }) => {
	const asked: (string | undefined)[] = []
	await page.route('https://party.example/**', (route) => {
		asked.push(route.request().headers().referer)
		const body = '<svg xmlns="http://www.w3.org/2000/svg" width="7" height="5"/>'
		return route.request().url().endsWith('good.svg')
			? route.fulfill({ contentType: 'image/svg+xml', body })
			: route.fulfill({ status: 404 })
	})
	const logo = (name: string) => ({ logo: `https://party.example/${name}.svg` })
	await changeStarts(page, ({ candidate1, candidate2, ...session }) => ({
		...session,
		candidate1: { ...candidate1, ...logo('good') },
		candidate2: { ...candidate2, ...logo('gone') },
	}))
	await openTest(page)
	await expect(candidates(page).locator('img')).toHaveCount(1)
	await expect(candidates(page).filter({ hasText: /^(TR|WW)/ })).toHaveCount(1)
	expect(asked.length).toBeGreaterThanOrEqual(2)
	expect(asked.filter(Boolean)).toEqual([])
})

test('fits long candidate names on the narrowest phones', async ({ page }) => {
	const name = 'Wolfeschlegelsteinhausenbergerdorff the Younger'
	await changeStarts(page, ({ candidate1, ...session }) => ({
		...session,
		candidate1: { ...candidate1, name },
	}))
	await page.setViewportSize({ width: 320, height: 640 })
	await openTest(page)
	await expect(candidates(page).filter({ hasText: name })).toHaveCount(1)
	for (const button of await candidates(page).all()) {
		expect(await button.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0)
	}
	expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})

test('keeps the candidates below the statement with large text', async ({ page }) => {
	await openTest(page)
	for (const width of [320, 390]) {
		await page.setViewportSize({ width, height: 640 })
		await page.evaluate(() => {
			document.documentElement.style.fontSize = '200%'
		})
		const card = await page.getByRole('article').boundingBox()
		const button = await candidates(page).first().boundingBox()
		const end = (card?.y ?? 0) + (card?.height ?? 0)
		expect(button?.y, `${width} px`).toBeGreaterThan(end)
	}
})
