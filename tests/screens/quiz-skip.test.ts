import { describe, expect } from 'vitest'
import type { StoredAttempt } from '#device/db.ts'
import type { RegisteredVoter } from '../support/built-server.ts'
import { agree, answering, beginFirst, stored, untilSent } from '../support/quiz-screens.ts'
import { type Page, type Server, test } from '../support/screens.ts'
import { answerRest } from '../support/take-quiz.ts'

const SKIPPED = 'Skipped. You can come back to it.'

const skip = (page: Page): Promise<string> =>
	answering(page, () => page.getByRole('button', { name: 'Skip', exact: true }).click())

/** Answers the rest on another device, except for the last statement, and continues here. */
const leaveOne = async (
	page: Page,
	server: Server,
	voter: RegisteredVoter,
	valueAt?: (index: number) => number | null,
): Promise<void> => {
	await untilSent()
	await answerRest(server.origin, voter, 1, valueAt)
	await page.reload()
	await expect(page.getByText('40 of 40', { exact: true })).toBeVisible()
}

/** Answers the first `count` statements on another device, and continues here. */
const answerFirst = async (
	page: Page,
	server: Server,
	voter: RegisteredVoter,
	count: number,
): Promise<void> => {
	await untilSent()
	await answerRest(server.origin, voter, 40 - count)
	await page.reload()
	await expect(page.getByText(`${count + 1} of 40`, { exact: true })).toBeVisible()
}

const storedSkips = async (): Promise<number> => {
	const [attempt] = await stored<StoredAttempt>('attempts')
	return Object.values(attempt?.answers ?? {}).filter((value) => value === null).length
}

const seeNow = (page: Page) => page.getByRole('button', { name: 'See results now' })

test('skips by button and by key, and announces it', async ({ page, voter }) => {
	expect(voter.username).not.toBe('')
	await beginFirst(page, /rate each policy/)
	const button = page.getByRole('button', { name: 'Skip', exact: true })
	await expect(button).toHaveAttribute('aria-keyshortcuts', 'S')
	await skip(page)
	await expect(page.getByText(new RegExp(`^${SKIPPED} Statement 2, 40 in all`))).toBeVisible()
	await answering(page, () => page.keyboard.press('s'))
	await expect(page.getByText('3 of 40', { exact: true })).toBeVisible()
	expect(await storedSkips()).toBe(2)
	await agree(page)
	await expect(page.getByText(SKIPPED)).toHaveCount(0)
	await untilSent()
	expect(await storedSkips()).toBe(2)
})

test('marks a skipped statement when the voter goes back, and answers it', async ({
	page,
	voter,
}) => {
	expect(voter.username).not.toBe('')
	await beginFirst(page, /agree or disagree/)
	const first = await skip(page)
	await page.getByRole('button', { name: 'Previous statement' }).click()
	await expect(page.getByRole('article')).toContainText(first)
	await expect(page.getByText(SKIPPED)).toHaveCount(0)
	await expect(page.getByRole('button', { name: 'Skip', exact: true })).toHaveAttribute(
		'aria-pressed',
		'true',
	)
	expect(await agree(page)).toBe(first)
	await expect.poll(storedSkips).toBe(0)
})

test('asks skipped statements again before the results', async ({ page, server, voter }) => {
	await beginFirst(page, /agree or disagree/)
	const skipped = [await skip(page), await skip(page)]
	await leaveOne(page, server, voter)
	await agree(page)
	await expect(page.getByRole('heading', { name: 'You skipped 2 statements' })).toBeFocused()
	await page.getByRole('button', { name: 'Answer skipped statements' }).click()
	await expect(page.getByText('Skipped: 1 of 2', { exact: true })).toBeVisible()
	expect(await agree(page)).toBe(skipped[0])
	expect(await skip(page)).toBe(skipped[1])
	await expect(page.getByRole('heading', { name: 'You skipped 1 statement' })).toBeVisible()
	await page.getByRole('button', { name: 'See results' }).click()
	await expect(page.getByText('You answered 39 of 40, skipped 1.')).toBeVisible()
})

test('completes once every skipped statement is answered', async ({ page, server, voter }) => {
	await beginFirst(page, /agree or disagree/)
	await skip(page)
	await leaveOne(page, server, voter)
	await agree(page)
	await page.getByRole('button', { name: 'Answer skipped statements' }).click()
	await agree(page)
	await expect(page.getByText('That was the last one')).toBeVisible()
	await expect(page.getByText('You answered 40 of 40.')).toBeVisible()
})

test('says how many answers are missing after too many skips', async ({ page, server, voter }) => {
	await beginFirst(page, /agree or disagree/)
	await agree(page)
	await leaveOne(page, server, voter, () => null)
	await skip(page)
	await expect(page.getByRole('heading', { name: 'You skipped 39 statements' })).toBeVisible()
	await expect(page.getByText('Your results need at least 11 more answers.')).toBeVisible()
	await expect(page.getByRole('button', { name: 'See results' })).toHaveCount(0)
	await page.getByRole('button', { name: 'Answer skipped statements' }).click()
	await expect(page.getByText('Skipped: 1 of 39', { exact: true })).toBeVisible()
})

describe('early results', () => {
	test('are offered once every candidate can be scored', async ({ page, server, voter }) => {
		await beginFirst(page, /rate each policy/)
		await answerFirst(page, server, voter, 11)
		await expect(page.getByRole('button', { name: 'Skip', exact: true })).toBeVisible()
		await expect(seeNow(page)).toHaveCount(0)
		await agree(page)
		await expect(seeNow(page)).toHaveText('See results now28 left')
		await seeNow(page).click()
		await expect(page.getByRole('heading', { name: 'Your results' })).toBeVisible()
		await page.getByRole('tab', { name: 'All Results' }).click()
		await expect(page.getByText('3 of 10 statements answered', { exact: true })).toHaveCount(4)
		await expect(page.getByText('Confirmed by the server.')).toBeVisible()
		await expect(page.getByText('3 of 10 statements answered', { exact: true })).toHaveCount(4)
	})

	test('are estimated offline and confirmed later', async ({ page, server, network, voter }) => {
		await beginFirst(page, /rate each policy/)
		await answerFirst(page, server, voter, 12)
		network.setOffline(true)
		await skip(page)
		await seeNow(page).click()
		await expect(page.getByText('Estimated on this device.')).toBeVisible()
		await expect(page.getByText('You answered 12 of 40, skipped 1.')).toBeVisible()
		network.setOffline(false)
		await expect(page.getByText('Confirmed by the server.')).toBeVisible()
		await expect(page.getByText('You answered 12 of 40, skipped 1.')).toBeVisible()
	})
})

test('offers neither where the server cannot skip', async ({ page, server, voter }) => {
	page.lackCapabilities()
	await beginFirst(page, /rate each policy/)
	await answerFirst(page, server, voter, 12)
	await expect(page.getByRole('button', { name: 'Neutral', exact: true })).toBeVisible()
	await expect(page.getByRole('button', { name: 'Skip', exact: true })).toHaveCount(0)
	await expect(seeNow(page)).toHaveCount(0)
	await page.keyboard.press('s')
	await expect(page.getByText('13 of 40', { exact: true })).toBeVisible()
})
