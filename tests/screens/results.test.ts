import { describe, expect, onTestFinished } from 'vitest'
import type { QuizResults, QuizState } from '#contract/quiz.ts'
import { openResults } from '../support/quiz-screens.ts'
import { type Page, test } from '../support/screens.ts'
import { clearly, type GiveAnswer, takeQuiz } from '../support/take-quiz.ts'

/** Two candidates share every answer: a tie. */
const tied: GiveAnswer = (candidate, index) => (candidate < 2 ? 2 - (index % 5) : -2)

describe('score explanation', () => {
	test('shows statements, weights, arithmetic, and the unweighted alternative', async ({
		page,
		server,
		voter,
	}) => {
		const { attemptId } = await takeQuiz(server.origin, voter, 'SCALE', clearly)
		// All weights of the sample are 1: raise each candidate's first statement to 3.
		page.route('**/v2/quiz/state/*', async (route) => {
			const reply = await route.fetch()
			const state = (await reply.json()) as QuizState
			const seen = new Set<string>()
			const allPolicies = state.allPolicies.map((policy) => {
				const first = !seen.has(policy.candidateId)
				seen.add(policy.candidateId)
				return { ...policy, weight: first ? 3 : 1 }
			})
			route.fulfill({ json: { ...state, allPolicies } })
		})
		page.route('**/v2/quiz/results/*', async (route) => {
			const reply = await route.fetch()
			const results = (await reply.json()) as QuizResults
			const [top, ...others] = results.candidates
			// (3 × 1 + 6 × 1 + 3 × 0.5) ÷ 12
			const candidates = [{ ...top, alignmentPercentage: 87.5 }, ...others]
			route.fulfill({ json: { ...results, candidates } })
		})
		await openResults(page, attemptId)
		await page.getByRole('tab', { name: 'All Results' }).click()
		const card = page.getByRole('tabpanel').locator('ol > li').first()
		await card.getByText('Why this score').click()
		await expect(card.getByText('You agree', { exact: true }).first()).toBeVisible()
		await expect(card.getByText('Strongly agree', { exact: true }).first()).toBeVisible()
		await expect(card.getByText('10.5 ÷ 12 × 100 = 87.5%')).toHaveCount(0)
		await card.getByRole('checkbox', { name: 'Show the math' }).click()
		await expect(card.getByText('10.5 ÷ 12 × 100 = 87.5%')).toBeVisible()
		await expect(card.getByText('3 × 1 = 3', { exact: true })).toBeVisible()
		const choice = card.getByRole('checkbox', { name: 'Show it unweighted' })
		await expect(choice).not.toBeChecked()
		await choice.focus()
		await page.keyboard.press('Space')
		await expect(card.getByRole('status')).toHaveText(
			'What if every weight were 1: 85%, Strong Alignment. The result stays 87.5%, Strong Alignment.',
		)
		await expect(card.getByText('What if: 8.5 ÷ 10 × 100 = 85%')).toBeVisible()
		await expect(card.getByText('87.5%', { exact: true })).toBeVisible()
		await page.keyboard.press('Space')
		await expect(card.getByText('10.5 ÷ 12 × 100 = 87.5%')).toBeVisible()
	})

	test('shows the three largest differences, then all on demand', async ({
		page,
		server,
		voter,
	}) => {
		const { attemptId } = await takeQuiz(server.origin, voter, 'SCALE', clearly)
		await openResults(page, attemptId)
		await page.getByRole('tab', { name: 'All Results' }).click()
		const card = page.getByRole('tabpanel').locator('ol > li').last()
		await card.getByText('Where you differ most').click()
		const rows = card.locator('details').last().getByRole('listitem')
		await expect(rows).toHaveCount(3)
		await expect(rows.first()).toContainText('You differ by 4 steps')
		await card.getByRole('button', { name: 'Show all 10, even small differences' }).click()
		await expect(rows).toHaveCount(10)
		await expect(rows.last()).toContainText('You differ by one step')
		await card.getByRole('button', { name: 'Show the 3 largest' }).click()
		await expect(rows).toHaveCount(3)
	})
})

const certainty = (page: Page) =>
	page.locator('section').filter({ hasText: 'How certain is this result?' })

test('says how certain a clear first place is', async ({ page, server, voter }) => {
	const { attemptId } = await takeQuiz(server.origin, voter, 'SCALE', clearly)
	await openResults(page, attemptId)
	await expect(certainty(page).getByText(/^Your answers clearly point to \S.+\.$/)).toBeVisible()
	await expect(certainty(page).getByText(/^Random answers would lead by this much/)).toBeVisible()
	await expect(
		certainty(page).getByText(
			/^We changed your answers one at a time, (\d+) ways\. \S.+ stayed first in \1\.$/,
		),
	).toBeVisible()
})

test('reports tied candidates as effectively tied', async ({ page, server, voter }) => {
	const { attemptId } = await takeQuiz(server.origin, voter, 'SCALE', tied)
	await openResults(page, attemptId)
	await expect(certainty(page).getByText(/^\S.+ and \S.+ are effectively tied\.$/)).toBeVisible()
})

test('says that answers without a pattern separate no candidates', async ({
	page,
	server,
	voter,
}) => {
	const { attemptId } = await takeQuiz(server.origin, voter, 'SCALE', (candidate, index) =>
		candidate === 0 && index === 0 ? 1 : 0,
	)
	await openResults(page, attemptId)
	await expect(
		certainty(page).getByText(
			/^Your answers do not clearly separate these candidates: random answers would lead by this much in \d+ of 100 cases\.$/,
		),
	).toBeVisible()
})

test('shows picks in counts first', async ({ page, server, voter }) => {
	const { attemptId } = await takeQuiz(server.origin, voter, 'POLICY_PICK', (candidate, index) =>
		Number(index < 4 - candidate),
	)
	await openResults(page, attemptId)
	await expect(page.getByText('4 of your 10 picks', { exact: true })).toBeVisible()
	await expect(
		page.getByText('40% of what your picks could have given this candidate', { exact: true }),
	).toBeVisible()
})

test('prints the complete sheet', async ({ page, server, voter }) => {
	const { attemptId } = await takeQuiz(server.origin, voter, 'SCALE', clearly)
	const { print } = globalThis
	onTestFinished(() => void Object.assign(globalThis, { print }))
	let printed = 0
	// Imitates the browser: events before and after printing, and rendering in between.
	globalThis.print = () => {
		dispatchEvent(new Event('beforeprint'))
		printed = document.querySelectorAll('.print-sheet tbody tr').length
		dispatchEvent(new Event('afterprint'))
	}
	await openResults(page, attemptId)
	await page.getByRole('button', { name: 'Print', exact: true }).click()
	expect(printed).toBe(40)
	await expect(page.locator('.print-sheet')).toHaveCount(0)
})
