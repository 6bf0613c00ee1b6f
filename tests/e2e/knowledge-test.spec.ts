import { expect, knowledgeTest as test } from './fixtures.ts'
import { answering, swipe, untilAnswerable } from './quiz-page.ts'
import {
	answersInOrder,
	candidates,
	expectFigures,
	openTest,
	outcome,
	policy,
	readOwners,
	recorded,
	sessionOf,
	shortenTests,
	skipToResults,
	tapSides,
	untilTestsSent,
} from './test-page.ts'

test('takes a visitor through a test to the missed policies', async ({ page, server }) => {
	await page.goto('/')
	await expect(page).toHaveURL(/\/test$/)
	await expect(page.getByText('1 of 10', { exact: true })).toBeVisible()
	const given = await tapSides(page, 9)
	await expect(page.getByText('10 of 10', { exact: true })).toBeVisible()
	await expect(outcome(page)).toBeVisible()
	await expect(page.getByRole('button', { name: 'See Results' })).toHaveCount(0)
	for (const guess of await tapSides(page, 1)) given.set(...guess)
	await expect(page.getByRole('button', { name: 'See Results' })).toBeVisible()
	await expect(page.getByText('11 of 20', { exact: true })).toBeVisible()
	for (const guess of await tapSides(page, 1)) given.set(...guess)

	await page.getByRole('button', { name: 'See Results' }).click()
	await page.getByRole('button', { name: 'Back to the policies' }).click()
	await page.getByRole('button', { name: 'See Results' }).click()
	await page.getByRole('radio', { name: '25-34' }).check()
	await page.getByRole('radio', { name: 'Female' }).check()
	await page.getByRole('button', { name: 'See my results' }).click()
	await untilTestsSent(page)
	const right = await expectFigures(page, given)
	await expect(answersInOrder(page)).toHaveCount(11)
	await expect(answersInOrder(page).filter({ hasText: 'right' })).toHaveCount(right)
	const id = sessionOf(page)
	await page.reload()
	await expectFigures(page, given)

	await page.getByRole('link', { name: 'View details' }).click()
	const missed = page.getByRole('heading', { name: `Policies You Missed (${11 - right})` })
	await expect(missed).toBeVisible()
	await expect(page.getByRole('heading', { name: `Correct Answers (${right})` })).toBeVisible()
	await expect(page.getByText('Your answer:')).toHaveCount(11)
	await expect(page.getByText('Correct answer:')).toHaveCount(11 - right)
	await page.getByRole('button', { name: 'Hide' }).first().click()
	await expect(page.getByText('Correct answer:')).toHaveCount(0)
	await page.getByRole('button', { name: 'Show' }).click()
	await expect(page.getByText('Correct answer:')).toHaveCount(11 - right)
	await page.getByRole('link', { name: 'Back' }).click()
	await expect(page).toHaveURL(/returnToResults=true.*summary=/)
	expect(sessionOf(page)).toBe(id)
	await expectFigures(page, given)
	expect(await recorded(server, id)).toMatchObject({
		finished: true,
		age: '25-34',
		gender: 'female',
		guesses: 11,
		correct: right,
	})
	await page.getByRole('link', { name: 'Take the test again' }).click()
	await expect(page.getByText('1 of 10', { exact: true })).toBeVisible()
})

test('ends a test with fewer than ten policies after the last guess', async ({ page }) => {
	await shortenTests(page)
	await openTest(page)
	await expect(page.getByText('1 of 4', { exact: true })).toBeVisible()
	const given = await tapSides(page, 4)
	await expect(page.getByRole('button', { name: 'Back to the policies' })).toHaveCount(0)
	await skipToResults(page)
	await untilTestsSent(page)
	await expectFigures(page, given)
})

test('ends automatically after the last policy with the keyboard', async ({ page }) => {
	await shortenTests(page, undefined, 12)
	await openTest(page)
	const [left] = await candidates(page).allTextContents()
	for (let index = 0; index < 12; index++) {
		await answering(page, () =>
			page.keyboard.press(['ArrowLeft', '2', '1', 'ArrowRight'][index % 4] ?? ''),
		)
	}
	await expect(page.getByRole('heading', { name: 'About you (optional)' })).toBeFocused()
	await expect(page.locator('form [inert]')).toHaveCount(0)
	await page.keyboard.press('Tab')
	await page.keyboard.press('Space')
	await expect(page.getByRole('radio', { name: '18-24' })).toBeChecked()
	await page.getByRole('button', { name: 'See my results' }).press('Enter')
	await expect(page.getByRole('heading', { name: 'Your results' })).toBeFocused()
	await expect(answersInOrder(page)).toHaveCount(12)
	await page.getByRole('link', { name: 'View details' }).press('Enter')
	await expect(page.getByText('Your answer:')).toHaveCount(12)
	const name = left?.slice(2) ?? ''
	await expect(page.getByText(`Your answer: ${name}`)).toHaveCount(6)
})

test('picks a side only for swipes beyond 60 px', async ({ page }) => {
	await openTest(page)
	const names = await candidates(page).allTextContents()
	// Wait until swiping is available, after tapping.
	await expect(page.locator('.cursor-grab')).toBeVisible()
	const first = await policy(page).textContent()
	await swipe(page, 50)
	await expect(policy(page)).toHaveText(first ?? '')
	const swiped = [
		await answering(page, () => swipe(page, 90)),
		await answering(page, () => swipe(page, -90)),
	]
	const owners = await readOwners()
	expect(await candidates(page).allTextContents()).toEqual(names)
	await expect(outcome(page)).toContainText(owners.get(swiped[1] ?? '') ?? 'nobody')
	await expect(outcome(page)).toContainText(
		names[0]?.endsWith(owners.get(swiped[1] ?? '') ?? '') ? 'Right' : 'Not quite',
	)
})

test('ignores the second tap of a double tap', async ({ page }) => {
	await openTest(page)
	await untilAnswerable(page)
	await candidates(page).first().dblclick()
	await expect(page.getByText('2 of 10', { exact: true })).toBeVisible()
	await expect(page.getByText(/The last one was/)).toBeVisible()
	await expect(page.getByText('2 of 10', { exact: true })).toBeVisible()
})

test('counts only visible time as response time', async ({ page }) => {
	await page.clock.install()
	await openTest(page)
	const show = (hidden: boolean) =>
		page.evaluate((value) => {
			Object.defineProperty(document, 'hidden', { configurable: true, value })
			document.dispatchEvent(new Event('visibilitychange'))
		}, hidden)
	await page.clock.fastForward(2000)
	await show(true)
	await page.clock.fastForward(200_000)
	await show(false)
	await page.clock.fastForward(1000)
	const sent = page.waitForRequest('**/submit-guess')
	await candidates(page).first().click()
	const { responseTimeMs } = (await sent).postDataJSON()
	expect(responseTimeMs).toBeGreaterThanOrEqual(3000)
	expect(responseTimeMs).toBeLessThan(200_000)
})
