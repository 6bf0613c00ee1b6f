import type { Locator, Page } from 'playwright/test'
import { bigPick, electionsRead, manyElections, seedStore, voterKey } from '../support/big-store.ts'
import type { RegisteredVoter } from '../support/built-server.ts'
import {
	expect,
	expectAccessible,
	forgetNetworkErrors,
	registerVoter,
	type ServerUnderTest,
	signIn,
	test,
} from './fixtures.ts'
import { untilAnswerable } from './quiz-page.ts'
import { takeQuiz } from './results-page.ts'

// Virtualized lists of thousands of items: few cards are rendered, and all are reachable.

const MANY = 10_000
const FEW = 40

const cards = (page: Page): Locator => page.getByRole('main').getByRole('listitem')
/** The n-th card of the list (1-based), if rendered. */
const cardAt = (page: Page, place: number): Locator =>
	page.locator(`[role=listitem][aria-posinset="${place}"]`)

const expectFew = async (page: Page): Promise<void> =>
	expect.poll(() => cards(page).count()).toBeLessThan(FEW)

/** Waits until position and height stay the same: a key pressed during a smooth scroll may have no effect. */
const untilStill = (page: Page): Promise<void> =>
	page.evaluate(
		() =>
			new Promise<void>((resolve) => {
				let before = ''
				let frames = 0
				requestAnimationFrame(function look() {
					const now = `${scrollY} of ${document.documentElement.scrollHeight}`
					frames = now === before ? frames + 1 : 0
					before = now
					if (frames < 30) requestAnimationFrame(look)
					else resolve()
				})
			}),
	)

/** Scrolls to the end, repeatedly, because rendering the last cards extends the list. */
const scrollToEnd = async (page: Page, last: Locator): Promise<void> => {
	await expect(async () => {
		await page.keyboard.press('End')
		await expect(last).toBeInViewport({ timeout: 300 })
	}).toPass()
	await untilStill(page)
}

/** The server has none of the seeded rows. */
const withoutServer = async (page: Page): Promise<void> => {
	await page.route('**/api/**', (route) => route.abort())
}

/** Records the number of rendered cards after each change of the page. */
const recordCounts = async (page: Page): Promise<() => Promise<readonly number[]>> => {
	const counts = await page.evaluateHandle(() => {
		const recorded: number[] = []
		const record = (): void =>
			void recorded.push(document.querySelectorAll('main [role=listitem]').length)
		new MutationObserver(record).observe(document.body, { childList: true, subtree: true })
		return recorded
	})
	return () => counts.jsonValue()
}

