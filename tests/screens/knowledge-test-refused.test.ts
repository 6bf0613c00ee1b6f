import { expect, onTestFinished, vi } from 'vitest'
import { candidates, policy, skipToResults, tapSides } from '../support/knowledge-test-screens.ts'
import type { Locator } from '../support/page.ts'
import { filesSaved, untilAnswerable } from '../support/quiz-screens.ts'
import { type Page, registerUser, test } from '../support/screens.ts'

const refused = (page: Page) => page.getByRole('listitem').filter({ hasText: 'The server says:' })
const answersInOrder = (page: Page) => page.getByRole('figure').getByRole('listitem')
const heading = (page: Page, name: string) => page.getByRole('heading', { name })

/** Presses a button of a refused entry. */
const press = (row: Locator, name: string): Promise<void> =>
	row.getByRole('button', { name: new RegExp(`^${name}`) }).click()

/** Takes a test up to its results. */
const toResults = async (page: Page): Promise<void> => {
	await page.goto('/test')
	await tapSides(page, 10)
	await skipToResults(page)
}

test('brings back the card of a guess that cannot be stored', async ({ page }) => {
	await page.goto('/test')
	await expect(policy(page)).toBeVisible()
	const text = await policy(page).textContent()
	const { put } = IDBObjectStore.prototype
	const mend = (): void => void Object.assign(IDBObjectStore.prototype, { put })
	onTestFinished(mend)
	IDBObjectStore.prototype.put = () => {
		throw new DOMException('no room', 'QuotaExceededError')
	}
	vi.spyOn(console, 'error').mockImplementation(() => undefined)
	await untilAnswerable(page)
	await candidates(page).first().click()
	await expect(page.getByText('Failed to submit guess. Please try again.')).toBeVisible()
	await expect(policy(page)).toHaveText(text ?? '')
	await expect(page.getByText('1 of 10', { exact: true })).toBeVisible()
	mend()
	await tapSides(page, 1)
	await expect(page.getByText('2 of 10', { exact: true })).toBeVisible()
	// The page logs that storing failed.
	vi.mocked(console.error).mockClear()
})

test('saves, retries, and discards refused guesses, signed in or not', async ({
	page,
	network,
	server,
}) => {
	const saved = filesSaved()
	network.route(
		'**/policy-knowledge-test/submit-guess',
		(route) => route.fulfill({ status: 400, json: { message: 'That policy was withdrawn.' } }),
		2,
	)
	await toResults(page)
	await expect(refused(page)).toHaveCount(2)
	await expect(answersInOrder(page)).toHaveCount(10)
	await expect(answersInOrder(page).filter({ hasText: 'not saved' })).toHaveCount(2)
	const results = page.url()
	page.signIn(await registerUser(server))
	await page.goto(results)
	await expect(refused(page)).toHaveCount(2)
	await expect(page.getByRole('button', { name: 'could not be sent' })).toHaveCount(0)

	await page.getByRole('button', { name: /^Save all/ }).click()
	await expect.poll(() => saved.length).toBe(1)
	const copy = (await saved[0]?.text()) ?? ''
	expect(copy.match(/^A guess\nStatement: .+\nYour answer: .+\n/gm)).toHaveLength(2)
	expect(copy).toContain('Reason: That policy was withdrawn.')

	await press(refused(page).first(), 'Try again')
	// The test has ended meanwhile, so the server gives another reason.
	await expect(refused(page).filter({ hasText: 'This test is completed' })).toBeVisible()
	const withdrawn = refused(page).filter({ hasText: 'That policy was withdrawn.' })
	await press(withdrawn, 'Discard')
	await press(withdrawn, 'Keep')
	await expect(refused(page)).toHaveCount(2)
	await press(withdrawn, 'Discard')
	await press(withdrawn, 'Discard')
	await expect(refused(page)).toHaveCount(1)
	await expect(heading(page, 'Not accepted')).toBeFocused()
	await expect(answersInOrder(page)).toHaveCount(9)
	await page.reload()
	await expect(refused(page)).toHaveCount(1)
	await expect(answersInOrder(page)).toHaveCount(9)

	await toResults(page)
	await expect(refused(page)).toHaveCount(0)
	await page.getByRole('link', { name: 'See details' }).click()
	await expect(page).toHaveURL(results)
	await expect(refused(page)).toHaveCount(1)
})
