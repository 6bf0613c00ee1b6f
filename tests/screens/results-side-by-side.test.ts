import { expect } from 'vitest'
import type { QuizState } from '#contract/quiz.ts'
import type { QuizType } from '#domain/types.ts'
import type { RegisteredVoter } from '../support/built-server.ts'
import { openResults } from '../support/quiz-screens.ts'
import { type Page, type Server, test } from '../support/screens.ts'
import { clearly, type GiveAnswer, takeQuiz, withPositions } from '../support/take-quiz.ts'

/** Opens the comparison of a quiz in which candidates have positions on statements of others. */
const compare = async (
	{ page, server, voter }: { page: Page; server: Server; voter: RegisteredVoter },
	give: GiveAnswer = clearly,
	quizType: QuizType = 'SCALE',
): Promise<QuizState> => {
	const { attemptId, state } = await takeQuiz(server.origin, voter, quizType, give)
	page.route('**/v2/quiz/state/*', async (route) => {
		const reply = await route.fetch()
		route.fulfill({ json: withPositions((await reply.json()) as QuizState) })
	})
	await page.setViewportSize({ width: 390, height: 844 })
	await openResults(page, attemptId)
	await page.getByRole('link', { name: 'Compare side by side' }).click()
	await expect(table(page)).toBeVisible()
	return withPositions(state)
}

const table = (page: Page) => page.getByRole('table', { name: 'Side by side' })
const rows = (page: Page) => table(page).locator('tbody tr:not(.topic)')
const heads = (page: Page) => table(page).locator('thead th')

test('compares the top candidates by topic, in words', async ({ page, server, voter }) => {
	const { allPolicies } = await compare({ page, server, voter })
	await expect(heads(page)).toHaveCount(4)
	await expect(page.getByText('Candidates: 2 of 4')).toBeVisible()
	await expect(page.getByText('The order of the columns was drawn by lot.')).toBeVisible()
	await expect(table(page).locator('.topic')).toHaveCount(2)
	await expect(table(page).locator('.topic').first()).toHaveText(/^Economy.*\d%.*alignment/)
	await expect(rows(page)).toHaveCount(allPolicies.length)
	await expect(
		rows(page).filter({ hasText: 'Strongly for, the same as you' }).first(),
	).toBeVisible()
	await expect(
		rows(page)
			.filter({ hasText: /against, on the other side/ })
			.first(),
	).toBeVisible()
	await expect(rows(page).filter({ hasText: '?Unknown' }).first()).toBeVisible()
})

test('filters by where the candidates or the voter differ', async ({ page, server, voter }) => {
	// The voter is for everything.
	await compare({ page, server, voter }, () => 2)
	const shown = (): string[][] =>
		rows(page)
			.find()
			.map((row) => [...row.querySelectorAll('.words')].map((each) => each.textContent ?? ''))
	const all = shown().map(([, ...positions]) => positions.filter((each) => each !== 'Unknown'))
	const theyDiffer = all.filter((positions) => new Set(positions).size > 1)
	const youDiffer = all.filter((positions) => positions.some((each) => each !== 'Strongly for'))
	expect(theyDiffer.length).toBeGreaterThan(0)
	await page
		.getByRole('button', { name: `Where they differ · ${theyDiffer.length}`, exact: true })
		.click()
	await expect(rows(page)).toHaveCount(theyDiffer.length)
	await page
		.getByRole('button', { name: `Where you differ · ${youDiffer.length}`, exact: true })
		.click()
	await expect(rows(page)).toHaveCount(youDiffer.length)
	await page.getByRole('button', { name: `All ${all.length}`, exact: true }).click()
	await expect(rows(page)).toHaveCount(all.length)
})

test('lets the voter choose two to four candidates, in a drawn order', async ({
	page,
	server,
	voter,
}) => {
	await compare({ page, server, voter })
	await page.getByText('Candidates: 2 of 4').click()
	const boxes = page.getByRole('checkbox')
	const names = (): string[] =>
		heads(page)
			.find()
			.map((each) => each.textContent ?? '')
	await expect(boxes).toHaveCount(4)
	const [first, second, third, fourth] = [boxes.nth(0), boxes.nth(1), boxes.nth(2), boxes.nth(3)]
	await expect(first).toBeDisabled()
	await expect(second).toBeDisabled()
	await third.click()
	await fourth.click()
	await expect(heads(page)).toHaveCount(6)
	const order = names()
	await first.click()
	await expect(heads(page)).toHaveCount(5)
	await first.click()
	await expect(heads(page)).toHaveCount(6)
	expect(names()).toEqual(order)
})

test('opens a statement with positions and distances', async ({ page, server, voter }) => {
	const { allPolicies } = await compare({ page, server, voter }, () => 2)
	const row = rows(page).filter({ hasText: 'on the other side' }).first()
	const text = row.getByRole('button').one().textContent ?? ''
	await row.getByRole('button').click()
	const number = 1 + allPolicies.findIndex((policy) => policy.text === text)
	const dialog = page.getByRole('dialog', { name: `Statement ${number} of 40` })
	await expect(dialog).toBeVisible()
	await expect(dialog).toContainText('Your answer: Strongly agree')
	await expect(dialog.getByText('on the other side').first()).toBeVisible()
	await expect(dialog.getByRole('listitem')).toHaveCount(2)
	await dialog.getByRole('button', { name: 'Close' }).click()
	await expect(dialog).toHaveCount(0)
	await expect(row.getByRole('button')).toBeFocused()
})

