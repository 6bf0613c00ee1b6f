import type { Page } from 'playwright/test'
import { answerRest } from '../support/take-quiz.ts'
import { postponeAll, untilSent } from './attempt-events.ts'
import { expect, registerVoter, signIn, test } from './fixtures.ts'
import { answering, beginFirst } from './quiz-page.ts'

test('completes a quiz while every call hangs', async ({ page, voter, server }) => {
	await beginFirst(page, /agree or disagree/)
	await untilSent(page)
	await answerRest(server.origin, voter, 6)
	await page.reload()
	await expect(page.getByText('35 of 40', { exact: true })).toBeVisible()
	// Calls that are never answered: a hanging connection is worse than none.
	await page.route('**/api/**', () => new Promise(() => undefined))
	for (let index = 0; index < 6; index++) {
		await answering(page, () => page.getByRole('button', { name: 'Agree', exact: true }).click())
	}
	await expect(page.getByText('Estimated on this device')).toBeVisible()
	await page.unrouteAll({ behavior: 'ignoreErrors' })
	await page.reload()
	const headers = { authorization: `Bearer ${voter.token}` }
	await expect
		.poll(async () => (await fetch(`${server.origin}/api/quiz/history`, { headers })).json())
		.toMatchObject([{ status: 'COMPLETED', answeredQuestions: 40 }])
	// Four top matches, and the list of candidates.
	await expect(page.getByText('100%')).toHaveCount(8)
	await expect(page.getByText('Estimated on this device')).toHaveCount(0)
})

for (const [how, comeBack] of [
	['a reload', async (page: Page) => void (await page.reload())],
	[
		'a return to the tab',
		(page: Page) => page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange'))),
	],
] as const) {
	test(`shows unsent answers after failures and sends them on ${how}`, async ({
		page,
		server,
		complaints,
	}) => {
		await signIn(page, await registerVoter(server.origin))
		await beginFirst(page, /rate each policy/)
		await page.route('**/api/v2/quiz/{interact,batch}/**', (route) => route.abort())
		await answering(page, () => page.getByRole('button', { name: 'Neutral' }).click())
		await answering(page, () => page.getByRole('button', { name: 'Neutral' }).click())
		await page.goto('/elections')
		await expect(page.getByText('2 not sent yet')).toBeVisible()
		await page.unrouteAll()
		await postponeAll(page)
		await comeBack(page)
		await expect(page.getByText('2 not sent yet')).toHaveCount(0)
		// Chromium itself logs each request that the test cut off.
		expect(complaints.every((text) => text.includes('ERR_FAILED'))).toBe(true)
		complaints.length = 0
	})
}

test('asks about unsent answers at sign-out', async ({ page, server, complaints }) => {
	await signIn(page, await registerVoter(server.origin))
	await beginFirst(page, /rate each policy/)
	await page.route('**/api/v2/quiz/{interact,batch}/**', (route) => route.abort())
	await answering(page, () => page.getByRole('button', { name: 'Agree', exact: true }).click())
	await page.goto('/elections')
	await page.getByRole('button', { name: /menu/i }).click()
	await page.getByRole('button', { name: 'Logout' }).click()
	await expect(page.getByRole('heading', { name: '1 answer not sent yet' })).toBeVisible()
	await page.unrouteAll()
	await page.getByRole('button', { name: 'Send now' }).click()
	await expect(page).toHaveURL(/\/login/)
	complaints.length = 0
})
