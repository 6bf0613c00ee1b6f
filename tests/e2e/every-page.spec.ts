import type { Browser, BrowserContext, Page } from 'playwright/test'
import type { Language } from '#web/texts/language.ts'
import type { BuiltServer } from '../support/built-server.ts'
import { TEXTS } from '../support/texts.ts'
import { userWith } from './admin-page.ts'
import { expectNoFindings } from './checkers.ts'
import {
	adminPages,
	CONDITIONS,
	type Condition,
	type EveryPage,
	mainText,
	navigateTo,
	type Places,
	VISITORS_PAGES,
	VOTERS_PAGES,
} from './every-page.ts'
import { type FaultyProxy, problem } from './faulty-proxy.ts'
import {
	alwaysSignedIn,
	expect,
	expectAccessible,
	expectAccessibleColors,
	registerVoter,
	test,
} from './fixtures.ts'
import { expectNoLoading, expectNoShiftSince, watchPages } from './layout-shifts.ts'
import { expectNoOverflow } from './overflow.ts'
import { clearly, takeQuiz } from './results-page.ts'
import { untilControlled } from './update-host.ts'

// Each page explains its state and the next step under every network and server condition, in both languages. One
// device meets the conditions in turn.

/** One navigation type and one theme per language: half the cost of all combinations. */
const LOOKS: Readonly<Record<Language, Look>> = {
	en: { locale: 'en-US', colorScheme: 'light', by: 'address' },
	es: { locale: 'es-MX', colorScheme: 'dark', by: 'going on' },
}

interface Look {
	readonly locale: string
	readonly colorScheme: 'light' | 'dark'
	/** Navigation type: full page load, or within the app. */
	readonly by: 'address' | 'going on'
}

interface Visit {
	readonly page: Page
	readonly language: Language
	readonly by: Look['by']
	readonly network: FaultyProxy
	readonly places: Places
}

const wordsOf = ({ mainTexts }: EveryPage, { language }: Visit, condition: Condition): string => {
	const { data, without, failing } = mainTexts(TEXTS[language])
	if (condition === 'failing') return failing
	return condition === 'offline without' ? without : data
}

const open = async (each: EveryPage, visit: Visit, condition: Condition): Promise<void> => {
	const { page, places, by } = visit
	const words = wordsOf(each, visit, condition)
	if (by === 'address') await page.goto(each.path(places))
	else await navigateTo(page, each.path(places))
	await expect(mainText(page, words), `${each.path(places)} shows "${words}"`).toBeVisible({
		timeout: 15_000,
	})
}

/** Checks that hold for every page: language, title, no raw values, and a way on. */
const expectWhole = async ({ page, language }: Visit): Promise<void> => {
	const where = page.url()
	await expect(page.locator('html'), where).toHaveAttribute('lang', language)
	await expect(page, where).toHaveTitle(/^.+ · Evenhand$/)
	const text = await page.locator('body').textContent()
	expect(text, where).not.toMatch(/undefined|\[object|NaN|\bnull\b/)
	const ways = page.getByRole('main').locator('a:visible, button:visible, input:visible')
	await expect(ways.first(), `a way on from ${where}`).toBeVisible()
}

const WORDS_BEFORE_ACTION = 30

/** Checks that little text of the app comes before the first action. Content entered by people has a `lang`. */
const expectBrief = async (page: Page): Promise<void> => {
	const words = await page.getByRole('main').evaluate((main) => {
		const action = [...main.querySelectorAll('a, button, input, select, textarea, summary')].find(
			(element) => element.checkVisibility() && !element.matches(':disabled'),
		)
		const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
		const before: string[] = []
		for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
			if (action && !(action.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_PRECEDING))
				break
			const element = node.parentElement
			const isCounted = element?.checkVisibility() && !element.closest('.sr-only, main [lang]')
			if (isCounted)
				before.push(...(node.textContent ?? '').split(/\s+/).filter((word) => /\p{L}/u.test(word)))
		}
		return before
	})
	expect
		.soft(words.length, `${page.url()}: ${words.join(' ')}`)
		.toBeLessThanOrEqual(WORDS_BEFORE_ACTION)
}

const untilPacked = async ({ page, language, places }: Visit): Promise<void> => {
	await page.goto(`/elections/${places.electionId}/quizzes`)
	await expect(page.getByText(TEXTS[language].elections.pack.ready)).toBeVisible({
		timeout: 30_000,
	})
}

