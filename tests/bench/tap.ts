import type { Page } from 'playwright'
import { untilSent } from '../e2e/attempt-events.ts'
import { type FaultyProxy, startFaultyProxy } from '../e2e/faulty-proxy.ts'
import { atMost, type Figure, figure, lessThan, timeOf } from './figure.ts'
import { arrive, beginQuiz, withPhone } from './phone.ts'
import { median } from './quantiles.ts'

const NETWORKS = ['online', 'offline', '400 ms'] as const
type Network = (typeof NETWORKS)[number]
/** Maximum median in ms, by CPU slowdown factor. */
const GOALS: Readonly<Record<number, number>> = { 1: 30, 4: 60 }
/** A difference of one frame is invisible, in ms. */
const FRAME_MS = 1000 / 60
const QUIZZES = [/rate each policy/, /agree or disagree/]
/** Both quizzes have 40 statements, enough for six conditions in turn. */
const TAPS_IN_TURN = 5
/** Pause between taps in ms, until the effects of the last answer are over. */
const PAUSE_MS = 1000

interface Case {
	readonly cpu: number
	readonly network: Network
	readonly taken: number[]
}

interface Noting {
	tapsTaken: number[]
}

/** Runs in the page. Measures the time from lifting the finger to the frame with the next statement. */
const noteTaps = (): void => {
	const taken: number[] = []
	;(window as unknown as Noting).tapsTaken = taken
	// A method, because tsx wraps named functions in a helper that does not exist in the page.
	const card = {
		text() {
			return document.querySelector('article:not([inert] *) h2')?.textContent
		},
	}
	let tap: { readonly at: number; readonly text: string | null | undefined } | null = null
	addEventListener(
		'pointerup',
		(event) => {
			tap = { at: event.timeStamp, text: card.text() }
		},
		{ capture: true },
	)
	new MutationObserver(() => {
		const text = card.text()
		if (tap === null || !text || text === tap.text) return
		const { at } = tap
		tap = null
		// The timeout runs after the frame is painted.
		requestAnimationFrame(() => setTimeout(() => taken.push(performance.now() - at)))
	}).observe(document.body, { childList: true, subtree: true, attributeFilter: ['inert'] })
}

const tapsTaken = (page: Page): Promise<readonly number[]> =>
	page.evaluate(() => (window as unknown as Noting).tapsTaken)

/** Changes the network, after the outbox has drained. */
const change = async (page: Page, proxy: FaultyProxy, network: Network): Promise<void> => {
	proxy.mend()
	await page.context().setOffline(false)
	await untilSent(page)
	if (network === '400 ms') proxy.break(/^\/api\//, { kind: 'delay', ms: 400 })
	await page.context().setOffline(network === 'offline')
}

/** @returns durations in ms. */
const tapSome = async (page: Page, count: number): Promise<readonly number[]> => {
	const box = await page.getByRole('button', { name: 'Agree', exact: true }).boundingBox()
	if (box === null) throw new Error('there is no button to tap')
	const before = (await tapsTaken(page)).length
	for (let index = 1; index <= count; index++) {
		await page.waitForTimeout(PAUSE_MS)
		await page.touchscreen.tap(box.x + box.width / 2, box.y + 30)
		await page.waitForFunction(
			(wanted) => (window as unknown as Noting).tapsTaken.length >= wanted,
			before + index,
			// Poll slowly: polling on every frame would disturb the measurement.
			{ polling: 100 },
		)
	}
	return (await tapsTaken(page)).slice(before)
}

const takeQuiz = async (page: Page, proxy: FaultyProxy, cases: readonly Case[]): Promise<void> => {
	const cdp = await page.context().newCDPSession(page)
	await page.evaluate(noteTaps)
	for (const { cpu, network, taken } of cases) {
		await change(page, proxy, network)
		await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpu })
		taken.push(...(await tapSome(page, TAPS_IN_TURN)))
		await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 })
	}
	await change(page, proxy, 'online')
	await cdp.detach()
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

/**
 * Measures the time from a tap to the frame with the next statement (before its fade-in), on a profile on disk, with
 * three networks and a throttled CPU. Conditions alternate.
 */
export const tap = (): Promise<Figure[]> =>
	withPhone(async (phone, server) => {
		const proxy = await startFaultyProxy(server.origin)
		try {
			const context = await phone.launch(proxy.origin)
			const page = await context.newPage()
			const cases = Object.keys(GOALS).flatMap((cpu) =>
				NETWORKS.map((network): Case => ({ cpu: Number(cpu), network, taken: [] })),
			)
			await arrive(page, server)
			for (const [round, quiz] of QUIZZES.entries()) {
				await beginQuiz(page, quiz, round === 0)
				await takeQuiz(page, proxy, round % 2 === 0 ? cases : cases.toReversed())
			}
			return Object.keys(GOALS).flatMap((cpu) => figuresOf(Number(cpu), cases))
		} finally {
			await proxy.stop()
		}
	})
