import { setTimeout as sleep } from 'node:timers/promises'
import { beginFirst, untilAnswerable } from '../e2e/quiz-page.ts'
import type { Engine, EnginePage } from '../engines/engine.ts'
import { startFirefox } from '../engines/firefox.ts'
import { signIn } from '../engines/fixtures.ts'
import { startWebKit } from '../engines/webkit.ts'
import { registerVoter, startServer } from '../support/built-server.ts'
import { answersTaken, noteAnswers } from './answer-times.ts'
import { serveBare } from './bare-site.ts'
import type { Figure } from './figure.ts'
import { besideBare } from './tap.ts'

/** A quiz has 40 statements, and the last answer shows no other. */
const TURNS = 6
const IN_TURN = 6
/** Pause between answers in ms, until the effects of the last one are over. */
const PAUSE_MS = 600

interface Place {
	readonly page: EnginePage
	readonly taken: number[]
	/** Waits until an answer is accepted. */
	readonly ready: () => Promise<void>
}

const answerSome = async ({ page, taken, ready }: Place): Promise<void> => {
	await page.bringToFront()
	for (let index = 0; index < IN_TURN; index++) {
		const before = (await answersTaken(page)).length
		await ready()
		await sleep(PAUSE_MS)
		await page.getByRole('button', { name: 'Agree', exact: true }).click()
		await page.waitForFunction(
			(count) => (window as unknown as { answersTaken: number[] }).answersTaken.length > count,
			before,
		)
		taken.push(...(await answersTaken(page)).slice(before))
	}
}

const measure = async (engine: Engine, app: string, bare: string): Promise<readonly Figure[]> => {
	const { page, newTab, quit } = await engine.launch()
	try {
		await signIn(page, app, await registerVoter(app))
		await beginFirst(page, /rate each policy/)
		const cards = await newTab()
		await cards.goto(bare)
		await cards.getByRole('article').waitFor()
		const [own, least]: [number[], number[]] = [[], []]
		const places: readonly Place[] = [
			{ page, taken: own, ready: () => untilAnswerable(page) },
			{ page: cards, taken: least, ready: async () => undefined },
		]
		for (const each of places) await each.page.evaluate(noteAnswers)
		for (let turn = 0; turn < TURNS; turn++) {
			for (const each of turn % 2 === 0 ? places : places.toReversed()) await answerSome(each)
		}
		return besideBare(`${engine.name}, click to the next statement`, own, least)
	} finally {
		await quit()
		await engine.stop()
	}
}

/** Measures as `tap` does, in Firefox and WebKit. They can slow no CPU down, and round times to 1 ms. */
export const tapEngines = async (): Promise<Figure[]> => {
	const server = await startServer()
	const site = await serveBare('cards')
	try {
		const figures: Figure[] = []
		for (const start of [startFirefox, startWebKit]) {
			figures.push(...(await measure(await start(), server.origin, site.origin)))
		}
		return figures
	} finally {
		await site.close()
		await server.stop()
	}
}
