import type { BrowserContext, Page } from 'playwright'
import type { StoredAttempt } from '#device/db.ts'
import {
	bigPick,
	electionsRead,
	manyAttempts,
	manyElections,
	seedStore,
	voterKey,
} from '../support/big-store.ts'
import { openBareSearch } from './bare-search.ts'
import { atMost, atMostTimes, type Figure, figure, timeOf } from './figure.ts'
import { scrollThrough } from './frames.ts'
import { typeIn } from './keys.ts'
import { arrive, withPhone } from './phone.ts'
import { openPlainList } from './plain-list.ts'

const ELECTIONS = 10_000
const ATTEMPTS = 2_000
const STATEMENTS = 300
const CPU = 4
/** Maximum ratio of the time from a key to the painted count. */
const GOAL_TIMES = 1.5
const ROUNDS = 3
/** In %. */
const GOAL_LONG = 2
/** Scroll distance in px, and speed in px per second: a fast swipe. */
const DISTANCE = 16_000
const SPEED = 3_000

const slowDown = async (page: Page): Promise<void> => {
	const cdp = await page.context().newCDPSession(page)
	await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU })
}

/** Opens a page from stored data only. */
const openStored = async (context: BrowserContext, path: string, ready: string): Promise<Page> => {
	const page = await context.newPage()
	await page.goto(path)
	await page.getByText(ready).first().waitFor()
	// Let the page's background work finish.
	await page.waitForTimeout(1500)
	return page
}

const markupOf = (page: Page, card: string): Promise<string> =>
	page
		.locator(card)
		.first()
		.evaluate((element) => element.outerHTML)

const search = async (context: BrowserContext): Promise<Figure> => {
	const app = await openStored(context, '/elections', 'Found 10,000 elections')
	const bare = await openBareSearch(context)
	const taken = { bare: [] as number[], app: [] as number[] }
	for (const page of [app, bare]) await slowDown(page)
	for (let round = 0; round < ROUNDS; round++) {
		for (const [name, page] of [['bare', bare] as const, ['app', app] as const]) {
			await page.bringToFront()
			await page.waitForTimeout(500)
			taken[name].push(...(await typeIn(page)))
		}
	}
	for (const page of [app, bare]) await page.close()
	return timeOf({
		what: `search key to paint, ${ELECTIONS} elections, CPU x${CPU}`,
		taken: taken.app,
		floor: { name: 'field and count only', taken: taken.bare },
		goal: atMostTimes(GOAL_TIMES),
	})
}

interface Scrolled {
	readonly title: string
	readonly path: string
	readonly ready: string
	readonly card: string
	readonly count: number
}

const scrolled = async (
	context: BrowserContext,
	{ title, path, ready, card, count }: Scrolled,
): Promise<Figure[]> => {
	const app = await openStored(context, path, ready)
	const plain = await openPlainList(context, await markupOf(app, card), count)
	await slowDown(app)
	await slowDown(plain)
	await app.bringToFront()
	const own = await scrollThrough(app, DISTANCE, SPEED)
	await app.close()
	await plain.bringToFront()
	const other = await scrollThrough(plain, DISTANCE, SPEED)
	await plain.close()
	const share = ({ long, taken }: typeof own): number => (100 * long) / taken.length
	const name = 'plain list'
	const by = `${own.taken.length} frames`
	return [
		timeOf({
			what: `${title}, scrolled: a frame`,
			taken: own.taken,
			floor: { name, taken: other.taken },
		}),
		figure({
			what: `${title}, scrolled: frames longer than 50 ms`,
			unit: '%',
			value: share(own),
			by,
			floor: { name, value: share(other) },
			goal: atMost(GOAL_LONG),
		}),
		figure({
			what: `${title}, scrolled: blank frames`,
			value: own.blank,
			by,
			floor: { name, value: other.blank },
			goal: atMost(0),
		}),
	]
}

/**
 * Measures lists of thousands on a slow phone offline. Search baseline: a field without data. Scroll baseline: a plain,
 * unvirtualized list of the same cards.
 */
export const lists = (): Promise<Figure[]> =>
	withPhone(async (phone, server) => {
		const context = await phone.launch(server.origin)
		const page = await context.newPage()
		await arrive(page, server)
		const userId = await voterKey(page)
		const elections = manyElections(ELECTIONS)
		const attempts: StoredAttempt[] = [
			...manyAttempts(userId, ATTEMPTS),
			bigPick(userId, STATEMENTS),
		]
		await context.setOffline(true)
		await page.goto('/test')
		await seedStore(page, { elections, attempts, fetched: [electionsRead] })
		await page.evaluate(() => localStorage.setItem('evenhand.tutorialSeen', 'true'))
		await page.close()
		return [
			await search(context),
			...(await scrolled(context, {
				title: `${ATTEMPTS} attempts`,
				path: '/activity',
				ready: 'quiz No. 1',
				card: 'main article',
				count: ATTEMPTS,
			})),
			...(await scrolled(context, {
				title: `a pick of ${STATEMENTS}`,
				path: '/quiz/quiz-0?attemptId=big-pick',
				ready: 'Statement No. 1',
				card: 'main li > label',
				count: STATEMENTS,
			})),
		]
	})
