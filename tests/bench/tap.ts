import type { Page } from 'playwright'
import { type FaultyProxy, startFaultyProxy } from '../e2e/faulty-proxy.ts'
import { untilSent } from '../e2e/record.ts'
import { atMost, type Figure, figure, lessThan, timeOf } from './figure.ts'
import { arrive, beginQuiz, withPhone } from './phone.ts'
import { median } from './quantiles.ts'

const NETWORKS = ['online', 'offline', '400 ms'] as const
type Network = (typeof NETWORKS)[number]
/** The most that a median may be, in ms, by how many times slower the processor is made. */
const GOALS: Readonly<Record<number, number>> = { 1: 30, 4: 60 }
/** What nobody can see is no difference: one frame of a screen, in ms. */
const FRAME_MS = 1000 / 60
const QUIZZES = [/rate each policy/, /agree or disagree/]
/** Both quizzes have 40 statements: six conditions in turn, and the last ones stay unanswered. */
const TAPS_IN_TURN = 5
/** Between two taps, in ms: nobody has read a statement sooner, and what the answer before set off is over by then. */
const PAUSE_MS = 1000

interface Case {
	readonly cpu: number
	readonly network: Network
	readonly taken: number[]
}

/** What the page notes of taps, in its own window. */
interface Noting {
	tapsTaken: number[]
}

/** Runs in the page: notes how long it takes from a finger's lift to the frame in which the next statement stands. */
const noteTaps = (): void => {
	const taken: number[] = []
	;(window as unknown as Noting).tapsTaken = taken
	// A method, because what runs this file wraps functions with names into a helper that the page has not got.
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
		// The frame that holds it, then what comes after the frame.
		requestAnimationFrame(() => setTimeout(() => taken.push(performance.now() - at)))
	}).observe(document.body, { childList: true, subtree: true, attributeFilter: ['inert'] })
}

const tapsTaken = (page: Page): Promise<readonly number[]> =>
	page.evaluate(() => (window as unknown as Noting).tapsTaken)

/** Changes the network, with nothing left to send from the one before. */
const change = async (page: Page, proxy: FaultyProxy, network: Network): Promise<void> => {
	proxy.mend()
	await page.context().setOffline(false)
	await untilSent(page)
	if (network === '400 ms') proxy.break(/^\/api\//, { kind: 'delay', ms: 400 })
	await page.context().setOffline(network === 'offline')
}

/** Answers statements with a finger. @returns ms of each. */
const tapSome = async (page: Page, count: number): Promise<readonly number[]> => {
	const box = await page.getByRole('button', { name: 'Agree', exact: true }).boundingBox()
	if (box === null) throw new Error('there is nothing to tap')
	const before = (await tapsTaken(page)).length
	for (let index = 1; index <= count; index++) {
		await page.waitForTimeout(PAUSE_MS)
		await page.touchscreen.tap(box.x + box.width / 2, box.y + 30)
		await page.waitForFunction(
			(wanted) => (window as unknown as Noting).tapsTaken.length >= wanted,
			before + index,
			// Not with every frame: that would be asked of the page in the middle of what is measured.
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

/** A processor's medians, each beside its goal, and how far apart they are on the three networks. */
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
 * From the tap on an answer to the frame in which the next statement stands (from there it fades in), on a profile on
 * disk: with three networks, and with a processor that is slowed down. The conditions take turns.
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
