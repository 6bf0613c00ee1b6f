import { asc, eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { CONSENT_VERSION } from '#domain/quiz.ts'
import { FORMULA_VERSION } from '#domain/score.ts'
import { attemptEvents } from '#server/db/schema.ts'
import type { RegisteredVoter } from '../support/built-server.ts'
import { agree, untilSent } from '../support/quiz-screens.ts'
import { type Server, test } from '../support/screens.ts'
import { clearly, quizOf, takeQuiz } from '../support/take-quiz.ts'
import { TEXTS } from '../support/texts.ts'

// Answers reveal political opinions, so the consent text is shown and its acceptance recorded before the first answer
// is sent.

const recorded = ({ db }: Server, { user }: RegisteredVoter) =>
	db
		.select({ kind: attemptEvents.kind, consent: attemptEvents.consent })
		.from(attemptEvents)
		.where(eq(attemptEvents.userId, user.id ?? ''))
		.orderBy(asc(attemptEvents.id))

const { quiz } = TEXTS.en

test('shows the consent text beside the start button before sending', async ({
	page,
	server,
	voter,
	network,
}) => {
	localStorage.setItem('evenhand.tutorialSeen', 'true')
	const path = `/quiz/${await quizOf(server.origin, voter, 'BINARY')}`
	await page.goto(path)
	const start = page.getByRole('button', { name: quiz.start })
	await expect(start).toBeEnabled()
	await expect(start).toHaveAccessibleDescription(`${quiz.consent} ${quiz.yourData}`)
	await page.getByRole('link', { name: quiz.yourData }).click()
	await expect(page).toHaveURL(/\/your-data$/)
	await page.goBack()
	await expect(start).toBeEnabled()
	expect(network.writes()).toEqual([])

	await start.click()
	await expect(page).toHaveURL(/attemptId=/)
	await untilSent()
	expect(network.writes()).toEqual([expect.stringMatching(/^POST \/api\/v2\/quiz\/start\//)])
	const sent = network.seen.find(({ method }) => method === 'POST')
	expect(await sent?.json()).toEqual({
		seed: expect.any(String),
		consent: CONSENT_VERSION,
		quizType: 'BINARY',
		formula: FORMULA_VERSION,
	})
	expect(await recorded(server, voter)).toEqual([{ kind: 'START', consent: CONSENT_VERSION }])
	// Continuing creates no new START event.
	await page.goto(path)
	await page.getByRole('button', { name: quiz.goOn }).click()
	await expect(page).toHaveURL(/attemptId=/)
	expect(network.writes()).toHaveLength(1)
})

test('records consent before the answers of an offline start', async ({
	page,
	server,
	voter,
	network,
}) => {
	localStorage.setItem('evenhand.tutorialSeen', 'true')
	await page.goto(`/quiz/${await quizOf(server.origin, voter, 'BINARY')}`)
	const start = page.getByRole('button', { name: quiz.start })
	await expect(start).toBeEnabled()
	network.setOffline(true)
	await expect(start).toHaveAccessibleDescription(/political opinions/)
	await start.click()
	await agree(page)
	await agree(page)
	expect(await recorded(server, voter)).toEqual([])
	network.setOffline(false)
	await untilSent()
	expect(await recorded(server, voter)).toEqual([
		{ kind: 'START', consent: CONSENT_VERSION },
		{ kind: 'INTERACT', consent: null },
		{ kind: 'INTERACT', consent: null },
	])
})

test('shows and records consent again on a reset', async ({ page, server, voter }) => {
	const { quizId } = await takeQuiz(server.origin, voter, 'SCALE', clearly)
	await page.goto(`/quiz/${quizId}`)
	const again = page.getByRole('button', { name: 'Retake Quiz' })
	await expect(again).toHaveAccessibleDescription(/political opinions/)
	await again.click()
	await expect(page).toHaveURL(/attemptId=/)
	await untilSent()
	expect((await recorded(server, voter)).at(-1)).toEqual({
		kind: 'RESET',
		consent: CONSENT_VERSION,
	})
})
