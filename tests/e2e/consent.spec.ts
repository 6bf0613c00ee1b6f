import type { Locator, Page } from 'playwright/test'
import { CONSENT_VERSION } from '#domain/consent.ts'
import { TEXTS } from '../support/texts.ts'
import {
	expect,
	expectAccessibleInBothThemes,
	forgetNetworkErrors,
	type RegisteredVoter,
	type ServerUnderTest,
	test,
} from './fixtures.ts'
import { answerNext, untilSent } from './record.ts'
import { clearly, quizOf, takeQuiz } from './results-page.ts'

// Answers show political opinions. What becomes of them is said where they begin, and that it was is on record before
// the first of them is sent.

test.use({ arrived: false })

/** What the page sends of quizzes, in order: each call's path, and its body. */
const callsOf = (page: Page): { readonly path: string; readonly body: unknown }[] => {
	const calls: { path: string; body: unknown }[] = []
	page.on('request', (request) => {
		const { pathname: path } = new URL(request.url())
		if (request.method() === 'GET' || path.startsWith('/api/auth/')) return
		calls.push({ path, body: request.postDataJSON() })
	})
	return calls
}

/** What the database has of the voter's deeds, with what was agreed to. */
const recorded = async ({ db }: ServerUnderTest, { username }: RegisteredVoter) => {
	const { rows } = await db.query<{ kind: string; consent: string | null }>(
		`select e.kind, e.consent from attempt_events e join users u on u.id = e.user_id
		where u.username = $1 order by e.id`,
		[username],
	)
	return rows
}

/** How far below the words the button stands, in px: they are to be seen in one. */
const gap = async (words: Locator, button: Locator): Promise<number> => {
	const [above, below] = await Promise.all([words.boundingBox(), button.boundingBox()])
	return (below?.y ?? Number.NaN) - ((above?.y ?? 0) + (above?.height ?? 0))
}

for (const language of ['en', 'es'] as const) {
	const { quiz } = TEXTS[language]

	test(`what is kept is said beside what begins a quiz, before anything is sent (${language})`, async ({
		page,
		server,
		voter,
	}) => {
		const calls = callsOf(page)
		await page.addInitScript((chosen) => {
			localStorage.setItem('language', chosen)
			localStorage.setItem('evenhand.tutorialSeen', 'true')
		}, language)
		await page.setViewportSize({ width: 320, height: 640 })
		await page.goto(`/quiz/${await quizOf(server.origin, voter, 'BINARY')}`)
		const start = page.getByRole('button', { name: quiz.start })
		const words = page.getByText(quiz.consent)
		await expect(start).toBeEnabled()
		await expect(start).toHaveAccessibleDescription(`${quiz.consent} ${quiz.yourData}`)
		await expect(words).toBeInViewport({ ratio: 1 })
		await expect(start).toBeInViewport({ ratio: 1 })
		expect(Math.abs(await gap(words, start))).toBeLessThan(24)
		await expectAccessibleInBothThemes(page)
		await words.getByRole('link', { name: quiz.yourData }).click()
		await expect(page).toHaveURL(/\/your-data$/)
		await page.goBack()
		await expect(start).toBeEnabled()
		expect(calls).toEqual([])

		await start.click()
		await expect(page).toHaveURL(/attemptId=/)
		await untilSent(page)
		expect(calls).toEqual([
			{
				path: expect.stringMatching(/^\/api\/v2\/quiz\/start\//),
				body: { seed: expect.any(String), consent: CONSENT_VERSION },
			},
		])
		expect(await recorded(server, voter)).toEqual([{ kind: 'START', consent: CONSENT_VERSION }])
		// Going on with it begins nothing.
		await page.goto(`/quiz/${await quizOf(server.origin, voter, 'BINARY')}`)
		await page.getByRole('button', { name: quiz.goOn }).click()
		await expect(page).toHaveURL(/attemptId=/)
		expect(calls).toHaveLength(1)
	})
}

test('a quiz that is begun without a connection says what was agreed to once it is sent, before its answers', async ({
	page,
	server,
	voter,
	context,
	complaints,
}) => {
	await page.addInitScript(() => localStorage.setItem('evenhand.tutorialSeen', 'true'))
	await page.goto(`/quiz/${await quizOf(server.origin, voter, 'BINARY')}`)
	const start = page.getByRole('button', { name: 'Start Quiz' })
	await expect(start).toBeEnabled()
	await page.waitForLoadState('networkidle')
	await context.setOffline(true)
	await expect(start).toHaveAccessibleDescription(/political opinions/)
	await start.click()
	await answerNext(page, 2)
	expect(await recorded(server, voter)).toEqual([])
	await context.setOffline(false)
	await untilSent(page)
	expect(await recorded(server, voter)).toEqual([
		{ kind: 'START', consent: CONSENT_VERSION },
		{ kind: 'INTERACT', consent: null },
		{ kind: 'INTERACT', consent: null },
	])
	forgetNetworkErrors(complaints)
})

test('whoever takes a quiz again is told so again, and it is on record', async ({
	page,
	server,
	voter,
}) => {
	const { quizId } = await takeQuiz(server.origin, voter, 'SCALE', clearly)
	await page.goto(`/quiz/${quizId}`)
	const again = page.getByRole('button', { name: 'Reset Quiz' })
	await expect(again).toHaveAccessibleDescription(/political opinions/)
	await expectAccessibleInBothThemes(page)
	await again.click()
	await expect(page).toHaveURL(/attemptId=/)
	await untilSent(page)
	expect((await recorded(server, voter)).at(-1)).toEqual({
		kind: 'RESET',
		consent: CONSENT_VERSION,
	})
})
