import type { BrowserContext, Page } from 'playwright'
import type { StoredAttempt, StoredElection } from '#local/db.ts'
import {
	bigPick,
	electionsRead,
	manyAttempts,
	manyElections,
	seedStore,
	voterKey,
} from '../support/big-store.ts'
import { median, ms, verdict } from './figures.ts'
import { type Motion, scrollThrough } from './frames.ts'
import { arrive, withPhone } from './phone.ts'
import { openPlainList } from './plain-list.ts'
import { tableOf } from './table.ts'

const ELECTIONS = 10_000
const ATTEMPTS = 2_000
const STATEMENTS = 300
/** How many times slower the processor is made. */
const CPU = 4
/** The most that a key may take until its results are painted, in ms. */
const GOAL_MS = 50
/** What is typed, one key after the other, and taken back: every key changes how many are found. */
const BACK = ['Backspace', 'Backspace', 'Backspace']
const TYPED = ['m', 'a', 'y', ...BACK, '7', '7', '7', ...BACK]
/** How far each list is scrolled, in px, and how fast, in px a second: a thumb in a hurry. */
const DISTANCE = 16_000
const SPEED = 3_000

interface Noting {
	keysTaken: number[]
}

/** Runs in the page: notes how long it takes from a key to the frame in which the count of what was found has changed. */
const noteKeys = (): void => {
	const taken: number[] = []
	;(window as unknown as Noting).keysTaken = taken
	let at: number | null = null
	addEventListener(
		'keydown',
		(event) => {
			at = event.timeStamp
		},
		{ capture: true },
	)
	new MutationObserver((changes) => {
		const found = changes.some(({ target }) => target.textContent?.startsWith('Found'))
		if (at === null || !found) return
		const began = at
		at = null
		// The frame that holds it, then what comes after the frame.
		requestAnimationFrame(() => setTimeout(() => taken.push(performance.now() - began)))
	}).observe(document.body, { childList: true, subtree: true, characterData: true })
}

const slowDown = async (page: Page): Promise<void> => {
	const cdp = await page.context().newCDPSession(page)
	await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU })
}

/** Types in the page's search field. @returns ms of each key. */
const typeIn = async (page: Page): Promise<readonly number[]> => {
	await page.getByRole('searchbox').focus()
	await page.evaluate(noteKeys)
	for (const [index, key] of TYPED.entries()) {
		await page.waitForTimeout(400)
		await page.keyboard.press(key)
		await page.waitForFunction(
			(wanted) => (window as unknown as Noting).keysTaken.length > wanted,
			index,
			{ timeout: 60_000 },
		)
	}
	return page.evaluate(() => (window as unknown as Noting).keysTaken)
}

/** A page of the app, read from what is stored alone. */
const openStored = async (context: BrowserContext, path: string, ready: string): Promise<Page> => {
	const page = await context.newPage()
	await page.goto(path)
	await page.getByText(ready).first().waitFor()
	// What the page does once it is there, is over.
	await page.waitForTimeout(1500)
	return page
}

const markupOf = (page: Page, card: string): Promise<string> =>
	page
		.locator(card)
		.first()
		.evaluate((element) => element.outerHTML)

/** Types into the app's search and into the plain one. @returns whether the goal is met. */
const search = async (
	context: BrowserContext,
	elections: readonly StoredElection[],
): Promise<boolean> => {
	const app = await openStored(context, '/elections', 'Found 10,000 elections')
	const texts = elections.map((each) => `${each.name} ${each.state} ${each.county} ${each.city}`)
	const plain = await openPlainList(context, await markupOf(app, 'main article'), texts)
	const taken: { readonly name: string; readonly keys: readonly number[] }[] = []
	for (const [name, page] of [
		['app', app],
		['plain list', plain],
	] as const) {
		await page.bringToFront()
		await slowDown(page)
		taken.push({ name, keys: await typeIn(page) })
		await page.close()
	}
	const rows = taken.map(({ name, keys }) => [
		name,
		keys.length,
		ms(median(keys)),
		ms(Math.max(...keys)),
	])
	console.log(
		tableOf(
			[`key to paint, ${ELECTIONS} elections, CPU x${CPU}`, 'keys', 'median ms', 'worst ms'],
			rows,
		),
	)
	const [own = Number.NaN, other = Number.NaN] = taken.map(({ keys }) => median(keys))
	console.log(`the plain list takes ${(other / own).toFixed(1)} times as long\n`)
	return verdict(`median of a key at most ${GOAL_MS} ms`, own <= GOAL_MS)
}

interface Scrolled {
	readonly title: string
	readonly path: string
	readonly ready: string
	/** Where a card of it is found. */
	readonly card: string
	readonly count: number
}

const motionRow = (name: string, motion: Motion): readonly (string | number)[] => [
	name,
	motion.frames,
	ms(motion.medianMs),
	ms(motion.worstMs),
	motion.long,
	ms(motion.longMs),
	motion.blank,
]

/** Scrolls a list of the app and a plain one of the same size. @returns whether the app's moves at least as well. */
const scrolled = async (
	context: BrowserContext,
	{ title, path, ready, card, count }: Scrolled,
): Promise<boolean> => {
	const app = await openStored(context, path, ready)
	const texts = Array.from({ length: count }, (_, index) => String(index))
	const plain = await openPlainList(context, await markupOf(app, card), texts)
	const motions: Motion[] = []
	for (const page of [app, plain]) {
		await page.bringToFront()
		await slowDown(page)
		motions.push(await scrollThrough(page, DISTANCE, SPEED))
		await page.close()
	}
	const [own, other] = motions
	if (own === undefined || other === undefined) throw new Error('nothing was scrolled')
	const headings = [title, 'frames', 'median ms', 'worst ms', 'long', 'long ms', 'blank']
	console.log(tableOf(headings, [motionRow('app', own), motionRow('plain list', other)]))
	const share = own.long / own.frames
	console.log(`long frames: ${(share * 100).toFixed(1)} % of the app's\n`)
	return verdict(
		'at most one frame in fifty longer than 50 ms, and none blank',
		share <= 0.02 && own.blank === 0,
	)
}

/**
 * Lists of thousands on a phone with a slow processor and without a connection, each beside a plain list of the same
 * cards that is whole in the page.
 */
export const lists = (): Promise<boolean> =>
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
		const passed = [
			await search(context, elections),
			await scrolled(context, {
				title: `${ATTEMPTS} attempts`,
				path: '/activity',
				ready: 'quiz No. 1',
				card: 'main article',
				count: ATTEMPTS,
			}),
			await scrolled(context, {
				title: `a pick of ${STATEMENTS}`,
				path: '/quiz/quiz-0?attemptId=big-pick',
				ready: 'Statement No. 1',
				card: 'main li > label',
				count: STATEMENTS,
			}),
		]
		return passed.every(Boolean)
	})
