import { expect, onTestFinished, vi } from 'vitest'
import type { QuizState } from '#contract/quiz.ts'
import { openResults, signInOnShared, stored } from '../support/quiz-screens.ts'
import { type Page, test } from '../support/screens.ts'
import { clearly, type GiveAnswer, quizOf, takeQuiz } from '../support/take-quiz.ts'

/** Two candidates share every answer: a tie. */
const tied: GiveAnswer = (candidate, index) => (candidate < 2 ? 2 - (index % 5) : -2)

/** Stores a knowledge test of two candidates, taken an hour ago: each statement guessed as the first candidate's. */
const seedTest = async ({ allPolicies }: QuizState): Promise<readonly string[]> => {
	const { store } = await import('#web/app/store.ts')
	const [first = '', second = ''] = [...new Set(allPolicies.map((each) => each.candidateId))]
	const asked = allPolicies.filter(({ candidateId }) => [first, second].includes(candidateId))
	const at = Date.now() - 3_600_000
	await store.db.testSessions.put({
		id: 'test',
		policies: asked.map(({ id: policyId, text }) => ({ policyId, text, digest: null })),
		candidate1: { id: first, name: 'First One', logo: null },
		candidate2: { id: second, name: 'Second One', logo: null },
		salt: null,
		stage: 'finished',
		guesses: asked.map(({ id: policyId, candidateId }) => ({
			...{ policyId, candidateId: first, responseTimeMs: 900, settled: true, at },
			correct: candidateId === first,
		})),
		...{ fetchedAt: at, finishedAt: at, summary: null, results: null, feedbackGiven: false },
	})
	return asked.map(({ text }) => text)
}

test('says what was not blind, before the quiz and in the results', async ({
	page,
	server,
	voter,
}) => {
	const { state, attemptId, electionId } = await takeQuiz(server.origin, voter, 'SCALE', clearly)
	const texts = await seedTest(state)
	await openResults(page, attemptId)
	await expect(
		page.getByText(
			`You had seen ${texts.length} of these statements with names in the knowledge test.`,
		),
	).toBeVisible()
	await expect(page.getByText(/^Without them: \S.+ [\d.]+%, \S.+ [\d.]+%\.$/)).toBeVisible()

	await page.goto(`/elections/${electionId}/quizzes`)
	await page.goto(`/quiz/${await quizOf(server.origin, voter, 'BINARY')}`)
	await expect(
		page.getByText(
			/^You have seen \d+ statements of this quiz with names in the knowledge test\.$/,
		),
	).toBeVisible()
})

/** Text of the printed results. */
const sheet = (): string => {
	dispatchEvent(new Event('beforeprint'))
	const text = document.querySelector('.print-sheet')?.textContent ?? ''
	dispatchEvent(new Event('afterprint'))
	return text
}

test('lists what the voter thought beside the answers', async ({ page, server, voter }) => {
	const { state, attemptId } = await takeQuiz(server.origin, voter, 'SCALE', clearly)
	await openResults(page, attemptId)
	await expect(page.getByText('What you thought, and what they stand for')).toHaveCount(0)
	const texts = await seedTest(state)
	const fold = page.locator('details').filter({ hasText: 'What you thought' })
	await fold.locator('summary').click()
	await expect(fold.getByRole('heading', { name: 'It is who you thought' })).toBeVisible()
	await expect(fold.getByRole('heading', { name: 'It is someone else' })).toBeVisible()
	await expect(fold.getByRole('heading', { name: 'You agree' })).toHaveCount(2)
	await expect(fold.getByRole('listitem')).toHaveCount(texts.length)
	await expect(
		fold.getByText('You thought First One. It is Second One.', { exact: true }),
	).toHaveCount(texts.length / 2)
	await expect(fold.getByText(/seven or more of ten right in about one of six cases/)).toBeVisible()
	expect(sheet().match(/You thought First One\. It is Second One\. Your answer: /g)).toHaveLength(
		texts.length / 2,
	)
})

