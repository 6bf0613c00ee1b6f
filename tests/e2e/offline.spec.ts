import { expect, forgetNetworkErrors, test } from './fixtures.ts'
import { untilControlled } from './host.ts'
import { expectedScores } from './platform.ts'
import { beginFirst, openElection, readResults, statement } from './quiz-page.ts'
import { answerNext, recordOf, untilSent } from './record.ts'

// Takes a whole quiz offline after one online visit.

test.afterEach(({ complaints }) => forgetNetworkErrors(complaints))

test('takes a whole quiz offline and confirms the results later', async ({
	page,
	voter,
	server,
	context,
}) => {
	await untilControlled(page)
	await openElection(page, '1912')
	await expect(page.getByRole('link', { name: /agree or disagree/ })).toBeVisible()
	await expect(page.getByText('Available offline', { exact: true })).toBeVisible()

	await context.setOffline(true)
	await beginFirst(page, /agree or disagree/)
	const first = await answerNext(page, 20)
	const next = await statement(page).textContent()
	await page.reload()
	await expect(statement(page)).toHaveText(next ?? '')
	const answers = [...first, ...(await answerNext(page, 20))]
	const agreements = new Map(
		answers.map((deed) => [deed.slice(deed.indexOf(': ') + 2), Number(deed.startsWith('Agree'))]),
	)
	const figures = await expectedScores(agreements)
	await expect(page.getByText('Estimated on this device')).toBeVisible()
	expect(await readResults(page)).toEqual(figures)
	await page.reload()
	await expect(page.getByText('Estimated on this device')).toBeVisible()
	expect(await readResults(page)).toEqual(figures)

	await context.setOffline(false)
	await expect(page.getByText('Estimated on this device')).toHaveCount(0, { timeout: 30_000 })
	expect(await readResults(page)).toEqual(figures)
	await untilSent(page)
	expect(await recordOf(server, voter)).toEqual([['START', ...answers, 'COMPLETE']])
})
