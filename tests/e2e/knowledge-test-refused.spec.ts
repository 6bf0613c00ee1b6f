import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright/test'
import {
	expect,
	expectAccessible,
	registerVoter,
	signIn,
	knowledgeTest as test,
	withoutBackgroundSync,
} from './fixtures.ts'
import { untilAnswerable } from './quiz-page.ts'
import {
	answersInOrder,
	candidates,
	heading,
	openTest,
	policy,
	recorded,
	sessionOf,
	tapSides,
	toResults,
	untilTestsSent,
} from './test-page.ts'

test('a guess that the device cannot keep says so, and its card comes back', async ({
	page,
	complaints,
}) => {
	await openTest(page)
	const text = await policy(page).textContent()
	await page.evaluate(() => {
		const { put } = IDBObjectStore.prototype
		Object.assign(window, { mend: () => Object.assign(IDBObjectStore.prototype, { put }) })
		IDBObjectStore.prototype.put = () => {
			throw new DOMException('no room', 'QuotaExceededError')
		}
	})
	await untilAnswerable(page)
	await candidates(page).first().click()
	await expect(page.getByText('Failed to submit guess. Please try again.')).toBeVisible()
	await expect(policy(page)).toHaveText(text ?? '')
	await expect(page.getByText('1 of 10', { exact: true })).toBeVisible()
	await page.evaluate(() => (window as unknown as { mend: () => void }).mend())
	await tapSides(page, 1)
	await expect(page.getByText('2 of 10', { exact: true })).toBeVisible()
	complaints.splice(0)
})

const FEEDBACK = '**/policy-knowledge-test/feedback'
const GUESS = '**/policy-knowledge-test/submit-guess'

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

test('a feedback that the server does not accept is kept beside the results, and arrives when it is tried again', async ({
	page,
	server,
}) => {
	const parts: string[] = []
	page.on('request', (request) => parts.push(request.url()))
	const asked = () => parts.filter((url) => /\/refused-[^/]*\.js$/.test(url)).length
	await withoutBackgroundSync(page)
	await toResults(page)
	await untilTestsSent(page)
	expect(asked(), 'nobody needs the list of what was refused yet').toBe(0)
	await refuseNext(page, FEEDBACK, 'Not in these words.', 1)
	await page.getByRole('button', { name: 'Give feedback' }).click()
	await page.getByRole('textbox').fill('Which one said it?')
	await page.getByRole('button', { name: 'Send feedback' }).click()
	await expect(heading(page, 'Not accepted')).toBeVisible()
	await expect(page.getByText('Thank you for your feedback!')).toHaveCount(0)
	expect(asked()).toBeGreaterThan(0)
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
	const kept = await recorded(server, sessionOf(page))
	expect(kept).toMatchObject({ feedback: ['Which one said it?'] })
})

test('guesses that the server does not accept can be saved as a copy, tried again and discarded, signed in or not', async ({
	page,
	server,
}) => {
	await withoutBackgroundSync(page)
	await refuseNext(page, GUESS, 'That policy was withdrawn.', 2)
	await toResults(page)
	await expect(refused(page)).toHaveCount(2)
	await expect(answersInOrder(page)).toHaveCount(10)
	await expect(answersInOrder(page).filter({ hasText: 'not accepted' })).toHaveCount(2)
	const results = page.url()
	await signIn(page, await registerVoter(server.origin))
	await page.goto(results)
	await expect(refused(page)).toHaveCount(2)
	await expect(page.getByRole('button', { name: 'could not be sent' })).toHaveCount(0)

	const saved = page.waitForEvent('download')
	await page.getByRole('button', { name: /^Save all/ }).click()
	const copy = await readFile(await (await saved).path(), 'utf8')
	expect(copy.match(/^A guess\nStatement: .+\nYour answer: .+\n/gm)).toHaveLength(2)
	expect(copy).toContain('Reason: That policy was withdrawn.')

	await press(refused(page).first(), 'Try again')
	// The test is over by now, so the server gives another reason.
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
	await page.getByRole('link', { name: 'See what' }).click()
	await expect(page).toHaveURL(results)
	await expect(refused(page)).toHaveCount(1)
})
