import type { Page } from 'playwright/test'
import { answerRest } from '../support/take-quiz.ts'
import { answerNext, recordOf, untilSent } from './attempt-events.ts'
import {
	expect,
	forgetNetworkErrors,
	type RegisteredVoter,
	registerVoter,
	type ServerUnderTest,
	signIn,
	test,
} from './fixtures.ts'
import { answering, beginFirst, statementText } from './quiz-page.ts'

// One user starts a quiz on a phone and continues it on a tablet.

const agree = (page: Page) =>
	answering(page, () => page.getByRole('button', { name: 'Agree', exact: true }).click())

/**
 * Answers the last two statements after a third device has answered the others, and waits for the results.
 */
const finish = async (
	page: Page,
	{ origin }: ServerUnderTest,
	voter: RegisteredVoter,
): Promise<void> => {
	await untilSent(page)
	await answerRest(origin, voter, 2)
	await page.reload()
	await expect(page.getByText('39 of 40', { exact: true })).toBeVisible()
	await agree(page)
	await agree(page)
	await expect(page).toHaveURL(/\/results/)
	await expect(page.getByText('Top Match').first()).toBeVisible()
	await untilSent(page)
}

const goOn = async (page: Page): Promise<void> => {
	await page.goto('/activity')
	const card = page.getByRole('article')
	await expect(card.getByText('In Progress')).toBeVisible()
	await card.getByRole('link', { name: 'Continue Quiz' }).click()
	await expect(page).toHaveURL(/attemptId=/)
}

test('finishes a quiz on a second device and updates the first', async ({
	page: phone,
	browser,
	server,
}) => {
	const voter = await registerVoter(server.origin)
	await signIn(phone, voter)
	await beginFirst(phone, /agree or disagree/)
	await answerNext(phone, 3)
	const next = await statementText(phone)
	await untilSent(phone)
	await phone.goto('/activity')
	await expect(phone.getByText('3 of 40 questions answered')).toBeVisible()

	const context = await browser.newContext({ baseURL: server.origin, hasTouch: true })
	const tablet = await context.newPage()
	await signIn(tablet, voter)
	await tablet.goto('/activity')
	await expect(tablet.getByText('3 of 40 questions answered')).toBeVisible()
	await goOn(tablet)
	await tablet.getByRole('button', { name: 'Got it!' }).click()
	await expect(tablet.getByText('4 of 40', { exact: true })).toBeVisible()
	expect(await statementText(tablet)).toBe(next)
	await answerNext(tablet, 2)
	await untilSent(tablet)

	// The phone shows the server's progress instead of its own last state.
	await phone.reload()
	await expect(phone.getByText('5 of 40 questions answered')).toBeVisible()
	await goOn(phone)
	await expect(phone.getByText('6 of 40', { exact: true })).toBeVisible()

	await finish(tablet, server, voter)
	const figures = (page: Page) =>
		page
			.getByRole('main')
			.getByText(/^\d+(\.\d)?%$/)
			.allTextContents()
	const top = await figures(tablet)
	await context.close()
	await phone.goto('/activity')
	await expect(phone.getByRole('button', { name: 'Completed (1)' })).toBeVisible()
	await phone.getByRole('link', { name: 'View Results' }).click()
	await expect(phone.getByText('Top Match').first()).toBeVisible()
	await expect(phone.getByText('Estimated on this device')).toHaveCount(0)
	expect(await figures(phone)).toEqual(top)
})

test('lists but does not count an offline answer after completion elsewhere', async ({
	page: phone,
	browser,
	server,
	complaints,
}) => {
	const voter = await registerVoter(server.origin)
	await signIn(phone, voter)
	await beginFirst(phone, /agree or disagree/)
	await answerNext(phone, 3)
	await untilSent(phone)
	await phone.context().setOffline(true)
	const late = await answering(phone, () =>
		phone.getByRole('button', { name: 'Disagree', exact: true }).click(),
	)

	const context = await browser.newContext({ baseURL: server.origin, hasTouch: true })
	const tablet = await context.newPage()
	await signIn(tablet, voter)
	await goOn(tablet)
	await tablet.getByRole('button', { name: 'Got it!' }).click()
	expect(await statementText(tablet)).toBe(late)
	await agree(tablet)
	await finish(tablet, server, voter)
	await context.close()

	// The phone's page still shows a question. It reads the completion and opens the results.
	await phone.context().setOffline(false)
	await expect(phone).toHaveURL(/\/results/, { timeout: 30_000 })
	await expect(phone.getByText('Top Match').first()).toBeVisible()
	await expect(phone.getByText('Estimated on this device')).toHaveCount(0)
	await expect(phone.getByRole('button', { name: /could not be sent/i })).toBeVisible()
	await phone.goto('/activity')
	await expect(phone.getByRole('button', { name: 'Completed (1)' })).toBeVisible()
	await expect(phone.getByText('Not sent yet')).toHaveCount(0)
	forgetNetworkErrors(complaints)

	const [events = []] = await recordOf(server, voter)
	expect(events.filter((event) => event.includes(late))).toEqual([`Agree: ${late}`])
	expect(events.filter((event) => event === 'COMPLETE')).toHaveLength(1)
})