test.describe('ten thousand elections', () => {
	test.beforeEach(async ({ page, voter, complaints }) => {
		expect(voter).toBeDefined()
		await withoutServer(page)
		await seedStore(page, { elections: manyElections(MANY), fetched: [electionsRead] })
		await page.goto('/elections')
		await expect(page.getByText('Found 10,000 elections')).toBeVisible()
		await expect(cardAt(page, 1)).toBeVisible()
		forgetNetworkErrors(complaints)
	})
	test.afterEach(({ complaints }) => forgetNetworkErrors(complaints))

	test('render few cards and the focused one, and are counted, searched, and scrollable', async ({
		page,
	}) => {
		await expectFew(page)
		await expect(cards(page).first()).toHaveAttribute('aria-setsize', String(MANY))
		await expectAccessible(page)
		await scrollToEnd(page, cardAt(page, MANY))
		await expectFew(page)
		await page.keyboard.press('Home')
		await expect(cardAt(page, 1)).toBeInViewport()

		const search = page.getByRole('searchbox')
		await search.fill('CORDOBA 1242')
		await expect(page.getByText('Found 1 election', { exact: true })).toBeVisible()
		const card = page.getByRole('link', { name: /Córdoba No\. 1242\b/ })
		for (const text of ['November 1, 1982', 'County', 'Córdoba, County 242, Texas']) {
			await expect(card.getByText(text, { exact: true })).toBeVisible()
		}
		await search.fill('nothing of the kind')
		await expect(page.getByText('Found 0 elections')).toBeVisible()
		await expect(
			page.getByRole('heading', { name: 'No elections found matching “nothing of the kind”' }),
		).toBeVisible()
		await search.fill('')
		await expect(page.getByText('Found 10,000 elections')).toBeVisible()

		await test.step('keep the focused card while scrolling', async () => {
			const link = cardAt(page, 2).getByRole('link')
			const name = await link.textContent()
			await link.focus()
			await page.mouse.move(195, 600)
			for (let turn = 0; turn < 20; turn++) await page.mouse.wheel(0, 2_000)
			await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(30_000)
			await expect(page.locator(':focus')).toHaveText(name ?? '')
			await expectFew(page)
			await page.locator(':focus').blur()
			await page.mouse.wheel(0, 2_000)
			await expect(cardAt(page, 2)).toHaveCount(0)
		})
	})

	test('are reachable with Tab in order', async ({ page }) => {
		await page.getByRole('searchbox').fill('e')
		await expect(cardAt(page, 1)).toBeVisible()
		const last = await cards(page).last().getAttribute('aria-posinset')
		await page.getByRole('searchbox').focus()
		const placeOfFocus = () =>
			page.evaluate(() =>
				Number(document.activeElement?.closest('[role=listitem]')?.ariaPosInSet ?? 0),
			)
		const places: number[] = []
		while ((places.at(-1) ?? 0) < Number(last) + 10) {
			await page.keyboard.press('Tab')
			places.push(await placeOfFocus())
			await expect(page.locator(':focus')).toBeInViewport()
		}
		expect([...new Set(places)]).toEqual(Array.from({ length: Number(last) + 10 }, (_, i) => i + 1))
	})

	test('render the screen before the rows beyond it while typing', async ({ page }) => {
		const counts = await recordCounts(page)
		await page.getByRole('searchbox').fill('salem')
		await expect(page.getByText('Found 10,000 elections')).toHaveCount(0)
		// More cards would slow down typing: at most one is below the screen.
		const [first = 0] = await counts()
		await expect.poll(() => cards(page).count()).toBeGreaterThan(first)
		await expect(cards(page).nth(first - 2)).toBeInViewport()
	})

	test('restore scroll position and search on return', async ({ page }) => {
		await page.getByRole('searchbox').fill('Mayor')
		await expect(page.getByText('Found 1,250 elections')).toBeVisible()
		await page.getByRole('heading', { name: 'Where are you voting?' }).hover()
		await expect(async () => {
			await page.mouse.wheel(0, 800)
			expect(await cardAt(page, 30).count()).toBe(1)
		}).toPass({ intervals: [50] })
		await cardAt(page, 30).scrollIntoViewIfNeeded()
		await expect(cardAt(page, 30)).toBeInViewport({ ratio: 0.9 })
		// Wait until the virtualizer has measured the rows that scrolled past.
		await page.waitForTimeout(500)
		const before = await page.evaluate(() => scrollY)
		const card = cardAt(page, 30).getByRole('link')
		const top = (await card.boundingBox())?.y ?? 0
		await card.click()
		await expect(page).toHaveURL(/\/quizzes/)
		await page.goBack()
		await expect(page).toHaveURL(/q=Mayor/)
		await expect(cardAt(page, 30)).toBeInViewport()
		expect(await page.evaluate(() => scrollY)).toBeCloseTo(before, -1)
		expect((await card.boundingBox())?.y).toBeCloseTo(top, -1)
		await expectFew(page)
		await expect(page.getByRole('searchbox')).toHaveValue('Mayor')
	})

	test('keep the focused card during a search that finds it', async ({ page }) => {
		const first = cardAt(page, 1)
		// Does not move the focus, unlike typing.
		const find = (query: string): Promise<void> =>
			page.getByRole('searchbox').evaluate((field: HTMLInputElement, value) => {
				Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(
					field,
					value,
				)
				field.dispatchEvent(new Event('input', { bubbles: true }))
			}, query)
		const focused = page.locator('main :focus')

		await find('Ohio 77')
		await expect(page.getByText(/^Found \d+ elections$/)).not.toHaveText('Found 10,000 elections')
		for (const card of await cards(page).all()) {
			const [, number] = (await card.getByRole('link').textContent())?.match(/No\. (\d+)/) ?? []
			await expect(card.getByRole('link')).toHaveAttribute(
				'href',
				new RegExp(`-${number}/quizzes$`),
			)
			await expect(card).toContainText('Ohio')
		}

		await find('')
		await expect(page.getByText('Found 10,000 elections')).toBeVisible()
		const link = cardAt(page, 3).getByRole('link')
		const name = (await link.textContent()) ?? ''
		const [, number = ''] = name.match(/No\. (\d+?)(?=[A-Z])/) ?? []
		await link.focus()
		await find(number)
		await expect(page.getByText('Found 10,000 elections')).toHaveCount(0)
		await expect(focused).toHaveText(name)
		await find(name.includes('Texas') ? 'Ohio' : 'Texas')
		await expect(first).toContainText(name.includes('Texas') ? 'Ohio' : 'Texas')
		await expect(focused).toHaveCount(0)
	})
})

