import type { CDPSession, Page } from 'playwright'
import { untilSent } from '../e2e/attempt-events.ts'
import { answering, statement } from '../e2e/quiz-page.ts'
import { atMostTimes, type Figure, figure } from './figure.ts'
import { arrive, beginQuiz, withPhone } from './phone.ts'

const ANSWERS = 200
const ROUNDS = 10
/** Rounds before the first measurement, in which the engine compiles the code. */
const WARM_UP_ROUNDS = 6
const GOAL = 1.1
const MB = 1_000_000

interface Held {
	/** In MB. */
	readonly heap: number
	readonly nodes: number
	readonly listeners: number
}

/** Measures what is left after a garbage collection. */
const heldBy = async (page: Page, cdp: CDPSession): Promise<Held> => {
	await untilSent(page)
	// Until delayed work of the page is over.
	await page.waitForTimeout(3000)
	for (let time = 0; time < 2; time++) await cdp.send('HeapProfiler.collectGarbage')
	const { usedSize } = await cdp.send('Runtime.getHeapUsage')
	const { metrics } = await cdp.send('Performance.getMetrics')
	const metric = (wanted: string): number =>
		metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN
	return {
		heap: usedSize / MB,
		nodes: metric('Nodes'),
		listeners: metric('JSEventListeners'),
	}
}

/** Answers one statement again and again, then visits the elections and returns: two navigations. */
const round = async (page: Page): Promise<void> => {
	for (let answer = 0; answer < ANSWERS / ROUNDS; answer++) {
		const name = answer % 2 === 0 ? 'Agree' : 'Disagree'
		await answering(page, () => page.getByRole('button', { name, exact: true }).click())
		await page.getByRole('button', { name: 'Previous statement' }).click()
	}
	await page.getByRole('link', { name: 'Home' }).click()
	await page.getByRole('searchbox').waitFor()
	await page.goBack()
	await statement(page).waitFor()
}

/** Measures what a page holds after {@link ANSWERS} answers and two navigations in each of {@link ROUNDS} rounds. */
export const pageMemory = (): Promise<Figure[]> =>
	withPhone(async (phone, server) => {
		const context = await phone.launch(server.origin)
		const page = await context.newPage()
		await arrive(page, server)
		await beginQuiz(page, /rate each policy/)
		const cdp = await context.newCDPSession(page)
		await cdp.send('Performance.enable')
		for (let time = 0; time < WARM_UP_ROUNDS; time++) await round(page)
		const before = await heldBy(page, cdp)
		for (let time = 0; time < ROUNDS; time++) await round(page)
		const after = await heldBy(page, cdp)
		const of = (what: string, name: keyof Held, unit = ''): Figure =>
			figure({
				what: `${what} after ${ANSWERS} answers and ${2 * ROUNDS} navigations`,
				unit,
				value: after[name],
				floor: { name: 'before them', value: before[name] },
				goal: atMostTimes(GOAL),
			})
		return [
			of('memory of the page', 'heap', 'MB'),
			of('DOM nodes', 'nodes'),
			of('event listeners', 'listeners'),
		]
	})
