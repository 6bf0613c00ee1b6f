import { expect } from 'vitest'
import type { QuizState } from '#contract/quiz.ts'
import { openResults, stored } from '../support/quiz-screens.ts'
import { type Page, test } from '../support/screens.ts'
import { clearly, takeQuiz } from '../support/take-quiz.ts'

/** Words of the page before an element. */
const wordsBefore = (element: Element): number => {
	const range = document.createRange()
	range.setStart(document.querySelector('main') ?? document.body, 0)
	range.setEndBefore(element)
	return range.toString().split(/\s+/).filter(Boolean).length
}

/** Statement of the top match with a neutral answer (see `clearly`). */
const neutralOne = ({ allPolicies }: QuizState): string => {
	const [first] = allPolicies.map(({ candidateId }) => candidateId).toSorted()
	const own = allPolicies.filter(({ candidateId }) => candidateId === first)
	return own[7]?.text ?? ''
}

const openPriorities = async (page: Page): Promise<void> => {
	await page.getByRole('button', { name: 'Your priorities' }).click()
	await expect(page.getByRole('heading', { name: 'Your priorities', exact: true })).toBeFocused()
}

const secondFigure = (page: Page) =>
	page.locator('section').filter({ hasText: 'Second figure' }).getByRole('status')

/** Opens the topic of a statement. @returns the statement's "Leave out" button. */
const leaveOut = async (page: Page, text: string) => {
	const topic = page.locator('details').filter({ hasText: text })
	await topic.locator('summary').click()
	return topic.getByRole('listitem').filter({ hasText: text }).getByRole('button', {
		name: 'Leave out',
	})
}

test('shows the counts, then the top match, certainty, all candidates, and the voter’s choice', async ({
	page,
	server,
	voter,
}) => {
	const { attemptId } = await takeQuiz(server.origin, voter, 'SCALE', clearly)
	await openResults(page, attemptId)
	await expect(page.getByText('You answered 40 of 40.')).toBeVisible()
	expect(wordsBefore(document.querySelector('[role=tab]') ?? document.body)).toBeLessThan(31)
	const headings = page.getByRole('tabpanel').getByRole('heading', { level: 2 })
	await expect(headings).toHaveText([
		'Top Match',
		'How certain is this result?',
		'All candidates',
		'My choice',
	])
	const panel = page.getByRole('tabpanel')
	await expect(panel.getByText('You agree on 7 of 10 statements.')).toHaveCount(1)
	await expect(panel.locator('ol > li')).toHaveCount(4)
	await expect(panel.getByText('85%', { exact: true })).toHaveCount(2)
})

test('lists where the voter differs from the top match or another candidate', async ({
	page,
	server,
	voter,
}) => {
	const { attemptId } = await takeQuiz(server.origin, voter, 'SCALE', clearly)
	await openResults(page, attemptId)
	const open = page.getByRole('button', { name: 'Where you differ' })
	await open.click()
	await expect(page.getByRole('heading', { name: 'Where you differ' })).toBeFocused()
	const section = page.locator('section').filter({ hasText: 'Compared with' })
	await expect(section.getByRole('listitem')).toHaveCount(3)
	await expect(section.getByText('You differ by 2 steps')).toHaveCount(3)
	const choice = page.getByLabel('Compared with')
	const last = document.querySelector('select')?.lastElementChild?.getAttribute('value') ?? ''
	await choice.selectOption(last)
	await expect(section.getByText('You differ by 4 steps').first()).toBeVisible()
	await section.getByRole('button', { name: 'Show all 10, even small differences' }).click()
	await expect(section.getByRole('listitem')).toHaveCount(10)
	await open.click()
	await expect(section).toHaveCount(0)
})

