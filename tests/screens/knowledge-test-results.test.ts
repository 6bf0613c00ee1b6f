import { expect } from 'vitest'
import { policy, skipToResults, tapSides } from '../support/knowledge-test-screens.ts'
import { stored } from '../support/quiz-screens.ts'
import { test } from '../support/screens.ts'

test('validates feedback, counts characters, and keeps the draft', async ({ page }) => {
	await page.goto('/test')
	await tapSides(page, 10)
	await skipToResults(page)
	await page.getByRole('button', { name: 'Give feedback' }).click()
	const send = page.getByRole('button', { name: 'Send feedback' })
	await expect(page.getByText('0/5000')).toBeVisible()
	await expect(send).toBeDisabled()
	await page.getByRole('textbox').fill('   ')
	await page.getByRole('textbox').evaluate((field) => field.blur())
	await expect(page.getByText('Please enter your feedback')).toBeVisible()
	await expect(send).toBeDisabled()
	await page.getByRole('textbox').fill('Which one said it?')
	await expect(page.getByText('18/5000')).toBeVisible()
	await page.keyboard.press('Escape')
	await page.getByRole('button', { name: 'Give feedback' }).click()
	await expect(page.getByRole('textbox')).toHaveValue('Which one said it?')
	await send.click()
	await expect(
		page.getByRole('status').filter({ hasText: 'Thank you for your feedback!' }),
	).toBeVisible()
	await expect(page.getByRole('dialog')).toHaveCount(0)
	await page.getByRole('link', { name: 'View details' }).click()
	await expect(page.getByRole('heading', { name: /^Correct Answers/ })).toBeVisible()
	// The toast stays across pages until it is closed or times out.
	await page.getByRole('button', { name: 'Close' }).click()
	await expect(page.getByText('Thank you for your feedback!')).toHaveCount(0)
})

test('redirects from unknown details to the test with a message', async ({ page }) => {
	await page.goto('/test/results/0d6a3e5e-6a55-4c5f-9c57-2f3b9d0c8a11')
	await expect(page.getByText('Failed to load detailed results')).toBeVisible()
	await expect(page).toHaveURL(/\/test$/)
	await expect(policy(page)).toBeVisible()
})

test('redirects from results of an unfinished test to the test', async ({ page }) => {
	await page.goto('/test')
	await expect(policy(page)).toBeVisible()
	const [session] = await stored<{ id: string }>('testSessions')
	expect(session?.id).not.toBeUndefined()
	await page.goto(`/test?returnToResults=true&sessionId=${session?.id}`)
	await expect(page).toHaveURL(/\/test$/)
	await expect(page.getByText('1 of 10', { exact: true })).toBeVisible()
})
