import type { Page } from 'playwright/test'
import { TEXTS } from '../support/texts.ts'
import { userWith } from './admin-page.ts'
import { expect, expectAccessible, keepSignIn, test } from './fixtures.ts'
import { expectNoOverflow, overflowing } from './overflow.ts'
import { begin, dismissTutorial, statement, untilAnswerable } from './quiz-page.ts'
import { clearly, openAll, openResults, quizOf, takeQuiz } from './results-page.ts'
import { takeTest } from './taken-tests.ts'

test.use({ arrived: false })

/** Doubles the font size like a browser setting. */
const doubleText = async (page: Page): Promise<void> => {
	await page.addInitScript(() => {
		addEventListener('DOMContentLoaded', () => {
			document.documentElement.style.fontSize = '200%'
		})
	})
}

// every-page.spec.ts covers the first view of each page.
for (const [language, { quiz, results }] of Object.entries(TEXTS)) {
	test(`cuts off nothing in quiz and results (${language})`, async ({ page, server, voter }) => {
		const { attemptId } = await takeQuiz(server.origin, voter, 'SCALE', clearly)
		await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language)
		await page.goto(`/quiz/${await quizOf(server.origin, voter, 'BINARY')}`)
		await page.getByRole('button', { name: quiz.start }).click()
		const gotIt = page.getByRole('button', { name: quiz.gotIt })
		await expect(gotIt).toBeVisible()
		await expectNoOverflow(page, 'tutorial')
		await gotIt.click()
		await expect(statement(page)).toBeVisible()
		await expectNoOverflow(page, 'question')
		await page.goto(`/quiz/${await quizOf(server.origin, voter, 'POLICY_PICK')}`)
		await page.getByRole('button', { name: quiz.start }).click()
		await expect(page.getByRole('checkbox')).toHaveCount(40)
		await expectNoOverflow(page, 'picks')
		await page.goto(`/results?quizAttemptId=${attemptId}`)
		await page.getByRole('button', { name: results.whereYouDiffer }).click()
		await expectNoOverflow(page, 'differences')
		await page.getByRole('button', { name: results.yourPriorities }).click()
		await page.locator('summary').first().click()
		await expectNoOverflow(page, 'priorities')
		await page.getByRole('tab').last().click()
		for (const fold of await page.locator('summary').all()) await fold.click()
		await expectNoOverflow(page, 'all results')
		await page.getByRole('button', { name: results.share, exact: true }).click()
		await expectNoOverflow(page, 'share dialog')
	})
}

test('cuts off nothing in knowledge test administration', async ({ page, server }) => {
	await keepSignIn(page, await userWith(server.origin, 'ROLE_ADMIN'))
	await takeTest(server.origin, { feedbackText: 'A word of a voter. '.repeat(20) })
	await page.goto('/admin/test-management')
	await expect(page.getByRole('switch').first()).toBeVisible()
	await expectNoOverflow(page, 'test management')
	await page.getByRole('button', { name: 'Create New Test' }).click()
	await expectNoOverflow(page, 'a new test')
	await page.keyboard.press('Escape')
	await page.getByRole('button', { name: /^View Analytics/ }).click()
	await expect(page.locator('canvas')).toBeVisible()
	await expectNoOverflow(page, 'analytics')
	await page.goto('/admin/test-feedback')
	await expect(page.getByRole('cell').first()).toBeVisible()
	await expectNoOverflow(page, 'test feedback')
})

test('stacks the five answers for very large text', async ({ page, server, voter }) => {
	await doubleText(page)
	await page.goto(`/quiz/${await quizOf(server.origin, voter, 'SCALE')}`)
	await page.getByRole('button', { name: 'Start Quiz' }).click()
	await dismissTutorial(page)
	await expect(statement(page)).toBeVisible()
	const boxes = await page.getByRole('group').getByRole('button').all()
	const tops = await Promise.all(boxes.map(async (box) => (await box.boundingBox())?.y ?? 0))
	expect(tops).toHaveLength(5)
	expect(new Set(tops).size).toBe(5)
	expect(await overflowing(page)).toEqual([])
})

test('shows choices and progress in forced colors', async ({ page, server, voter }) => {
	const { attemptId } = await takeQuiz(server.origin, voter, 'SCALE', clearly)
	await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
	const look = (selector: string) =>
		page
			.locator(selector)
			.first()
			.evaluate((element) => getComputedStyle(element).backgroundColor)
	await openResults(page, attemptId)
	expect(await look('[role=tab][aria-selected=true]')).not.toBe(
		await look('[role=tab][aria-selected=false]'),
	)
	expect(await look('[role=tabpanel] [style*=width]')).not.toBe(await look('body'))
	await openAll(page)
	await expectAccessible(page)
	await begin(page, /agree or disagree/)
	await dismissTutorial(page)
	await untilAnswerable(page)
	await page.keyboard.press('a')
	await page.getByRole('button', { name: 'Previous statement' }).click()
	await expect(page.getByRole('button', { pressed: true })).toHaveText('Agree')
	expect(await look('[aria-pressed=true]')).not.toBe(await look('[aria-pressed=false]'))
})

test('keeps disagreement on the left in right-to-left layouts', async ({ page, voter }) => {
	expect(voter.username).not.toBe('')
	await page.addInitScript(() => {
		addEventListener('DOMContentLoaded', () => {
			document.documentElement.dir = 'rtl'
		})
	})
	await begin(page, /agree or disagree/)
	await dismissTutorial(page)
	const left = async (name: string) =>
		(await page.getByRole('button', { name, exact: true }).boundingBox())?.x ?? 0
	expect(await left('Disagree')).toBeLessThan(await left('Agree'))
	expect(await left('Previous statement')).toBeGreaterThan(await left('Agree'))
	expect(await overflowing(page)).toEqual([])
})
