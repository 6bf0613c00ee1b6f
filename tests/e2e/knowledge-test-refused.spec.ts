import type { Locator, Page } from 'playwright/test'
import {
	expect,
	expectAccessible,
	knowledgeTest as test,
	withoutBackgroundSync,
} from './fixtures.ts'
import { heading, recorded, sessionOf, toResults, untilTestsSent } from './test-page.ts'

const FEEDBACK = '**/policy-knowledge-test/feedback'

const refuseNext = async (
	page: Page,
	address: string,
	message: string,
	times: number,
): Promise<void> => {
	await page.route(address, (route) => route.fulfill({ status: 400, json: { message } }), { times })
}

const refused = (page: Page) => page.getByRole('listitem').filter({ hasText: 'The server says:' })

const press = (row: Locator, name: string): Promise<void> =>
	row.getByRole('button', { name: new RegExp(`^${name}`) }).click()

test('keeps refused feedback with the results and retries it', async ({ page, server }) => {
	await withoutBackgroundSync(page)
	await toResults(page)
	await untilTestsSent(page)
	await refuseNext(page, FEEDBACK, 'Not in these words.', 1)
	await page.getByRole('button', { name: 'Give feedback' }).click()
	await page.getByRole('textbox').fill('Which one said it?')
	await page.getByRole('button', { name: 'Send feedback' }).click()
	await expect(heading(page, 'Not accepted')).toBeVisible()
	await expect(page.getByText('Thank you for your feedback!')).toHaveCount(0)
	await page.reload()
	await expect(refused(page)).toContainText('“Which one said it?”')
	await expect(refused(page)).toContainText('The server says: Not in these words.')
	await expectAccessible(page)
	const arrived = page.waitForResponse(FEEDBACK)
	await press(refused(page), 'Try again')
	await expect(heading(page, 'Not accepted')).toHaveCount(0)
	// The focused button is gone.
	await expect(heading(page, 'Your results')).toBeFocused()
	expect((await arrived).ok()).toBe(true)
	const stored = await recorded(server, sessionOf(page))
	expect(stored).toMatchObject({ feedback: ['Which one said it?'] })
})
