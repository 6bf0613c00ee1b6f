import type { Page } from 'playwright/test'
import { dialog, makeCandidate, makeElection, type Send } from './admin-page.ts'
import { expect } from './fixtures.ts'
import { test } from './knowledge-test-server.ts'
import { covered, overflowing, PHONES } from './overflow.ts'
import { quizOf } from './results-page.ts'
import { takeTest } from './taken-tests.ts'
import { candidates, outcome, tapSides } from './test-page.ts'

const WORD = 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz'
const ADDRESS = `https://example.org/${'aLongPathWithoutAnyBreak'.repeat(5)}`
const LONG = `${WORD} ${ADDRESS.slice(0, 120)}`

const skipTutorial = (page: Page) =>
	page.addInitScript(() => localStorage.setItem('evenhand.tutorialSeen', 'true'))

test('covers no part of intro, question, or verdict on small phones', async ({
	page,
	server,
	admin,
}) => {
	await skipTutorial(page)
	const expectSeen = async (what: string, ...parts: Parameters<Page['getByText']>[0][]) => {
		for (const size of PHONES) {
			await page.setViewportSize(size)
			await page.evaluate(() => scrollTo(0, 0))
			const where = `${what} at ${size.width}×${size.height}`
			for (const part of parts) {
				expect(
					await covered(page.getByText(part).filter({ visible: true }).first()),
					where,
				).toEqual([])
			}
			expect(await overflowing(page), where).toEqual([])
		}
	}
	await page.goto(`/quiz/${await quizOf(server.origin, admin, 'SCALE')}`)
	await expect(page.getByText('40 validated policies')).toBeVisible()
	await expectSeen(
		'intro',
		'40 validated policies',
		'Start Quiz',
		/^Your answers show/,
		'Browse Other Quizzes',
		/^At the end/,
		/^No candidate names/,
	)
	const { bottom } = await page
		.getByRole('button', { name: 'Start Quiz' })
		.evaluate((button) => button.getBoundingClientRect())
	expect(bottom, 'Start Quiz is visible without scrolling').toBeLessThan(844)

	await page.getByRole('button', { name: 'Start Quiz' }).click()
	await expect(page.getByText('1 of 40')).toBeVisible()
	await expectSeen('question', 'Previous', '1 of 40', 'Strongly disagree', 'Neutral')

	await page.goto('/test')
	// Waits for the last guess too: its verdict replaces the element of the one before.
	await tapSides(page, 11)
	const verdict = page.getByText(/^(Right|Not quite)$/).locator('..')
	await expect(outcome(page)).toBeVisible()
	const session = await page.context().newCDPSession(page)
	for (const size of PHONES) {
		await page.setViewportSize(size)
		await page.evaluate(() => scrollTo(0, 0))
		const where = `verdict at ${size.width}×${size.height}`
		expect(await covered(verdict), where).toEqual([])
		await expect(verdict, where).toBeInViewport({ ratio: 1 })
		const letters = await verdict.evaluate((element) => getComputedStyle(element).fontSize)
		expect(Number.parseFloat(letters), where).toBeGreaterThanOrEqual(22)
		await session.send('Emulation.setSafeAreaInsetsOverride', { insets: { bottom: 34 } })
		const box = await candidates(page).first().boundingBox()
		expect((box?.y ?? 0) + (box?.height ?? 0), where).toBeLessThanOrEqual(size.height - 34)
		await session.send('Emulation.setSafeAreaInsetsOverride', { insets: {} })
	}
})

interface LongPlaces {
	readonly electionId: string
	readonly candidateId: string
	readonly quizIds: readonly string[]
}

