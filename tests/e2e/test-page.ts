import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page } from 'playwright/test'
import type { TestSession } from '#contract/test-session.ts'
import type { ServerUnderTest } from './fixtures.ts'
import { statementText, untilAnswerable } from './quiz-page.ts'

/** The start of a test, for tests that change its reply. */
export const START = '**/policy-knowledge-test/start'

/** Has every start answered with another session than the server's. */
export const changeStarts = async (
	page: Page,
	change: (session: TestSession) => unknown,
): Promise<void> => {
	await page.route(START, async (route) => {
		const reply = await route.fetch()
		await route.fulfill({ response: reply, json: change((await reply.json()) as TestSession) })
	})
}

/** The policy that is asked now; cards on their way out are hidden from it. */
export const policy = (page: Page): Locator =>
	page.getByRole('article').getByRole('heading', { level: 2 })

/** The two candidates, left and right. */
export const candidates = (page: Page): Locator =>
	page.getByRole('group', { name: 'Your guess' }).getByRole('button')

/** Whether the guess before was right, in words. */
export const outcome = (page: Page): Locator =>
	page.getByRole('status').filter({ hasText: 'The last one was' })

/** Whose every policy is, by its text, read from the sample file itself: what the app only tells afterwards. */
export const readOwners = async (): Promise<ReadonlyMap<string, string>> => {
	const text = await readFile('src/server/sample/presidential-1912.json', 'utf8')
	const file = JSON.parse(text) as {
		candidates: { name: string; policies: { text: string }[] }[]
	}
	return new Map(
		file.candidates.flatMap(({ name, policies }) => policies.map((each) => [each.text, name])),
	)
}

/** Gives a guess and waits until the next policy is asked, or the policies are over. @returns the policy. */
export const guessing = async (page: Page, give: () => Promise<void>): Promise<string> => {
	const text = await statementText(page)
	await untilAnswerable(page)
	await give()
	await expect(page.getByRole('article').filter({ hasText: text })).toHaveCount(0)
	await expect(page.locator('[aria-label=Question][aria-busy=true]')).toHaveCount(0)
	return text
}

/** Taps a side, 0 left or 1 right, `count` times. @returns what was guessed, candidate by policy. */
export const tapSides = async (
	page: Page,
	count: number,
	side: (index: number) => 0 | 1 = (index) => (index % 2 === 0 ? 0 : 1),
): Promise<Map<string, string>> => {
	const given = new Map<string, string>()
	for (let index = 0; index < count; index++) {
		const button = candidates(page).nth(side(index))
		const name = ((await button.textContent()) ?? '').replace(/^[A-Z]{2}(?=[A-Z])/, '')
		given.set(await guessing(page, () => button.click()), name)
	}
	return given
}

/** Opens the test and waits for its first policy, and for everything that comes after it. */
export const openTest = async (page: Page): Promise<void> => {
	await page.goto('/test')
	await expect(policy(page)).toBeVisible()
}

/** Waits until a second session is on the device, for a start without a connection. */
export const untilSpare = (page: Page): Promise<void> =>
	expect
		.poll(
			() =>
				page.evaluate(
					() =>
						new Promise<string[]>((resolve) => {
							const open = indexedDB.open('evenhand')
							open.onsuccess = () => {
								const db = open.result
								const all = db.transaction('testSessions').objectStore('testSessions').getAll()
								all.onsuccess = () => {
									db.close()
									resolve(all.result.map(({ stage }: { stage: string }) => stage))
								}
							}
						}),
				),
			{ message: 'no spare session' },
		)
		.toContain('spare')

/** Leaves the policies for the results, without telling anything. */
export const skipToResults = async (page: Page): Promise<void> => {
	await page.getByRole('button', { name: 'Skip' }).click()
	await expect(page.getByRole('heading', { name: 'Your results' })).toBeVisible()
}

/** The figures of the results, by their names. */
export const figures = (page: Page): Promise<Record<string, string>> =>
	page
		.getByRole('definition')
		.evaluateAll((values) =>
			Object.fromEntries(
				values.map((value) => [
					value.previousElementSibling?.textContent ?? '',
					value.textContent ?? '',
				]),
			),
		)

/** How many guesses name whoever the policy belongs to. */
const countRight = async (given: ReadonlyMap<string, string>): Promise<number> => {
	const owners = await readOwners()
	return [...given].filter(([text, name]) => owners.get(text) === name).length
}

/** Asserts the figures of the results against what was guessed. @returns how many guesses were right. */
export const expectFigures = async (
	page: Page,
	given: ReadonlyMap<string, string>,
): Promise<number> => {
	const right = await countRight(given)
	const accuracy = `${((100 * right) / given.size).toFixed(1)}%`
	await expect
		.poll(() => figures(page))
		.toMatchObject({ correct: `${right} of ${given.size}`, accuracy })
	return right
}

/** The picture of the answers on the results. */
export const answersInOrder = (page: Page) => page.getByRole('figure').getByRole('listitem')

/** Waits until nothing of the page's tests waits to be sent. */
export const untilTestsSent = (page: Page): Promise<void> =>
	expect(page.getByText('Estimated on this device')).toHaveCount(0, { timeout: 30_000 })

export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name })

/** Answers every start with a refusal. */
export const refuseStarts = async (page: Page, status: number): Promise<void> => {
	await page.route(START, (route) =>
		route.fulfill({ status, json: { message: 'There is no knowledge test at the moment.' } }),
	)
}

/** Takes a test as far as its results. */
export const toResults = async (page: Page): Promise<void> => {
	await openTest(page)
	await tapSides(page, 10)
	await page.getByRole('button', { name: 'See Results' }).click()
	await skipToResults(page)
}

/** The session whose results are shown, by the address. */
export const sessionOf = (page: Page): string => {
	const id = new URL(page.url()).searchParams.get('sessionId')
	if (id === null) throw new Error(`no session in ${page.url()}`)
	return id
}

export interface Recorded {
	readonly finished: boolean
	readonly age: string | null
	readonly gender: string | null
	readonly guesses: number
	readonly correct: number
	readonly feedback: readonly string[]
}

/** What the database itself holds of a session. */
export const recorded = async (
	{ db }: ServerUnderTest,
	sessionId: string,
): Promise<Recorded | undefined> => {
	const { rows } = await db.query<Recorded>(
		`select completed_at is not null as finished, age, gender,
			(select count(*)::int from test_guesses g where g.session_id = s.id) as guesses,
			(select count(*)::int from test_guesses g where g.session_id = s.id and g.correct) as correct,
			array(select f.text from test_feedback f where f.session_id = s.id order by f.submitted_at) as feedback
		from test_sessions s where s.id = $1`,
		[sessionId],
	)
	return rows[0]
}
