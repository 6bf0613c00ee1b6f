import type { StoredQuiz } from './db.ts'
import type { LocalCore } from './deps.ts'
import { allRefreshed } from './fresh.ts'
import { activeOf, materialSteps, refreshQuizzes } from './material.ts'
import { notePack, packTables } from './pack-store.ts'
import type { Reading } from './reads.ts'
import type { Refreshed } from './refreshed.ts'

export interface PackRead {
	readonly result: Refreshed
	/** Whether all of the package is here now; null where nothing was stored, because the voter has left. */
	readonly whole: boolean | null
}

type OnStep = (done: number, total: number) => void

export interface PackReader {
	/** Reads what the given quizzes of an election need. */
	material(
		reading: Reading,
		electionId: string,
		quizzes: readonly StoredQuiz[],
		onStep: OnStep,
	): Promise<PackRead>
	/** Reads the quizzes of an election, and what they need. */
	all(reading: Reading, electionId: string, onStep: OnStep): Promise<PackRead>
}

/** A read that can be given up: what comes back afterwards is not stored. */
export const abortable = (reading: Reading, signal: AbortSignal): Reading => ({
	user: reading.user,
	options: { ...reading.options, signal },
	store: (tables, write) =>
		reading.store(tables, async () => {
			if (!signal.aborted) await write()
		}),
})

/** Reads packages step by step, and notes what has come of each. */
export const createPackReader = (
	deps: LocalCore,
	refreshHistory: () => Promise<Refreshed>,
): PackReader => {
	const { db } = deps

	const note = async (reading: Reading, electionId: string): Promise<boolean | null> => {
		let whole: boolean | null = null
		await reading.store(packTables(db), async () => {
			whole = await notePack(db, electionId, deps.serverClock.today())
		})
		return whole
	}

	const material: PackReader['material'] = async (reading, electionId, quizzes, onStep) => {
		const active = activeOf(quizzes, deps.serverClock.today())
		const steps = [...materialSteps(deps, reading, active), refreshHistory]
		let done = 0
		onStep(done, steps.length)
		const results = await Promise.all(
			steps.map(async (step) => {
				const result = await step()
				if (result.ok) onStep(++done, steps.length)
				return result
			}),
		)
		return { result: allRefreshed(results), whole: await note(reading, electionId) }
	}

	return {
		material,
		async all(reading, electionId, onStep) {
			const quizzes = await refreshQuizzes(deps, reading, electionId)
			if (!quizzes.ok) return { result: quizzes, whole: false }
			return material(reading, electionId, quizzes.value, onStep)
		},
	}
}
