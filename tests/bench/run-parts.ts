import type { Figure } from './figure.ts'
import type { PartRun } from './report.ts'

/** Measures something. */
export type Part = () => Promise<Figure[]>

/** Runs parts one after the other, and says how long each took. One that breaks ends none of the others. */
export const runParts = async (parts: Readonly<Record<string, Part>>): Promise<PartRun[]> => {
	const runs: PartRun[] = []
	for (const [part, measure] of Object.entries(parts)) {
		console.log(`${part} …`)
		const began = performance.now()
		let error: string | null = null
		let figures: Figure[] = []
		try {
			figures = await measure()
		} catch (thrown) {
			// All of it is on the console; the table has room for its first line.
			error = String(thrown instanceof Error ? thrown.message : thrown).split('\n')[0] ?? ''
			console.error(thrown)
		}
		const seconds = Math.round((performance.now() - began) / 100) / 10
		console.log(`${part}: ${figures.length} figures in ${seconds.toFixed(0)} s`)
		runs.push({ part, seconds, figures, error })
	}
	return runs
}
