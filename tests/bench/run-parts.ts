import type { Figure } from './figure.ts'
import type { PartRun } from './report.ts'

export type Part = () => Promise<Figure[]>

/** Runs parts sequentially. A failed part does not stop the others. */
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
			// The table has room for the first line only; the console shows all.
			error = String(thrown instanceof Error ? thrown.message : thrown).split('\n')[0] ?? ''
			console.error(thrown)
		}
		const seconds = Math.round((performance.now() - began) / 100) / 10
		console.log(`${part}: ${figures.length} figures in ${seconds.toFixed(0)} s`)
		runs.push({ part, seconds, figures, error })
	}
	return runs
}