const arrange = async ({ page, network }: Visit, condition: Condition): Promise<void> => {
	network.mend()
	if (condition === 'failing') return network.break(/^\/api\//, problem(500))
	if (condition === 'online') return page.context().setOffline(false)
	await page.goto('/settings')
	await untilControlled(page)
	await page.context().setOffline(true)
}

/** True if the page looks different from the page with data. */
const isSpecial = ({ mainTexts }: EveryPage, condition: Condition): boolean => {
	const { data, without, failing } = mainTexts(TEXTS.en)
	return data !== (condition === 'failing' ? failing : without)
}

/** Checks that a screen reader meets the main parts of a screen in their order. */
const expectOrder = async (page: Page, order: readonly string[]): Promise<void> => {
	const tree = await page.getByRole('main').ariaSnapshot()
	let from = 0
	for (const part of order) {
		const at = tree.indexOf(part, from)
		expect(at, `${part} in its place on ${page.url()}:\n${tree}`).toBeGreaterThan(-1)
		from = at + part.length
	}
}

/** Checks a screen once in each state: English markup and loading, Spanish texts and the dark theme's colors. */
const expectSound = async (visit: Visit, each: EveryPage, condition: Condition): Promise<void> => {
	const { page, language } = visit
	const packed = condition === 'offline with data'
	if (condition === 'online') {
		await expectNoOverflow(page)
		if (each.order) await expectOrder(page, each.order(TEXTS[language]))
	} else if (!packed && !isSpecial(each, condition)) return
	if (language === 'en') await (packed ? expectNoFindings(page) : expectAccessible(page))
	else if (!packed) await expectAccessibleColors(page)
}

const lookAt = async (
	visit: Visit,
	condition: Condition,
	pages: readonly EveryPage[],
): Promise<void> => {
	await arrange(visit, condition)
	for (const each of pages) {
		await open(each, visit, condition)
		const since = performance.now()
		await expectWhole(visit)
		if (!each.again) await expectSound(visit, each, condition)
		if (condition === 'online' && visit.language === 'en') await expectBrief(visit.page)
		// The observation time includes the time that the checkers take.
		if (visit.by === 'address' && condition === 'offline with data')
			await expectNoLoading(visit.page, each.again ? 0 : since)
	}
	if (condition === 'online' && pages === VOTERS_PAGES) await untilPacked(visit)
}

const contextOf = async (
	browser: Browser,
	{ origin }: Pick<BuiltServer, 'origin'>,
	{ locale, colorScheme, by }: Look,
): Promise<BrowserContext> => {
	const context = await browser.newContext({
		baseURL: origin,
		locale,
		colorScheme,
		// Moving cards have intermediate colors.
		reducedMotion: 'reduce',
		viewport: { width: 390, height: 844 },
	})
	// Navigation within the app moves content.
	if (by === 'address') await watchPages(context)
	return context
}

/** Completes a knowledge test on this device. @returns the session id. */
const finishTest = async (page: Page, language: Language): Promise<string> => {
	const { test: words, testEnd } = TEXTS[language]
	await page.goto('/test')
	for (let guesses = 0; guesses < 10; guesses++) {
		const place = page.getByText(words.place(guesses + 1, 10), { exact: true })
		await expect(place).toBeVisible()
		await page.getByRole('group', { name: words.guess }).getByRole('button').first().click()
	}
	await page.getByRole('button', { name: testEnd.results }).click()
	await page.getByRole('button', { name: testEnd.skip }).click()
	await expect(page.getByRole('heading', { name: testEnd.yourResults })).toBeVisible()
	return new URL(page.url()).searchParams.get('sessionId') ?? ''
}

const NOWHERE = { electionId: '', quizId: '', open: '', completed: '' }

for (const [language, look] of Object.entries(LOOKS) as [Language, Look][]) {
	const { by } = look

	test(`shows the state of every visitor page under every condition, in ${language}`, async ({
		browser,
		network,
	}) => {
		const context = await contextOf(browser, network, look)
		const page = await context.newPage()
		let session = 'unknown'
		for (const condition of CONDITIONS) {
			await test.step(condition, async () => {
				if (condition === 'online') {
					await context.setOffline(false)
					session = await finishTest(page, language)
				}
				const places = { ...NOWHERE, session }
				await lookAt({ page, language, by, network, places }, condition, VISITORS_PAGES)
			})
		}
		await context.close()
	})

	test(`shows the state of every voter page under every condition, in ${language}`, async ({
		browser,
		server,
		network,
	}) => {
		const voter = await registerVoter(server.origin)
		const { attemptId: completed } = await takeQuiz(server.origin, voter, 'SCALE', clearly)
		const begun = await takeQuiz(server.origin, voter, 'BINARY', () => 1, 'begun')
		const { electionId, quizId, attemptId } = begun
		const context = await contextOf(browser, network, look)
		await alwaysSignedIn(context, voter)
		const page = await context.newPage()
		const places = { electionId, quizId, open: attemptId, completed, session: '' }
		for (const condition of CONDITIONS) {
			await test.step(condition, () =>
				lookAt({ page, language, by, network, places }, condition, VOTERS_PAGES),
			)
		}
		await context.close()
	})
}

test('finds no accessibility problems on back-office pages and forms, which do not shift', async ({
	browser,
	server,
}) => {
	const admin = await userWith(server.origin, 'ROLE_ADMIN')
	const headers = { authorization: `Bearer ${admin.token}` }
	const reply = await fetch(`${server.origin}/api/candidates`, { headers })
	const [candidate] = (await reply.json()) as { id: string; electionId: string }[]
	const context = await contextOf(browser, server, LOOKS.en)
	await alwaysSignedIn(context, admin)
	const page = await context.newPage()
	for (const [path = '', button] of adminPages(candidate?.electionId ?? '', candidate?.id ?? '')) {
		await page.goto(path)
		await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
		await expect(page.locator('.skeleton'), path).toHaveCount(0)
		const since = performance.now()
		await expectNoFindings(page)
		// Exempt the extraction wizard: its steps move when its candidates arrive.
		if (!path.startsWith('/admin/extract')) await expectNoShiftSince(page, since)
		if (button === undefined) continue
		await page.getByRole('button', { name: button }).click()
		await expect(page.getByRole('dialog'), button).toBeVisible()
		await expectNoFindings(page, 'dialog[open]')
	}
	await context.close()
})
