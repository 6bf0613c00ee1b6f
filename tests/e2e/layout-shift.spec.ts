import type { Browser, BrowserContext, Page } from 'playwright/test'
import type { BuiltServer } from '../support/built-server.ts'
import { TEXTS } from '../support/texts.ts'
import {
	type EveryPage,
	mainText,
	type Places,
	VISITORS_PAGES,
	VOTERS_PAGES,
} from './every-page.ts'
import { alwaysSignedIn, expect, registerVoter, test } from './fixtures.ts'
import { expectNoShifts, watchPages } from './layout-shifts.ts'
import { clearly, takeQuiz } from './results-page.ts'

// Layout shifts on a new device; every-page.spec.ts covers devices with data.

const newContext = (browser: Browser, server: BuiltServer): Promise<BrowserContext> =>
	browser.newContext({
		baseURL: server.origin,
		viewport: { width: 390, height: 844 },
		serviceWorkers: 'block',
	})

const openNew = async (
	context: BrowserContext,
	{ path, mainTexts }: EveryPage,
	places: Places,
): Promise<Page> => {
	await watchPages(context)
	const page = await context.newPage()
	const words = mainTexts(TEXTS.en).data
	await page.goto(path(places))
	await expect(mainText(page, words), `${path(places)} shows "${words}"`).toBeVisible()
	return page
}

const leave = (page: Page): Promise<void> => page.context().close()

const NOWHERE = { electionId: '', quizId: '', open: '', completed: '', session: '' }
const PLAIN = VISITORS_PAGES.filter(
	({ path, again }) => !again && path(NOWHERE) === path({ ...NOWHERE, session: 'any' }),
)

test('shifts no visitor page', async ({ browser, server }) => {
	await expectNoShifts(
		PLAIN,
		async (each) => openNew(await newContext(browser, server), each, NOWHERE),
		leave,
	)
})

test('shifts no voter page', async ({ browser, server }) => {
	const voter = await registerVoter(server.origin)
	const { attemptId: completed } = await takeQuiz(server.origin, voter, 'SCALE', clearly)
	const begun = await takeQuiz(server.origin, voter, 'BINARY', () => 1, 'begun')
	const { electionId, quizId, attemptId: open } = begun
	const places = { electionId, quizId, open, completed, session: '' }
	const openAsVoter = async (each: EveryPage): Promise<Page> => {
		const context = await newContext(browser, server)
		await alwaysSignedIn(context, voter)
		return openNew(context, each, places)
	}
	await expectNoShifts(
		VOTERS_PAGES.filter(({ again }) => !again),
		openAsVoter,
		leave,
	)
})