const copyAttempts = ({ db }: ServerUnderTest, { username }: RegisteredVoter, count: number) =>
	db.query(
		`insert into attempts
		select gen_random_uuid(), user_id, compare_quiz_id, election_id, quiz_name || ', no. ' || n, election_name,
			quiz_type, status, seed, statements, candidates,
			started_at - n * interval '1 minute', completed_at, null::timestamptz
		from attempts, generate_series(1, $2::int) n
		where user_id = (select id from users where username = $1)`,
		[username, count],
	)

test('lists and prints two thousand attempts, newest first', async ({ page, server }) => {
	const voter = await registerVoter(server.origin)
	await takeQuiz(server.origin, voter, 'BINARY', () => 1)
	await copyAttempts(server, voter, 1_999)
	await signIn(page, voter)
	await page.goto('/activity')
	await expect(page.getByRole('button', { name: 'All (2,000)' })).toBeVisible({ timeout: 60_000 })
	await expect(page.getByRole('button', { name: 'In Progress (0)' })).toBeVisible()
	await expect(page.getByRole('button', { name: 'Completed (2,000)' })).toBeVisible()
	await expectFew(page)
	await expect(cardAt(page, 1).getByRole('heading')).toHaveText('1912: agree or disagree')
	await scrollToEnd(page, cardAt(page, 2_000))
	await expect(cardAt(page, 2_000).getByRole('heading')).toHaveText(/, no\. 1999$/)
	await expectAccessible(page)

	await page.emulateMedia({ media: 'print' })
	await expect(cards(page)).toHaveCount(2_000)
	await page.emulateMedia({ media: 'screen' })
	await expectFew(page)
})

test('renders all of three hundred policies for keyboard and print', async ({
	page,
	voter,
	complaints,
}) => {
	expect(voter).toBeDefined()
	await withoutServer(page)
	await seedStore(page, { attempts: [bigPick(await voterKey(page), 300)] })
	await page.goto('/quiz/quiz-0?attemptId=big-pick')
	await page.getByRole('button', { name: 'Got it!' }).click()
	const boxes = page.getByRole('checkbox')
	await expect(boxes).toHaveCount(300)
	await untilAnswerable(page)
	for (let index = 294; index < 300; index++) {
		await boxes.nth(index).focus()
		await page.keyboard.press('Space')
	}
	await expect(boxes.last()).toBeInViewport()
	await expect(page.getByRole('button', { name: 'Submit' })).toBeEnabled()
	// Print must render the off-screen items, which `content-visibility` skips.
	const shown = () =>
		page
			.locator('main li')
			.first()
			.evaluate((item) => getComputedStyle(item).contentVisibility)
	expect(await shown()).toBe('auto')
	await page.emulateMedia({ media: 'print' })
	expect(await shown()).toBe('visible')
	forgetNetworkErrors(complaints)
})