/** Fills every text field of the back-office with a long word and a long URL. */
const makeLong = async (send: Send): Promise<LongPlaces> => {
	const election = await makeElection(send, {
		name: LONG,
		jurisdiction: 'CITY',
		state: 'Illinois',
		county: WORD,
		city: LONG,
	})
	const owners = await Promise.all(
		['A', 'B', 'C'].map((letter) =>
			makeCandidate(send, {
				name: `${letter} ${LONG}`,
				party: LONG,
				website: ADDRESS,
				electionId: election.id,
				electionIds: [election.id],
			}),
		),
	)
	for (const { id: candidateId } of owners) {
		for (const part of ['one', 'two', 'three', 'four']) {
			await send('POST', '/policies', {
				candidateId,
				text: `The city builds ${part} of ${candidateId.slice(0, 8)}: ${WORD} ${ADDRESS}`,
				category: 'ENVIRONMENT',
				keywords: [WORD, ADDRESS.slice(0, 60)],
				source: ADDRESS,
				validationStatus: 'VALIDATED',
				importance: 1.5,
				clarityScore: 3,
				complexityLevel: 5,
			})
		}
	}
	const quizIds: string[] = []
	for (const quizType of ['SCALE', 'BINARY', 'POLICY_PICK']) {
		const quiz = await send<{ id: string }>('POST', '/compare-quizzes', {
			name: `${quizType} ${LONG}`,
			electionId: election.id,
			candidateIds: owners.map(({ id }) => id),
			quizType,
			active: true,
			startDate: '2020-01-01',
			endDate: '2031-11-04',
		})
		quizIds.push(quiz.id)
	}
	const [candidate1Id, candidate2Id] = owners.map(({ id }) => id)
	await send('POST', '/admin/test-config', { candidate1Id, candidate2Id })
	const pairs = await send<{ id: string }[]>('GET', '/admin/test-config/all')
	await send('PUT', `/admin/test-config/${pairs.at(-1)?.id}/activate`)
	await send('PUT', '/admin/test-config/toggle?enabled=true')
	return { electionId: election.id, candidateId: candidate1Id ?? '', quizIds }
}

test('wraps long words and addresses on every screen', async ({ page, server, send }) => {
	await skipTutorial(page)
	const { electionId, candidateId, quizIds } = await makeLong(send)
	await takeTest(server.origin, { feedbackText: `${LONG} ${ADDRESS}` })
	const measure = async (what: string): Promise<void> => {
		for (const width of [320, 390]) {
			await page.setViewportSize({ width, height: 664 })
			expect.soft(await overflowing(page), `${what} at ${width} px`).toEqual([])
		}
	}
	const see = async (path: string, text: string | RegExp = WORD): Promise<void> => {
		await page.goto(path)
		await expect(page.getByText(text).filter({ visible: true }).first(), path).toBeVisible()
		await measure(path)
	}
	const press = async (name: string | RegExp): Promise<void> => {
		await page.getByRole('button', { name }).filter({ visible: true }).first().click()
		await measure(String(name))
	}
	await see('/elections')
	await see(`/elections/${electionId}/quizzes`)
	await press('Details')
	for (const quizId of quizIds) {
		await see(`/quiz/${quizId}`)
		await press('Start Quiz')
		await expect(page.getByText(/^(1 of|Pick at least)/)).toBeVisible()
		await measure('a question')
	}
	for (const box of (await page.getByRole('checkbox').all()).slice(0, 6)) await box.check()
	await press('Submit')
	await expect(page.getByRole('tab').first()).toBeVisible()
	await measure('results')
	await page.getByRole('tab').last().click()
	for (const fold of await page.locator('summary').all()) await fold.click()
	await measure('all results')
	await press(/^Share/)
	await page.keyboard.press('Escape')
	await see('/activity')
	await see('/your-data', 'Your data')
	await see('/settings', 'Appearance')
	await see('/about', 'About Evenhand')
	await see('/test')
	await tapSides(page, 8)
	await page.getByRole('button', { name: 'Skip' }).click()
	await expect(page.getByRole('heading', { name: 'Your results' })).toBeVisible()
	await measure('test results')
	await page.getByRole('link', { name: 'View details' }).click()
	await expect(page.getByText(WORD).first()).toBeVisible()
	await measure('test details')

	await see('/admin', /Overview|Dashboard/)
	await see('/admin/elections')
	await press(/^Edit:/)
	await dialog(page).getByRole('tab', { name: 'Candidates' }).click()
	await measure('candidates of an election')
	await page.keyboard.press('Escape')
	await press(/^Delete:/)
	await page.keyboard.press('Escape')
	await see(`/admin/candidates?electionId=${electionId}`)
	await press(/^Edit:/)
	await page.keyboard.press('Escape')
	await press(/^Delete:/)
	await see(`/admin/compare-quizzes/${electionId}`)
	await press(/^Edit:/)
	await page.keyboard.press('Escape')
	await press(/^Fairness/)
	await page.keyboard.press('Escape')
	await see(`/admin/edit-policies/${candidateId}`)
	await press(/^Edit/)
	await page.keyboard.press('Escape')
	await see(`/admin/extract-policies/${candidateId}`)
	await see('/admin/extract-policies', 'Extract Policies')
	await see(`/admin/positions/${electionId}`)
	await see('/admin/categories', 'Environment')
	await see('/admin/policy-stats', /Environment/)
	await see('/admin/users', /admin/)
	await see('/admin/test-management')
	await see('/admin/test-feedback')
	await see('/admin/history')
	await see('/admin/about', 'Preview')
	await see('/admin/exchange', /Export/)
	await see('/moderator')
})
