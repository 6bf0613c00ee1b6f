import type { Page } from 'playwright/test'
import { expect, forgetNetworkErrors, test } from './fixtures.ts'
import { untilControlled } from './host.ts'
import { swipe } from './quiz-page.ts'
import {
	candidates,
	changeStarts,
	figures,
	guessing,
	openTest,
	outcome,
	policy,
	readOwners,
	recorded,
	sessionOf,
	skipToResults,
	tapSides,
	untilSpare,
	untilTestsSent,
} from './test-page.ts'

test.afterEach(async ({ page, complaints }) => {
	// A spare session may still be on its way.
	await page.unrouteAll({ behavior: 'ignoreErrors' })
	forgetNetworkErrors(complaints)
})

/** How many guesses name whoever the policy belongs to. */
const countRight = async (given: ReadonlyMap<string, string>): Promise<number> => {
	const owners = await readOwners()
	return [...given].filter(([text, name]) => owners.get(text) === name).length
}

/** Asserts the figures of the results against what was guessed. */
const expectFigures = async (page: Page, given: ReadonlyMap<string, string>): Promise<number> => {
	const right = await countRight(given)
	const accuracy = `${((100 * right) / given.size).toFixed(1)}%`
	await expect
		.poll(() => figures(page))
		.toMatchObject({ correct: `${right} of ${given.size}`, accuracy })
	return right
}

const answersInOrder = (page: Page) => page.getByRole('figure').getByRole('listitem')

