import { begin } from '../e2e/quiz-page.ts'
import type { Engine, EnginePage } from '../engines/engine.ts'
import { startFirefox } from '../engines/firefox.ts'
import { signIn } from '../engines/fixtures.ts'
import { startWebKit } from '../engines/webkit.ts'
import { registerVoter, startServer } from '../support/built-server.ts'
import { answersTaken, noteAnswers } from './answer-times.ts'
import { serveBare } from './bare-site.ts'
import { type Figure, timeOf } from './figure.ts'

const TURNS = 4
const IN_TURN = 5
/** Pause between answers in ms, until the effects of the last one are over. */
const PAUSE_MS = 600

/** @returns durations in ms. */
const tapSome = async (page: EnginePage): Promise<readonly number[]> => {
	const before = (await answersTaken(page)).length
	for (let index = 1; index <= IN_TURN; index++) {
		await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
		await page.getByRole('button', { name: 'Agree', exact: true }).click()
		while ((await answersTaken(page)).length < before + index) {
			await new Promise((resolve) => setTimeout(resolve, 100))
		}
	}
	return (await answersTaken(page)).slice(before)
}

const measure = async (engine: Engine, origin: string, bareOrigin: string): Promise<Figure> => {
	const { page, newTab, quit } = await engine.launch()
	try {
		await signIn(page, origin, await registerVoter(origin))
		await page.evaluate(() => localStorage.setItem('evenhand.tutorialSeen', 'true'))
		await begin(page, /rate each policy/)
		await page.getByRole('article').waitFor()
		const bare = await newTab()
		await bare.goto(bareOrigin)
		await bare.getByRole('article').waitFor()
		const taken = { app: [] as number[], bare: [] as number[] }
		const places = [
			{ tab: page, taken: taken.app },
			{ tab: bare, taken: taken.bare },
		]
		for (const { tab } of places) await tab.evaluate(noteAnswers)
		for (let turn = 0; turn < TURNS; turn++) {
			for (const { tab, taken: into } of turn % 2 === 0 ? places : places.toReversed()) {
				await tab.bringToFront()
				into.push(...(await tapSome(tab)))
			}
		}
		return timeOf({
			what: `${engine.name}: tap to the next statement`,
			taken: taken.app,
			floor: { name: 'bare React page that writes a row', taken: taken.bare },
		})
	} finally {
		await quit()
		await engine.stop()
	}
}

/**
 * Measures a tap as `tap` does, in Firefox and WebKit. They cannot slow down the CPU, and round times to 1 ms.
 */
export const tapEngines = async (): Promise<Figure[]> => {
	const server = await startServer()
	const site = await serveBare('cards')
	try {
		const figures: Figure[] = []
		for (const start of [startFirefox, startWebKit]) {
			figures.push(await measure(await start(), server.origin, site.origin))
		}
		return figures
	} finally {
		await site.close()
		await server.stop()
	}
}
