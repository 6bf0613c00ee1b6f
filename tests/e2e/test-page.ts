import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page, type Route } from 'playwright/test'
import type { TestSession } from '#contract/test-session.ts'
import type { DrivenPage } from '../engines/engine.ts'
import type { ServerUnderTest } from './fixtures.ts'
import { answering } from './quiz-page.ts'

export const START = '**/policy-knowledge-test/start'

export const changeStarts = async (
	page: Page,
	change: (session: TestSession) => unknown,
	times?: number,
): Promise<void> => {
	const handle = async (route: Route): Promise<void> => {
		const reply = await route.fetch()
		await route.fulfill({ response: reply, json: change((await reply.json()) as TestSession) })
	}
	await page.route(START, handle, times === undefined ? {} : { times })
}

/** Shortens the next `times` tests to a few policies. */
export const shortenTests = (page: Page, times?: number, policies = 4): Promise<void> =>
	changeStarts(
		page,
		(session) => ({ ...session, policies: session.policies.slice(0, policies) }),
		times,
	)

/** Current policy; leaving cards are hidden from the accessibility tree. */
export const policy = (page: Page): Locator =>
	page.getByRole('article').getByRole('heading', { level: 2 })

export const candidates = (page: Page): Locator =>
	page.getByRole('group', { name: 'Your guess' }).getByRole('button')

export const outcome = (page: Page): Locator =>
	page.getByRole('status').filter({ hasText: 'The last one was' })

/** Owner by policy text from the sample file. The app reveals it only afterwards. */
export const readOwners = async (): Promise<ReadonlyMap<string, string>> => {
	const text = await readFile('src/server/sample/presidential-1912.json', 'utf8')
	const file = JSON.parse(text) as {
		candidates: { name: string; policies: { text: string }[] }[]
	}
	return new Map(
		file.candidates.flatMap(({ name, policies }) => policies.map((each) => [each.text, name])),
	)
}

/** Taps a side (0 left, 1 right) `count` times. @returns guessed candidate by policy. */
export const tapSides = async (
	page: DrivenPage,
	count: number,
	side: (index: number) => 0 | 1 = (index) => (index % 2 === 0 ? 0 : 1),
): Promise<Map<string, string>> => {
	const given = new Map<string, string>()
	for (let index = 0; index < count; index++) {
		const group = page.getByRole('group', { name: 'Your guess' })
		const button = group.getByRole('button').nth(side(index))
		const name = ((await button.textContent()) ?? '').replace(/^[A-Z]{2}(?=[A-Z])/, '')
		given.set(await answering(page, () => button.click()), name)
	}
	return given
}

export const openTest = async (page: DrivenPage): Promise<void> => {
	await page.goto('/test')
	// Not the policy that is drawn before the app loads.
	await page.locator('#root:not([hidden]) article h2').waitFor()
}

/** Waits until a spare session for an offline start is on the device. */
export const untilSpare = (page: DrivenPage): Promise<void> =>
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

export const skipToResults = async (page: DrivenPage): Promise<void> => {
	await page.getByRole('button', { name: 'Skip' }).click()
	await page.getByRole('heading', { name: 'Your results' }).waitFor()
}

export const figures = (page: DrivenPage): Promise<Record<string, string>> =>
	page.evaluate(() =>
		Object.fromEntries(
			[...document.querySelectorAll('dd')].map((value) => [
				value.previousElementSibling?.textContent ?? '',
				value.textContent ?? '',
			]),
		),
	)

const countRight = async (given: ReadonlyMap<string, string>): Promise<number> => {
	const owners = await readOwners()
	return [...given].filter(([text, name]) => owners.get(text) === name).length
}

/** Checks the results' figures against the guesses. @returns the number of correct guesses. */
export const expectFigures = async (
	page: DrivenPage,
	given: ReadonlyMap<string, string>,
): Promise<number> => {
	const right = await countRight(given)
	const accuracy = `${((100 * right) / given.size).toFixed(1)}%`
	await expect
		.poll(() => figures(page))
		.toMatchObject({ correct: `${right} of ${given.size}`, accuracy })
	return right
}

export const answersInOrder = (page: Page) => page.getByRole('figure').getByRole('listitem')

export const untilTestsSent = (page: DrivenPage): Promise<void> =>
	expect.poll(() => page.getByText('Estimated on this device').count()).toBe(0)

export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name })

export const refuseStarts = async (page: Page, status: number): Promise<void> => {
	await page.route(START, (route) =>
		route.fulfill({ status, json: { message: 'There is no knowledge test at the moment.' } }),
	)
}

export const toResults = async (page: Page): Promise<void> => {
	await shortenTests(page)
	await openTest(page)
	await tapSides(page, 4)
	await skipToResults(page)
}

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
