import type { CDPSession, Page } from 'playwright'
import { untilSent } from '../e2e/attempt-events.ts'
import { type FaultyProxy, startFaultyProxy } from '../e2e/faulty-proxy.ts'
import { swipe } from '../e2e/quiz-page.ts'
import { answersTaken, noteAnswers } from './answer-times.ts'
import { serveBare } from './bare-site.ts'
import { atMost, atMostTimes, type Figure, figure, type Goal, lessThan, timeOf } from './figure.ts'
import { arrive, beginQuiz, withPhone } from './phone.ts'
import { median, p10, p90, p95 } from './quantiles.ts'

const NETWORKS = ['online', 'offline', '400 ms'] as const
type Network = (typeof NETWORKS)[number]
/** Maximum median in ms, by CPU slowdown factor. */
const GOALS: Readonly<Record<number, number>> = { 1: 30, 4: 60 }
/** Maximum ratio to the bare page. */
const GOAL_TIMES = 1.5
const SLOW = 4
/** A difference of one frame is invisible, in ms. */
const FRAME_MS = 1000 / 60
/** Answers in turn. A quiz has 40 statements, and the last answer shows no other. */
const IN_TURN = { tap: 5, swipe: 4 }
const TURNS = 4
const VOTERS = 2
/** Pause between answers in ms, until the effects of the last one are over. */
const PAUSE_MS = 600
/** As of a phone, where nothing hovers. */
const PHONE_SCREEN = { width: 390, height: 844, deviceScaleFactor: 1, mobile: true }
/** Distance of a swipe that agrees, in px. */
const SWIPE_PX = 90

interface Case {
	readonly cpu: number
	readonly network: Network
	readonly taken: number[]
}

type Give = (page: Page) => Promise<void>

const tapAgree: Give = async (page) => {
	const box = await page.getByRole('button', { name: 'Agree', exact: true }).boundingBox()
	if (box === null) throw new Error('there is no button to tap')
	await page.touchscreen.tap(box.x + box.width / 2, box.y + 30)
}

const GESTURES: Readonly<Record<'tap' | 'swipe', Give>> = {
	tap: tapAgree,
	swipe: (page) => swipe(page, SWIPE_PX),
}
type Gesture = keyof typeof GESTURES

/** @returns durations in ms. */
const answerSome = async (page: Page, gesture: Gesture): Promise<readonly number[]> => {
	const before = (await answersTaken(page)).length
	for (let index = 1; index <= IN_TURN[gesture]; index++) {
		await page.waitForTimeout(PAUSE_MS)
		await GESTURES[gesture](page)
		await page.waitForFunction(
			(wanted) => (window as unknown as { answersTaken: number[] }).answersTaken.length >= wanted,
			before + index,
			// Poll slowly: polling on every frame would disturb the measurement.
			{ polling: 100 },
		)
	}
	return (await answersTaken(page)).slice(before)
}

