import { verdict } from '../figures.ts'
import { arrivals } from './arrivals.ts'
import type { Ledger } from './ledger.ts'
import { shapeOf, tellShape } from './shape.ts'
import { tellSheds, tellWork } from './tell.ts'
import type { Target } from './trial.ts'

/** As many times what the server sustains. */
const TIMES = 5

/**
 * Five times as many voters as the server keeps up with, for a while; then they go on until everything is in.
 * @param rate what it keeps up with, in calls a second.
 * @returns what was sent, and whether what was sent away was told when to come again, and came in.
 */
export const runSpike = async (
	{ name, crowd, cpu, perArrival }: Target,
	{
		rate,
		seconds,
		size,
	}: { readonly rate: number; readonly seconds: number; readonly size: number },
): Promise<{ readonly page: Ledger; readonly passed: boolean }> => {
	const offered = TIMES * rate
	console.log(`\n## ${name}: a spike of ${offered.toFixed(0)} calls/s for ${seconds} s\n`)
	crowd.grow(TIMES * size)
	const page = crowd.turnPage('spike')
	const from = performance.now()
	const before = cpu()
	await arrivals({ rate: offered / perArrival, seconds, arrive: crowd.step })
	console.log(`at its end ${page.waiting} calls waited on their devices`)
	await crowd.settled()
	tellWork(page, before, cpu())
	tellShape(shapeOf(page, from))
	const told = tellSheds(page)
	const taken = verdict('everything gets in', page.refused === 0 && page.waiting === 0)
	return { page, passed: told && taken }
}