test('weighs marked statements as a second figure, on this device only', async ({
	page,
	server,
	voter,
	network,
}) => {
	const { attemptId, state } = await takeQuiz(server.origin, voter, 'SCALE', clearly)
	await openResults(page, attemptId)
	await openPriorities(page)
	await expect(secondFigure(page)).toHaveText(
		'Nothing is marked yet, so both figures are the same.',
	)
	await network.idle()
	network.seen.length = 0
	// (7 × 1 + 3 × 0.5) ÷ 10, then without one of the three.
	const mark = await leaveOut(page, neutralOne(state))
	await mark.click()
	await expect(mark).toHaveAttribute('aria-pressed', 'true')
	await expect(secondFigure(page)).toHaveText(
		/^With your priorities, .+ stays first with 88\.9%\.$/,
	)
	await expect(page.getByText('Your result: 85%')).toBeVisible()
	await expect(page.getByRole('tabpanel').getByText('85%', { exact: true })).toHaveCount(2)
	await network.idle()
	expect(network.seen).toEqual([])
	expect(await stored('outbox')).toEqual([])

	await page.reload()
	await openPriorities(page)
	await expect(secondFigure(page)).toHaveText(/88\.9%/)
	await page.getByRole('button', { name: 'Clear all marks' }).click()
	await expect(secondFigure(page)).toHaveText(/Nothing is marked/)
})

test('reorders the candidates by the second figure, and asks the server for nothing', async ({
	page,
	server,
	voter,
	network,
}) => {
	// The first candidate leads with 75% to 72.5%, and to 80.6% without the other's first statement.
	const { attemptId, state } = await takeQuiz(server.origin, voter, 'SCALE', (candidate, index) =>
		candidate === 0 ? 1 : candidate > 1 ? -2 : ([-2, 2, 2][index] ?? 1),
	)
	await openResults(page, attemptId)
	await openPriorities(page)
	const items = page.locator('section').filter({ hasText: 'Second figure' }).locator('ol > li')
	const order = (): string[] =>
		items.find().map((item) => item.querySelector('span')?.textContent ?? '')
	await expect(items).toHaveCount(4)
	const [first, second, ...others] = order()
	await network.idle()
	network.seen.length = 0
	const ids = [...new Set(state.allPolicies.map(({ candidateId }) => candidateId))].toSorted()
	const own = state.allPolicies.find(({ candidateId }) => candidateId === ids[1])
	await (await leaveOut(page, own?.text ?? '')).click()
	await expect(secondFigure(page)).toHaveText(
		`With your priorities, ${second} comes first with 80.6%.`,
	)
	expect(order()).toEqual([second, first, ...others])
	await network.idle()
	expect(network.seen).toEqual([])

	dispatchEvent(new Event('beforeprint'))
	const sheet = document.querySelector('.print-sheet')?.textContent
	expect(sheet).toContain(`Second figure, with your priorities: ${second} 80.6%, ${first} 75%, `)
	dispatchEvent(new Event('afterprint'))
})

test('marks a whole topic, and shows if only some of its statements are marked', async ({
	page,
	server,
	voter,
}) => {
	const { attemptId, state } = await takeQuiz(server.origin, voter, 'SCALE', clearly)
	await openResults(page, attemptId)
	await openPriorities(page)
	const text = neutralOne(state)
	const one = await leaveOut(page, text)
	const topic = page
		.locator('section')
		.filter({ hasText: 'Second figure' })
		.getByRole('listitem')
		.filter({ hasText: text })
		.first()
	const whole = topic.getByRole('button', { name: 'Leave out' }).first()
	await whole.click()
	await expect(one).toHaveAttribute('aria-pressed', 'true')
	await one.click()
	await expect(whole).toHaveAttribute('aria-pressed', 'mixed')
	await topic.getByRole('button', { name: 'Important' }).first().click()
	await expect(whole).toHaveAttribute('aria-pressed', 'false')
	await expect(secondFigure(page)).toHaveText(/^With your priorities, /)
})

test('offers no differences for picks, which say nothing about the rest', async ({
	page,
	server,
	voter,
}) => {
	const { attemptId } = await takeQuiz(server.origin, voter, 'POLICY_PICK', (candidate, index) =>
		Number(index < 4 - candidate),
	)
	await openResults(page, attemptId)
	await expect(page.getByText('You picked 10 of 40.')).toBeVisible()
	await expect(page.getByRole('button', { name: 'Your priorities' })).toBeVisible()
	await expect(page.getByRole('button', { name: 'Where you differ' })).toHaveCount(0)
})