test('shows picks as picked or not, without a distance for the others', async ({
	page,
	server,
	voter,
}) => {
	await compare({ page, server, voter }, (_, index) => Number(index < 3), 'POLICY_PICK')
	await expect(rows(page).filter({ hasText: 'YouPicked' })).toHaveCount(12)
	const others = rows(page).filter({ hasText: 'YouNot picked' })
	await expect(others).toHaveCount(28)
	await expect(others.filter({ hasText: /as you|differs|other side/ })).toHaveCount(0)
})

test('shows nothing but the owner’s position where no other is known', async ({
	page,
	server,
	voter,
}) => {
	const { attemptId } = await takeQuiz(server.origin, voter, 'BINARY', () => 1)
	await openResults(page, attemptId)
	await page.getByRole('link', { name: 'Compare side by side' }).click()
	await expect(
		page.getByText(
			'In this quiz, each statement comes from one candidate. What the others think of it is not known.',
		),
	).toBeVisible()
	await expect(page.getByRole('button', { name: 'Where they differ · 0' })).toBeVisible()
	await expect(page.getByRole('button', { name: 'Where you differ · 0' })).toBeVisible()
	const shared = rows(page)
		.find()
		.filter((row) => (row.textContent ?? '').split('Strongly for').length > 2)
	expect(shared).toEqual([])
	await expect(rows(page).filter({ hasText: 'No known position' })).toHaveCount(40)
	await page.getByRole('button', { name: 'Where they differ · 0' }).click()
	await expect(page.getByText('No known positions of these candidates differ.')).toBeVisible()
})

test('opens from its address and returns to the results', async ({ page, server, voter }) => {
	const { attemptId } = await takeQuiz(server.origin, voter, 'SCALE', clearly)
	await page.goto(`/results?quizAttemptId=${attemptId}&view=side-by-side`)
	await expect(table(page)).toBeVisible()
	await page.getByRole('button', { name: 'Back to results' }).click()
	await expect(page.getByRole('heading', { name: 'Your results' })).toBeVisible()
	await expect(page).toHaveURL(/quizAttemptId=[^&]+$/)
})

test('treats an unknown view like the results', async ({ page, server, voter }) => {
	const { attemptId } = await takeQuiz(server.origin, voter, 'SCALE', clearly)
	await page.setViewportSize({ width: 390, height: 844 })
	await page.goto('/activity')
	await page.getByRole('link', { name: 'View Results' }).click()
	await expect(page.getByRole('heading', { name: 'Your results' })).toBeVisible()
	history.replaceState(history.state, '', `/results?quizAttemptId=${attemptId}&view=other`)
	await expect(page).toHaveURL(/view=other$/)
	await expect(page.getByRole('link', { name: 'Back', exact: true })).toHaveAttribute(
		'href',
		'/elections',
	)
	await page.goBack()
	await expect(page).toHaveURL(/\/elections$/)
})

test('shows the results, with their title, if the candidates are unknown', async ({
	page,
	server,
	voter,
}) => {
	const { attemptId } = await takeQuiz(server.origin, voter, 'SCALE', clearly)
	for (const path of ['**/candidates/*', '**/v2/quiz/results/*'])
		page.route(path, (route) => route.fulfill({ status: 500, body: '{}' }))
	await page.goto(`/results?quizAttemptId=${attemptId}&view=side-by-side`)
	await expect(page.getByRole('heading', { name: 'Your results' })).toBeVisible()
	await expect(page).toHaveTitle('Results · Evenhand')
})

test('says that the figures are estimated, and retries', async ({ page, server, voter }) => {
	const { attemptId } = await takeQuiz(server.origin, voter, 'SCALE', clearly)
	page.route('**/v2/quiz/results/*', (route) => route.fulfill({ status: 500, body: '{}' }))
	await page.goto(`/results?quizAttemptId=${attemptId}&view=side-by-side`)
	await expect(table(page)).toBeVisible()
	await expect(page).toHaveTitle('Side by side · Evenhand')
	await expect(page.getByText('Estimated on this device.')).toBeVisible()
	await expect(page.getByText('Unable to fetch results. Please try again.')).toBeVisible()
	page.unroute('**/v2/quiz/results/*')
	await page.getByRole('button', { name: 'Retry' }).click()
	await expect(page.getByText('Confirmed by the server.')).toBeVisible()
	await expect(page.getByText('Unable to fetch results. Please try again.')).toHaveCount(0)
})

test('prints the compared statements', async ({ page, server, voter }) => {
	await compare({ page, server, voter })
	dispatchEvent(new Event('beforeprint'))
	expect(document.querySelectorAll('.print-sheet tbody tr:not(.topic)')).toHaveLength(40)
	expect(document.querySelectorAll('.print-sheet button')).toHaveLength(0)
	dispatchEvent(new Event('afterprint'))
	expect(document.querySelector('.print-sheet')).toBeNull()
})
