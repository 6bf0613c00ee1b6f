import { expect, knowledgeTest as test } from './fixtures.ts'
import {
	changeStarts,
	expectFigures,
	figures,
	openTest,
	outcome,
	policy,
	recorded,
	sessionOf,
	shortenTests,
	skipToResults,
	tapSides,
	untilSpare,
	untilTestsSent,
} from './test-page.ts'
import { untilControlled } from './update-host.ts'

test('takes a spare session offline and confirms it later', async ({ page, context, server }) => {
	await shortenTests(page, 1)
	await openTest(page)
	await untilControlled(page)
	await untilSpare(page)
	await tapSides(page, 4)
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
	await expect(page.getByText('Thank you for your feedback! It will be sent when')).toBeVisible()

	await context.setOffline(false)
	await untilTestsSent(page)
	await expectFigures(page, given)
	await expect
		.poll(() => recorded(server, id))
		.toMatchObject({ finished: true, guesses: 10, correct: right, feedback: ['From a tunnel.'] })
})

test('keeps guesses when the network fails during a test', async ({ page, context, server }) => {
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
		.poll(() => recorded(server, id))
		.toMatchObject({ finished: true, guesses: 10, correct })
})

test('waits for grading by a server without digests', async ({ page, context }) => {
	await changeStarts(page, ({ salt: _, ...session }) => ({
		...session,
		policies: session.policies.map(({ digest: __, ...rest }) => rest),
	}))
	await openTest(page)
	await untilControlled(page)
	const given = await tapSides(page, 1)
	// The server grades this guess.
	await expect(outcome(page)).toBeVisible()
	await context.setOffline(true)
	for (const guess of await tapSides(page, 9)) given.set(...guess)
	await page.getByRole('button', { name: 'See Results' }).click()
	await skipToResults(page)
	await expect(page.getByText('Your results are waiting for a connection')).toBeVisible()
	expect(await figures(page)).toEqual({})
	await page.getByRole('link', { name: 'View details' }).click()
	await expect(page.getByText('Your results are waiting for a connection')).toBeVisible()
	await context.setOffline(false)
	await expect(page.getByText('Your answer:')).toHaveCount(10, { timeout: 30_000 })
	await page.getByRole('link', { name: 'Back' }).click()
	await expectFigures(page, given)
})
