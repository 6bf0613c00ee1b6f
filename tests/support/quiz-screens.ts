import { expect, onTestFinished } from 'vitest'
import type { RegisteredVoter } from './built-server.ts'
import type { Locator } from './page.ts'
import { type Page, type Server, sendSignIn } from './screens.ts'

/** The statement that is asked now; cards on their way out are hidden from it. */
const statement = (page: Page): Locator =>
	page.getByRole('article').getByRole('heading', { level: 2 })

/** The text of the statement that is asked now. */
const statementText = async (page: Page): Promise<string> =>
	(await statement(page).textContent()) ?? ''

/** Waits until the question that is shown can be answered: not before it has been readable for a moment. */
export const untilAnswerable = (page: Page): Promise<void> =>
	expect(page.locator('fieldset[aria-disabled=false]')).toBeVisible()

/** Gives an answer and waits until it is stored and the statement has changed, or the quiz is over. */
export const answering = async (page: Page, give: () => Promise<void>): Promise<string> => {
	const text = await statementText(page)
	await untilAnswerable(page)
	await give()
	await expect(page.getByRole('article').filter({ hasText: text })).toHaveCount(0)
	await expect(page.locator('[aria-label=Question][aria-busy=true]')).toHaveCount(0)
	return text
}

/** Gives an answer and returns the statement that it was about. */
export const agree = (page: Page): Promise<string> =>
	answering(page, () => page.getByRole('button', { name: 'Agree', exact: true }).click())

/** Finds an election by searching and opens its list of quizzes. */
export const openElection = async (page: Page, term: string): Promise<void> => {
	await page.goto('/elections')
	await page.getByRole('searchbox').fill(term)
	await expect(page.getByText('Found 1 election', { exact: true })).toBeVisible()
	await page.getByRole('link', { name: new RegExp(term) }).click()
}

/** Opens one of the 1912 quizzes and starts it. */
export const begin = async (page: Page, name: RegExp): Promise<void> => {
	await openElection(page, '1912')
	await page.getByRole('link', { name }).click()
	await page.getByRole('button', { name: 'Start Quiz' }).click()
	await expect(page).toHaveURL(/attemptId=/)
}

/** Begins a 1912 quiz of a type that the voter meets for the first time, past its tutorial. */
export const beginFirst = async (page: Page, name: RegExp): Promise<void> => {
	await begin(page, name)
	await page.getByRole('button', { name: 'Got it!' }).click()
	await expect(statement(page)).toBeVisible()
}

/** Signs a voter in on a device that others use as well. */
export const signInOnShared = async (page: Page, voter: RegisteredVoter): Promise<void> => {
	await page.goto('/login')
	await page.getByRole('checkbox', { name: 'Remember me' }).uncheck()
	await sendSignIn(page, voter)
	await expect(page).toHaveURL(/\/elections$/)
}

/** How many answers the server holds of the voter's only attempt. */
export const answeredOnServer = async (
	{ origin }: Server,
	{ token }: RegisteredVoter,
): Promise<number> => {
	const headers = { authorization: `Bearer ${token}` }
	const reply = await fetch(`${origin}/api/quiz/history`, { headers })
	const [row] = (await reply.json()) as { answeredQuestions: number }[]
	return row?.answeredQuestions ?? 0
}

/** Everything of a table of the device, read past the app. */
export const stored = <Row>(table: string): Promise<Row[]> =>
	new Promise((resolve, reject) => {
		const opening = indexedDB.open('evenhand')
		opening.onerror = () => reject(opening.error)
		opening.onsuccess = () => {
			const db = opening.result
			const reading = db.transaction(table).objectStore(table).getAll()
			reading.onerror = () => reject(reading.error)
			reading.onsuccess = () => {
				db.close()
				resolve(reading.result as Row[])
			}
		}
	})

/** Waits until the device has nothing more to send. */
export const untilSent = (): Promise<void> =>
	expect.poll(async () => (await stored('outbox')).length).toBe(0)

/** Opens the results of an attempt and waits for the server's figures. */
export const openResults = async (page: Page, attemptId: string): Promise<void> => {
	await page.goto(`/results?quizAttemptId=${attemptId}`)
	await expect(page.getByRole('heading', { name: 'Your results' })).toBeVisible()
	await expect(page.getByText('Estimated on this device')).toHaveCount(0)
}

/** Has this test's page save files nowhere. @returns what it saved. */
export const filesSaved = (): File[] => {
	const saved: File[] = []
	const blobs: Blob[] = []
	const { click } = HTMLAnchorElement.prototype
	const { createObjectURL, revokeObjectURL } = URL
	Object.assign(URL, {
		createObjectURL: (blob: Blob) => `blob:${blobs.push(blob) - 1}`,
		revokeObjectURL: () => undefined,
	})
	HTMLAnchorElement.prototype.click = function () {
		const blob = blobs[Number(this.href.slice('blob:'.length))]
		if (!this.hasAttribute('download') || blob === undefined) click.call(this)
		else saved.push(new File([blob], this.download, { type: blob.type }))
	}
	onTestFinished(() => {
		HTMLAnchorElement.prototype.click = click
		Object.assign(URL, { createObjectURL, revokeObjectURL })
	})
	return saved
}
