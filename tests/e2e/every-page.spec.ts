import type { Browser, BrowserContext, Page } from 'playwright/test'
import type { BuiltServer } from '../support/built-server.ts'
import { TEXTS } from '../support/texts.ts'
import { userWith } from './admin-page.ts'
import { expectNoFindings } from './checkers.ts'
import {
	CONDITIONS,
	type Condition,
	type EveryPage,
	type Places,
	saying,
	VISITORS_PAGES,
	VOTERS_PAGES,
} from './every-page.ts'
import { alwaysSignedIn, expect, expectAccessible, registerVoter, test } from './fixtures.ts'
import { untilControlled } from './host.ts'
import { clearly, takeQuiz } from './results-page.ts'
import { expectAtOnce, watchPages } from './shifts.ts'

// Each page explains its state and the next step under every network and server condition, in both languages.

/** One navigation type per language: half the cost of all combinations. */
const LANGUAGES = [
	{ language: 'en', locale: 'en-US', colorScheme: 'light', by: 'address' },
	{ language: 'es', locale: 'es-MX', colorScheme: 'dark', by: 'going on' },
] as const

type Look = (typeof LANGUAGES)[number]

interface Visit {
	readonly page: Page
	readonly language: Look['language']
	/** Navigation type: full page load, or within the app. */
	readonly by: Look['by']
	readonly condition: Condition
	readonly places: Places
}

const wordsOf = ({ says }: EveryPage, { language, condition }: Visit): string => {
	const { data, without, failing } = says(TEXTS[language])
	if (condition === 'failing') return failing
	return condition === 'offline without' ? without : data
}

/** Navigates within the app like a link, or by URL from outside. */
const goOnTo = async (page: Page, path: string): Promise<void> => {
	if (page.url() === 'about:blank') return void (await page.goto(path))
	await page.evaluate((to) => history.pushState(null, '', to), path)
}

const open = async (each: EveryPage, visit: Visit): Promise<void> => {
	const { page, places, by } = visit
	const words = wordsOf(each, visit)
	if (by === 'address') await page.goto(each.path(places))
	else await goOnTo(page, each.path(places))
	await expect(saying(page, words), `${each.path(places)} says "${words}"`).toBeVisible({
		timeout: 15_000,
	})
}

