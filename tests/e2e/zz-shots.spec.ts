import type { QuizState } from '#contract/quiz.ts'
import { withPositions } from '../support/take-quiz.ts'
import { expect, test } from './fixtures.ts'
import { clearly, openResults, takeQuiz } from './results-page.ts'

test.use({ arrived: false, viewport: { width: 390, height: 844 } })
test('shots', async ({ page, server, voter }) => {
	const { attemptId } = await takeQuiz(server.origin, voter, 'SCALE', clearly)
	await page.route('**/v2/quiz/state/*', async (route) => {
		const reply = await route.fetch()
		await route.fulfill({ json: withPositions((await reply.json()) as QuizState) })
	})
	await openResults(page, attemptId)
	await page.getByRole('link', { name: 'Compare side by side' }).click()
	await expect(page.getByRole('table')).toBeVisible()
	const shot = (n: string) => page.screenshot({ path: `/tmp/cmp-${n}.png` })
	await shot('phone')
	await page.evaluate(() => scrollTo(0, 1500))
	await shot('phone-scrolled')
	await page.evaluate(() => scrollTo(0, 0))
	await page.emulateMedia({ colorScheme: 'dark' })
	await shot('phone-dark')
	await page.emulateMedia({ colorScheme: 'light' })
	await page.getByText('Candidates: 2 of 4').click()
	for (const box of await page.getByRole('checkbox', { checked: false }).all()) await box.check()
	await shot('chooser')
	await page.getByText('Candidates: 4 of 4').click()
	await page.setViewportSize({ width: 320, height: 640 })
	await page.evaluate(() => scrollTo(0, 350))
	await shot('320')
	await page.setViewportSize({ width: 390, height: 844 })
	await page.evaluate(() => {
		document.documentElement.style.fontSize = '200%'
	})
	await page.evaluate(() => scrollTo(0, 1500))
	await shot('200')
	await page.evaluate(() => {
		document.documentElement.style.fontSize = ''
		scrollTo(0, 0)
	})
	await page.setViewportSize({ width: 1280, height: 800 })
	await shot('desktop')
	await page.emulateMedia({ colorScheme: 'dark' })
	await shot('desktop-dark')
	await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' })
	await shot('forced')
	await page.emulateMedia({ forcedColors: 'none' })
	const cdp = await page.context().newCDPSession(page)
	const { nodes } = await cdp.send('Accessibility.getFullAXTree')
	const counts: Record<string, number> = {}
	for (const n of nodes) if (!n.ignored) counts[n.role?.value] = (counts[n.role?.value] ?? 0) + 1
	console.log(JSON.stringify(counts))
	await page.setViewportSize({ width: 390, height: 844 })
	await page.getByRole('table').getByRole('button').nth(3).click()
	await page.waitForTimeout(500)
	await shot('dialog')
	await page.keyboard.press('Escape')
	await page.pdf({ path: '/tmp/cmp.pdf', format: 'A4' })
})
