import type { Page } from 'playwright/test'
import { answerRest } from '../support/take-quiz.ts'
import { untilSent } from './attempt-events.ts'
import { expect, expectAccessibleInBothThemes, forgetNetworkErrors, test } from './fixtures.ts'
import { expectNoOverflow } from './overflow.ts'
import { answering, begin, beginFirst } from './quiz-page.ts'

const skip = (page: Page) =>
	answering(page, () => page.getByRole('button', { name: 'Skip', exact: true }).click())

test('skips statements and sees the results early, online and offline', async ({
	page,
	server,
	voter,
	complaints,
}) => {
	await beginFirst(page, /rate each policy/)
	await skip(page)
	await answering(page, () => page.keyboard.press('s'))
	await untilSent(page)
	await answerRest(server.origin, voter, 20)
	await page.reload()
	await expect(page.getByText('21 of 40', { exact: true })).toBeVisible()
	await expectNoOverflow(page, 'question')
	await expectAccessibleInBothThemes(page)
	await page.getByRole('button', { name: 'See results now' }).click()
	await expect(page.getByText('Confirmed by the server.')).toBeVisible()
	await expect(page.getByText('You answered 18 of 40, skipped 2.')).toBeVisible()
	await expectAccessibleInBothThemes(page)

	await begin(page, /agree or disagree/)
	await page.context().setOffline(true)
	await skip(page)
	for (let left = 39; left > 0; left--) await answering(page, () => page.keyboard.press('a'))
	await expect(page.getByRole('heading', { name: 'You skipped 1 statement' })).toBeFocused()
	await expectAccessibleInBothThemes(page)
	await page.getByRole('button', { name: 'See results' }).click()
	await expect(page.getByText('Estimated on this device.')).toBeVisible()
	await expect(page.getByText('You answered 39 of 40, skipped 1.')).toBeVisible()
	await page.context().setOffline(false)
	await expect(page.getByText('Confirmed by the server.')).toBeVisible()
	await expect(page.getByText('You answered 39 of 40, skipped 1.')).toBeVisible()
	forgetNetworkErrors(complaints)
})
