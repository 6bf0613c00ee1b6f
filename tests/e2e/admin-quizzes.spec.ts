import { importElection, makeQuiz } from '../support/administrator.ts'
import { dialog, expectSound, test } from './admin-page.ts'
import { expect } from './fixtures.ts'

test('passes axe in the quiz form, fairness dialog, and list', async ({ page, send }) => {
	const election = await importElection(send, [2, 6, 6], 'Taxes on bread are abolished at once')
	const quiz = await makeQuiz(send, election)
	await page.goto(`/admin/compare-quizzes/${election.electionId}`)
	await page.getByRole('button', { name: 'New compare quiz' }).click()
	await dialog(page).getByRole('button', { name: 'Save' }).click()
	await expect(dialog(page).getByText('Quiz name is required')).toHaveCount(2)
	await expectSound(page)
	await dialog(page).getByRole('button', { name: 'Cancel' }).click()
	await page.getByRole('button', { name: `Fairness: ${quiz.name}` }).click()
	await expect(dialog(page).getByText(/2,000 random voters took this quiz/)).toBeVisible()
	await expectSound(page)
	await dialog(page).getByRole('button', { name: 'Close' }).click()
	await expect(page.getByRole('dialog')).toHaveCount(0)
	await expectSound(page)
})
