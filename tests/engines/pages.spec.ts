import { userWith } from '../e2e/admin-page.ts'
import {
	adminPages,
	type EveryPage,
	type Places,
	VISITORS_PAGES,
	VOTERS_PAGES,
} from '../e2e/every-page.ts'
import { expectAccessible } from '../e2e/fixtures.ts'
import { skipToResults, tapSides } from '../e2e/test-page.ts'
import { sendAs } from '../support/administrator.ts'
import { clearly, takeQuiz } from '../support/take-quiz.ts'
import { TEXTS } from '../support/texts.ts'
import type { DrivenPage, Engine } from './engine.ts'
import { expect, signIn, test } from './fixtures.ts'

// The fixture `launch` asserts that no page complains.

/** Opens pages in turn and waits for their main texts. Runs axe in WebKit: it makes Firefox ESR crash. */
const openAll = async (
	page: DrivenPage,
	{ name }: Engine,
	origin: string,
	pages: readonly EveryPage[],
	places: Places,
): Promise<void> => {
	for (const each of pages) {
		const path = each.path(places)
		const words = each.mainTexts(TEXTS.en).data
		await page.goto(`${origin}${path}`)
		await page.waitForFunction(
			(wanted) =>
				[...document.querySelectorAll('main *')].some(
					(element) =>
						element.checkVisibility() &&
						[element.getAttribute('aria-label'), element.textContent?.trim()].includes(wanted),
				),
			words,
		)
		if (name === 'webkit' && !each.again) await expectAccessible(page)
	}
}

const NOWHERE = { electionId: '', quizId: '', open: '', completed: '' }

test('shows every visitor page without complaints', async ({ tab, engine, network }) => {
	await tab.goto(`${network.origin}/test`)
	await tapSides(tab, 10)
	await tab.getByRole('button', { name: 'See Results' }).click()
	await skipToResults(tab)
	const session = new URL(await tab.url()).searchParams.get('sessionId') ?? ''
	await openAll(tab, engine, network.origin, VISITORS_PAGES, { ...NOWHERE, session })
})

test('shows every voter page without complaints', async ({ tab, engine, network, voter }) => {
	const { origin } = network
	const { attemptId: completed } = await takeQuiz(origin, voter, 'SCALE', clearly)
	const begun = await takeQuiz(origin, voter, 'BINARY', () => 1, 'begun')
	const { electionId, quizId, attemptId: open } = begun
	await signIn(tab, origin, voter)
	const places = { electionId, quizId, open, completed, session: '' }
	await openAll(tab, engine, origin, VOTERS_PAGES, places)
})

test('shows every back-office page without complaints', async ({ tab, network }) => {
	const { origin } = network
	const admin = await userWith(origin, 'ROLE_ADMIN')
	const send = sendAs(origin, admin.token)
	const [candidate] = await send<{ id: string; electionId: string }[]>('GET', '/candidates')
	await signIn(tab, origin, admin)
	const { electionId = '', id = '' } = candidate ?? {}
	for (const [path, button] of adminPages(electionId, id)) {
		await tab.goto(`${origin}${path}`)
		await tab.getByRole('heading', { level: 1 }).waitFor()
		await expect.poll(() => tab.locator('.skeleton').count(), path).toBe(0)
		if (button === undefined) continue
		await tab.getByRole('button', { name: button }).click()
		await tab.getByRole('dialog').waitFor()
	}
})