test('hides the thoughts on a shared device', async ({ page, server, voter }) => {
	localStorage.clear()
	await signInOnShared(page, voter)
	const { state, attemptId } = await takeQuiz(server.origin, voter, 'SCALE', clearly)
	const texts = await seedTest(state)
	await openResults(page, attemptId)
	await expect(
		page.getByText(
			`The knowledge test on this device had shown ${texts.length} of these statements`,
		),
	).toBeVisible()
	await expect(page.getByText('What you thought, and what they stand for')).toHaveCount(0)
})

test('hides the thoughts once another account was signed in', async ({ page, server, voter }) => {
	const { state, attemptId } = await takeQuiz(server.origin, voter, 'SCALE', clearly)
	await seedTest(state)
	await openResults(page, attemptId)
	await expect(page.getByText('What you thought, and what they stand for')).toBeVisible()
	const { store } = await import('#web/app/store.ts')
	const accounts = async () =>
		(await stored<{ key: string }>('fetched'))
			.map(({ key }) => key)
			.filter((key) => /^voter/.test(key))
	await expect.poll(accounts).toEqual([`voter/${voter.user.id}`])
	await store.db.fetched.put({ key: 'voter/other', at: 0 })
	await expect(page.getByText('What you thought, and what they stand for')).toHaveCount(0)
})

const tieBreak = (page: Page) => page.locator('section').filter({ hasText: 'Break the tie' })

test('breaks a tie on the device, without owners before the last answer', async ({
	page,
	server,
	voter,
	network,
}) => {
	const { attemptId } = await takeQuiz(server.origin, voter, 'SCALE', tied)
	await openResults(page, attemptId)
	const section = tieBreak(page).first()
	await network.idle()
	const writes = network.writes().length
	// Taken elsewhere: the statements are read on demand.
	await section.getByRole('button', { name: 'Answer more statements' }).click()
	for (const number of [1, 2, 3, 4]) {
		await expect(section.getByText(`${number} of 4`, { exact: true })).toBeVisible()
		await expect(section.getByText(/Roosevelt|Wilson|Taft|Debs/)).toHaveCount(0)
		await section.getByRole('button', { name: 'Strongly agree' }).click()
	}
	await expect(
		section.getByText(/^With 4 more statements: \S.+ [\d.]+%, \S.+ [\d.]+%\.$/),
	).toBeVisible()
	expect(sheet()).toMatch(/Second figuresWith 4 more statements: \S.+ [\d.]+%, \S.+ [\d.]+%\./)
	await section.getByText('Show these statements').click()
	await expect(section.getByText(/\. Your answer: Strongly agree$/)).toHaveCount(4)

	await page.goto(`/results?quizAttemptId=${attemptId}`)
	await expect(
		tieBreak(page)
			.first()
			.getByText(/^With 4 more statements: /),
	).toBeVisible()
	await network.idle()
	expect(network.writes().length).toBe(writes)
})

test('says nothing of a tie-break without answers, and counts only answers', async ({
	page,
	server,
	voter,
}) => {
	const { attemptId } = await takeQuiz(server.origin, voter, 'SCALE', tied)
	await openResults(page, attemptId)
	const section = tieBreak(page).first()
	const give = async (...names: readonly string[]): Promise<void> => {
		await section.getByRole('button', { name: 'Answer more statements' }).click()
		for (const [index, name] of names.entries()) {
			await expect(section.getByText(`${index + 1} of 4`, { exact: true })).toBeVisible()
			await section.getByRole('button', { name, exact: true }).click()
		}
	}
	await give('Skip', 'Skip', 'Skip', 'Skip')
	await expect(section.getByText(/are effectively tied\. Answer 4 more/)).toBeVisible()
	await expect(section.getByText(/^With /)).toHaveCount(0)
	await give('Skip', 'Agree', 'Skip', 'Agree')
	await expect(section.getByText(/^With 2 more statements: /)).toBeVisible()
})

test('answers a tie-break by keyboard, and goes back', async ({ page, server, voter }) => {
	const { attemptId } = await takeQuiz(server.origin, voter, 'BINARY', (candidate, index) =>
		Number(candidate < 2 && index % 2 === 0),
	)
	await openResults(page, attemptId)
	const section = tieBreak(page).first()
	await section.getByRole('button', { name: 'Answer more statements' }).click()
	await expect(section.getByText('1 of 4', { exact: true })).toBeVisible()
	await page.keyboard.press('2')
	await expect(section.getByText('2 of 4', { exact: true })).toBeVisible()
	await page.keyboard.press('s')
	await expect(section.getByText('3 of 4', { exact: true })).toBeVisible()
	await page.keyboard.press('Backspace')
	await expect(section.getByText('2 of 4', { exact: true })).toBeVisible()
	await expect(section.getByRole('button', { name: 'Skip' })).toHaveAttribute(
		'aria-pressed',
		'true',
	)
})