test('a visitor guesses eleven policies, tells something of themselves, and sees what they missed', async ({
	page,
	server,
}) => {
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

test('a spare session is taken without a connection from its first policy to its results, and confirmed afterwards', async ({
	page,
	context,
	server,
}) => {
	await openTest(page)
	await untilControlled(page)
	await untilSpare(page)
	await tapSides(page, 10)
	await page.getByRole('button', { name: 'See Results' }).click()
	await skipToResults(page)
	await untilTestsSent(page)

	await context.setOffline(true)
	await page.getByRole('link', { name: 'Take the test again' }).click()
	await expect(page.getByText('1 of 10', { exact: true })).toBeVisible()
	const given = await tapSides(page, 4)
	await expect(outcome(page)).toBeVisible()
	await page.reload()
	await expect(page.getByText('5 of 10', { exact: true })).toBeVisible()
	for (const guess of await tapSides(page, 6)) given.set(...guess)
	await page.getByRole('button', { name: 'See Results' }).click()
	await skipToResults(page)
	await expect(page.getByText('Estimated on this device')).toBeVisible()
	const right = await expectFigures(page, given)
	const id = sessionOf(page)
	await page.getByRole('link', { name: 'View details' }).click()
	await expect(page.getByText('Estimated on this device')).toBeVisible()
	await expect(page.getByRole('heading', { name: `Correct Answers (${right})` })).toBeVisible()
	await page.getByRole('link', { name: 'Back' }).click()
	await page.getByRole('button', { name: 'Give feedback' }).click()
	await page.getByRole('textbox').fill('  From a tunnel.  ')
	await page.getByRole('button', { name: 'Send feedback' }).click()
	await expect(page.getByText('Thank you for your feedback! It will be sent once')).toBeVisible()

	await context.setOffline(false)
	await untilTestsSent(page)
	await expectFigures(page, given)
	await expect
		.poll(() => recorded(server, id), { timeout: 30_000, intervals: [3000] })
		.toMatchObject({ finished: true, guesses: 10, correct: right, feedback: ['From a tunnel.'] })
})

test('a network that goes in the middle costs nothing: the guesses before and after it count', async ({
	page,
	context,
	server,
}) => {
	await openTest(page)
	await untilControlled(page)
	const given = await tapSides(page, 5)
	await context.setOffline(true)
	for (const guess of await tapSides(page, 3)) given.set(...guess)
	const next = await policy(page).textContent()
	await page.reload()
	await expect(policy(page)).toHaveText(next ?? '')
	for (const guess of await tapSides(page, 2)) given.set(...guess)
	await context.setOffline(false)
	await page.getByRole('button', { name: 'See Results' }).click()
	await skipToResults(page)
	await untilTestsSent(page)
	const correct = await expectFigures(page, given)
	const id = sessionOf(page)
	await expect
		.poll(() => recorded(server, id), { timeout: 30_000, intervals: [3000] })
		.toMatchObject({ finished: true, guesses: 10, correct })
})

test('a server without digests grades later: the results wait for it and fill in by themselves', async ({
	page,
	context,
}) => {
	await changeStarts(page, ({ salt: _, ...session }) => ({
		...session,
		policies: session.policies.map(({ digest: __, ...rest }) => rest),
	}))
	await openTest(page)
	await untilControlled(page)
	const given = await tapSides(page, 1)
	// Right or not is said by the server here.
	await expect(outcome(page)).toBeVisible()
	await context.setOffline(true)
	for (const guess of await tapSides(page, 9)) given.set(...guess)
	await page.getByRole('button', { name: 'See Results' }).click()
	await skipToResults(page)
	await expect(page.getByText('Your results are waiting for the server')).toBeVisible()
	expect(await figures(page)).toEqual({})
	await page.getByRole('link', { name: 'View details' }).click()
	await expect(page.getByText('Your results are waiting for the server')).toBeVisible()
	await context.setOffline(false)
	await expect(page.getByText('Your answer:')).toHaveCount(10, { timeout: 30_000 })
	await page.getByRole('link', { name: 'Back' }).click()
	await expectFigures(page, given)
})

test('fewer than ten policies lead to the end when all are guessed', async ({ page }) => {
	await changeStarts(page, ({ policies, ...session }) => ({
		...session,
		policies: policies.slice(0, 4),
	}))
	await openTest(page)
	await expect(page.getByText('1 of 4', { exact: true })).toBeVisible()
	const given = await tapSides(page, 4)
	await expect(page.getByRole('button', { name: 'Back to the policies' })).toHaveCount(0)
	await skipToResults(page)
	await untilTestsSent(page)
	await expectFigures(page, given)
})

test('all twenty policies lead to the end by themselves, by keys alone', async ({ page }) => {
	await openTest(page)
	const [left] = await candidates(page).allTextContents()
	for (let index = 0; index < 20; index++) {
		await guessing(page, () =>
			page.keyboard.press(['ArrowLeft', '2', '1', 'ArrowRight'][index % 4] ?? ''),
		)
	}
	await expect(page.getByRole('heading', { name: 'About you, if you like' })).toBeFocused()
	await page.keyboard.press('Tab')
	await page.keyboard.press('Space')
	await expect(page.getByRole('radio', { name: '18-24' })).toBeChecked()
	await page.getByRole('button', { name: 'See my results' }).press('Enter')
	await expect(page.getByRole('heading', { name: 'Your results' })).toBeFocused()
	await expect(answersInOrder(page)).toHaveCount(20)
	await page.getByRole('link', { name: 'View details' }).press('Enter')
	await expect(page.getByText('Your answer:')).toHaveCount(20)
	const name = left?.slice(2) ?? ''
	await expect(page.getByText(`Your answer: ${name}`)).toHaveCount(10)
})

test('a card swiped beyond 60 px picks that side, a shorter drag nothing, and sides stay as they are', async ({
	page,
}) => {
	await openTest(page)
	const names = await candidates(page).allTextContents()
	// Swiping comes after tapping.
	await expect(page.locator('.cursor-grab')).toBeVisible()
	const first = await policy(page).textContent()
	await swipe(page, 50)
	await expect(policy(page)).toHaveText(first ?? '')
	const swiped = [
		await guessing(page, () => swipe(page, 90)),
		await guessing(page, () => swipe(page, -90)),
	]
	const owners = await readOwners()
	expect(await candidates(page).allTextContents()).toEqual(names)
	await expect(outcome(page)).toContainText(owners.get(swiped[1] ?? '') ?? 'nobody')
	await expect(outcome(page)).toContainText(
		names[0]?.endsWith(owners.get(swiped[1] ?? '') ?? '') ? 'Right' : 'Not quite',
	)
})
