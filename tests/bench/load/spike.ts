import type { Figure } from '../figure.ts'
import { arrivals } from './arrivals.ts'
import { lostFigure, printWork, shedFigure } from './figures.ts'
import type { Ledger } from './ledger.ts'
import { printShape, shapeOf } from './shape.ts'
import type { Target } from './trial.ts'

const TIMES = 5

/**
 * Offers five times the sustained rate for a while, then waits until all entries are stored.
 * @param rate the sustained rate, in calls per second.
 * @returns the ledger and the figures.
 */
export const runSpike = async (
	{ name, crowd, cpu, perArrival }: Target,
	{
		rate,
		seconds,
		size,
	}: { readonly rate: number; readonly seconds: number; readonly size: number },
): Promise<{ readonly page: Ledger; readonly figures: Figure[] }> => {
	const offered = TIMES * rate
	console.log(`${name}: a spike of ${offered.toFixed(0)} calls/s for ${seconds} s`)
	crowd.grow(TIMES * size)
	const page = crowd.turnPage('spike')
	const from = performance.now()
	const before = cpu()
	await arrivals({ rate: offered / perArrival, seconds, arrive: crowd.step })
	console.log(`at its end ${page.waiting} calls were waiting on their devices`)
	await crowd.settled()
	printWork(page, before, cpu())
	printShape(shapeOf(page, from))
	const what = `spike of ${seconds} s`
	return { page, figures: [shedFigure(what, page), lostFigure(what, page)] }
}