/** Checks that hold for every page: language, title, no raw values, a way on, and axe. */
const expectWhole = async ({ page, language }: Visit): Promise<void> => {
	const where = page.url()
	await expect(page.locator('html'), where).toHaveAttribute('lang', language)
	await expect(page, where).toHaveTitle(/^.+ · Evenhand$/)
	const text = await page.locator('body').textContent()
	expect(text, where).not.toMatch(/undefined|\[object|NaN|\bnull\b/)
	const ways = page.getByRole('main').locator('a:visible, button:visible, input:visible')
	await expect(ways.first(), `a way on from ${where}`).toBeVisible()
	await expectAccessible(page)
}

/** True for the one run that also checks the content, once per page. */
const isChecked = ({ language, condition }: Visit): boolean =>
	language === 'en' && condition === 'online'

/** Asserts that nothing overflows sideways or is cut off: on the narrowest phone, and with text at 200%. */
const expectRoom = async (page: Page): Promise<void> => {
	const tooWide = (): Promise<string[]> =>
		page.evaluate(() => {
			const { scrollWidth, clientWidth } = document.documentElement
			if (scrollWidth <= clientWidth) return []
			return [...document.querySelectorAll('body *')]
				.filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
				.map((element) => `${element.tagName} ${element.className}`)
		})
	const size = page.viewportSize()
	await page.setViewportSize({ width: 320, height: 640 })
	expect(await tooWide(), `${page.url()} at 320 px`).toEqual([])
	await page.setViewportSize({ width: 390, height: 844 })
	await page.evaluate(() => {
		document.documentElement.style.fontSize = '200%'
	})
	expect(await tooWide(), `${page.url()} at 200 %`).toEqual([])
	await page.evaluate(() => {
		document.documentElement.style.fontSize = ''
	})
	if (size) await page.setViewportSize(size)
}

const failAll = async (page: Page): Promise<void> => {
	await page.route('**/api/**', (route) =>
		route.fulfill({ status: 500, json: { message: 'An error occurred. Please try again.' } }),
	)
}

const untilPacked = async ({ page, language, places }: Visit): Promise<void> => {
	await page.goto(`/elections/${places.electionId}/quizzes`)
	await expect(page.getByText(TEXTS[language].elections.pack.ready)).toBeVisible({
		timeout: 30_000,
	})
}

const arrange = async ({ page, condition }: Visit): Promise<void> => {
	if (condition === 'failing') return failAll(page)
	if (condition === 'online') return
	await page.goto('/settings')
	await untilControlled(page)
	await page.context().setOffline(true)
}

/** True if layout shifts are recorded: only for full page loads, since navigation within the app moves content. */
const isWatched = ({ by, condition }: Pick<Visit, 'by' | 'condition'>): boolean =>
	by === 'address' && (condition === 'online' || condition === 'offline with data')

const lookAt = async (visit: Visit, pages: readonly EveryPage[]): Promise<void> => {
	await arrange(visit)
	for (const each of pages) {
		await open(each, visit)
		const since = performance.now()
		await expectWhole(visit)
		// What axe takes is part of the time that the page is watched.
		if (isWatched(visit) && visit.condition === 'offline with data')
			await expectAtOnce(visit.page, since)
		if (isChecked(visit)) await expectNoFindings(visit.page)
		if (visit.condition === 'online') await expectRoom(visit.page)
	}
	if (visit.condition !== 'online') return
	if (pages === VOTERS_PAGES) await untilPacked(visit)
	await lookAt({ ...visit, condition: 'offline with data' }, pages)
}

/** New context. Failing servers need a context without service worker, which would bypass the route. */
const contextOf = async (
	browser: Browser,
	server: BuiltServer,
	{ locale, colorScheme, by }: Look,
	condition: Condition,
): Promise<BrowserContext> => {
	const context = await browser.newContext({
		baseURL: server.origin,
		locale,
		colorScheme,
		// Moving cards have intermediate colors.
		reducedMotion: 'reduce',
		serviceWorkers: condition === 'failing' ? 'block' : 'allow',
		viewport: { width: 390, height: 844 },
	})
	if (isWatched({ by, condition })) await watchPages(context)
	return context
}

/** Completes a knowledge test on this device. @returns the session id. */
const finishTest = async (page: Page, language: Look['language']): Promise<string> => {
	const { test: words, testEnd } = TEXTS[language]
	await page.goto('/test')
	for (let guesses = 0; guesses < 10; guesses++) {
		const place = page.getByText(words.place(guesses + 1, 10), { exact: true })
		await expect(place).toBeVisible()
		await page.getByRole('group', { name: words.guess }).getByRole('button').first().click()
	}
	await page.getByRole('button', { name: words.results }).click()
	await page.getByRole('button', { name: testEnd.skip }).click()
	await expect(page.getByRole('heading', { name: testEnd.yourResults })).toBeVisible()
	return new URL(page.url()).searchParams.get('sessionId') ?? ''
}

const NOWHERE = { electionId: '', quizId: '', open: '', completed: '' }
/** Initial conditions; "offline with data" follows after "online". */
const BEGINNINGS = CONDITIONS.filter((condition) => condition !== 'offline with data')
const COMBINATIONS = LANGUAGES.flatMap((look) =>
	BEGINNINGS.map((condition) => ({ look, condition })),
)

for (const { look, condition } of COMBINATIONS) {
	const { language, by } = look
	const name = condition === 'online' ? 'online, and then offline with data' : condition

	test(`shows the state of every visitor page, ${name}, in ${language}`, async ({
		browser,
		server,
	}) => {
		const context = await contextOf(browser, server, look, condition)
		const page = await context.newPage()
		const session = condition === 'online' ? await finishTest(page, language) : 'unknown'
		const places = { ...NOWHERE, session }
		await lookAt({ page, language, by, condition, places }, VISITORS_PAGES)
		await context.close()
	})

	test(`shows the state of every voter page, ${name}, in ${language}`, async ({
		browser,
		server,
	}) => {
		const voter = await registerVoter(server.origin)
		const { attemptId: completed } = await takeQuiz(server.origin, voter, 'SCALE', clearly)
		const begun = await takeQuiz(server.origin, voter, 'BINARY', () => 1, 'begun')
		const { electionId, quizId, attemptId } = begun
		const context = await contextOf(browser, server, look, condition)
		await alwaysSignedIn(context, voter)
		const page = await context.newPage()
		const places = { electionId, quizId, open: attemptId, completed, session: '' }
		await lookAt({ page, language, by, condition, places }, VOTERS_PAGES)
		await context.close()
	})
}

const adminPages = (electionId: string, candidateId: string): readonly (readonly string[])[] => [
	['/admin'],
	['/admin/elections', 'New election'],
	['/admin/candidates', 'New candidate'],
	[`/admin/compare-quizzes/${electionId}`, 'New compare quiz'],
	['/admin/extract-policies'],
	[`/admin/extract-policies/${candidateId}?step=source`],
	[`/admin/edit-policies/${candidateId}`, 'Add policy'],
	['/admin/categories'],
	['/admin/policy-stats'],
	['/admin/users'],
	['/admin/test-management', 'Create New Test'],
	['/admin/test-feedback'],
	['/admin/history'],
	['/admin/exchange'],
	['/moderator'],
]

test('finds no accessibility problems on back-office pages and forms', async ({
	browser,
	server,
}) => {
	const admin = await userWith(server.origin, 'ROLE_ADMIN')
	const headers = { authorization: `Bearer ${admin.token}` }
	const reply = await fetch(`${server.origin}/api/candidates`, { headers })
	const [candidate] = (await reply.json()) as { id: string; electionId: string }[]
	const context = await contextOf(browser, server, LANGUAGES[0], 'online')
	await alwaysSignedIn(context, admin)
	const page = await context.newPage()
	for (const [path = '', button] of adminPages(candidate?.electionId ?? '', candidate?.id ?? '')) {
		await page.goto(path)
		await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
		await expect(page.locator('.skeleton'), path).toHaveCount(0)
		await expectNoFindings(page)
		if (button === undefined) continue
		await page.getByRole('button', { name: button }).click()
		await expect(page.getByRole('dialog'), button).toBeVisible()
		await expectNoFindings(page)
	}
	await context.close()
})