test('offers no tie-break if one candidate leads', async ({ page, server, voter }) => {
	const { attemptId } = await takeQuiz(server.origin, voter, 'SCALE', clearly)
	await openResults(page, attemptId)
	await expect(page.getByText('Break the tie')).toHaveCount(0)
})

/** Prints in imitation of a browser. @returns the visible sheets' texts, by print. */
const printed = (): (readonly string[])[] => {
	const { print } = globalThis
	const found: (readonly string[])[] = []
	onTestFinished(() => void Object.assign(globalThis, { print }))
	globalThis.print = () => {
		dispatchEvent(new Event('beforeprint'))
		const sheets = [...document.querySelectorAll('.print-sheet')]
		found.push(sheets.map(({ textContent }) => textContent ?? ''))
		dispatchEvent(new Event('afterprint'))
	}
	return found
}

test('takes no marks before the stored ones are read', async ({ page, server, voter }) => {
	const { attemptId } = await takeQuiz(server.origin, voter, 'SCALE', clearly)
	const { local } = await import('#web/app/local.ts')
	const reading = vi.spyOn(local.notes, 'of').mockReturnValue(new Promise(() => undefined))
	onTestFinished(() => reading.mockRestore())
	await openResults(page, attemptId)
	await page.getByRole('button', { name: 'Your priorities' }).click()
	await expect(page.getByRole('button', { name: 'Important', exact: true }).first()).toBeDisabled()
	await expect(page.getByRole('button', { name: 'Clear all marks' })).toBeDisabled()
})

const choice = (page: Page) => page.locator('section').filter({ hasText: 'My choice' })

test('keeps and prints the choice without sending anything', async ({
	page,
	server,
	voter,
	network,
}) => {
	const { attemptId } = await takeQuiz(server.origin, voter, 'SCALE', clearly)
	await openResults(page, attemptId)
	await network.idle()
	const before = network.seen.length
	const section = choice(page).first()
	await expect(section.getByRole('button', { name: 'Print my choice' })).toBeDisabled()
	await section.getByLabel('Candidate').selectOption({ label: 'Woodrow Wilson' })
	await section.getByLabel('Note').fill('Sheriff: Jane Doe')
	await expect(section.getByText('Saved on this device')).toBeVisible()

	const sheets = printed()
	await section.getByRole('button', { name: 'Print my choice' }).click()
	const small = sheets[0]?.find((text) => !text.includes('Your results'))
	expect(small).toContain('Woodrow Wilson')
	expect(small).toContain('Sheriff: Jane Doe')
	await expect(page.locator('.print-sheet')).toHaveCount(0)
	await page.getByRole('button', { name: 'Print', exact: true }).click()
	expect(sheets[1]).toHaveLength(1)
	expect(sheets[1]?.[0]).toContain('Sheriff: Jane Doe')
	await network.idle()
	expect(network.seen.slice(before).map(({ url }) => url)).toEqual([])

	await page.goto(`/results?quizAttemptId=${attemptId}`)
	await expect(choice(page).first().getByLabel('Note')).toHaveValue('Sheriff: Jane Doe')
})

test('removes the choice from a shared device at sign-out', async ({ page, server, voter }) => {
	localStorage.clear()
	await signInOnShared(page, voter)
	const { attemptId } = await takeQuiz(server.origin, voter, 'SCALE', clearly)
	await openResults(page, attemptId)
	await choice(page).first().getByLabel('Note').fill('Jane Doe')
	await expect.poll(async () => (await stored('notes')).length).toBe(1)
	await page.getByRole('button', { name: 'Settings' }).click()
	await page.getByRole('button', { name: 'Sign Out' }).click()
	await expect(page).toHaveURL(/\/login/)
	await expect.poll(async () => (await indexedDB.databases()).length).toBe(0)
})