/** Changes the network, after the outbox has drained. */
const change = async (page: Page, proxy: FaultyProxy, network: Network): Promise<void> => {
	proxy.mend()
	await page.context().setOffline(false)
	await untilSent(page)
	if (network === '400 ms') proxy.break(/^\/api\//, { kind: 'delay', ms: 400 })
	await page.context().setOffline(network === 'offline')
}

const slowDown = (cdp: CDPSession, rate: number): Promise<unknown> =>
	cdp.send('Emulation.setCPUThrottlingRate', { rate })

/** Taps in each condition in turn. */
const tapInCases = async (page: Page, proxy: FaultyProxy, cases: readonly Case[]) => {
	const cdp = await page.context().newCDPSession(page)
	await page.evaluate(noteAnswers)
	for (const { cpu, network, taken } of cases) {
		await change(page, proxy, network)
		await slowDown(cdp, cpu)
		taken.push(...(await answerSome(page, 'tap')))
		await slowDown(cdp, 1)
	}
	await change(page, proxy, 'online')
	await cdp.detach()
}

type Taken = Readonly<Record<Gesture, number[]>>

interface Place {
	readonly page: Page
	readonly taken: Taken
}

/** Taps and swipes on a slow phone, in the app and on the bare page in turn. */
const answerInTurn = async (places: readonly Place[]): Promise<void> => {
	for (const { page } of places) {
		const cdp = await page.context().newCDPSession(page)
		await cdp.send('Emulation.setDeviceMetricsOverride', PHONE_SCREEN)
		await slowDown(cdp, SLOW)
		await page.evaluate(noteAnswers)
	}
	for (let turn = 0; turn < TURNS; turn++) {
		for (const gesture of ['tap', 'swipe'] as const) {
			for (const { page, taken } of turn % 2 === 0 ? places : places.toReversed()) {
				await page.bringToFront()
				taken[gesture].push(...(await answerSome(page, gesture)))
			}
		}
	}
}

const figuresOf = (cpu: number, cases: readonly Case[]): Figure[] => {
	const ofCpu = cases.filter((each) => each.cpu === cpu)
	const medians = ofCpu.map(({ taken }) => median(taken))
	return [
		...ofCpu.map(({ network, taken }) =>
			timeOf({
				what: `to the next statement, CPU x${cpu}, ${network}`,
				taken,
				goal: atMost(GOALS[cpu] ?? 0),
			}),
		),
		figure({
			what: `the three networks' medians apart, CPU x${cpu}`,
			unit: 'ms',
			value: Math.max(...medians) - Math.min(...medians),
			goal: lessThan(FRAME_MS),
		}),
	]
}

const FLOOR = 'bare React page that writes a row'

/** Median and 95th percentile of the app's durations in ms, beside the bare page's. */
export const besideBare = (
	what: string,
	taken: readonly number[],
	least: readonly number[],
	goal?: Goal,
): Figure[] => [
	timeOf({ what, taken, floor: { name: FLOOR, taken: least } }),
	figure({
		what,
		unit: 'ms',
		value: p95(taken),
		by: `p95 of ${taken.length}`,
		spread: [p10(taken), p90(taken)],
		floor: { name: FLOOR, value: p95(least) },
		...(goal && { goal }),
	}),
]

const nothingTaken = (): Taken => ({ tap: [], swipe: [] })

/**
 * Measures the time from lifting the finger to the frame with the next statement (before its fade-in), on a profile on
 * disk: taps and swipes in turn with a bare page, and taps with three networks and a throttled CPU. Conditions alternate.
 */
export const tap = (): Promise<Figure[]> =>
	withPhone(async (phone, server) => {
		const proxy = await startFaultyProxy(server.origin)
		const site = await serveBare('cards')
		try {
			const context = await phone.launch(proxy.origin)
			const cases = Object.keys(GOALS).flatMap((cpu) =>
				NETWORKS.map((network): Case => ({ cpu: Number(cpu), network, taken: [] })),
			)
			const [app, bare] = [nothingTaken(), nothingTaken()]
			const cards = await context.newPage()
			await cards.goto(site.origin)
			for (let voter = 0; voter < VOTERS; voter++) {
				const page = await context.newPage()
				await arrive(page, server)
				await beginQuiz(page, /rate each policy/, voter === 0)
				await answerInTurn([
					{ page, taken: app },
					{ page: cards, taken: bare },
				])
				await untilSent(page)
				await page.close()
				const other = await context.newPage()
				await beginQuiz(other, /agree or disagree/, false)
				await tapInCases(other, proxy, voter % 2 === 0 ? cases : cases.toReversed())
				await other.close()
			}
			return [
				...(['tap', 'swipe'] as const).flatMap((gesture) =>
					besideBare(
						`${gesture} to the next statement, CPU x${SLOW}`,
						app[gesture],
						bare[gesture],
						atMostTimes(GOAL_TIMES),
					),
				),
				...Object.keys(GOALS).flatMap((cpu) => figuresOf(Number(cpu), cases)),
			]
		} finally {
			await site.close()
			await proxy.stop()
		}
	})
