import type { LocalCore } from './deps.ts'
import type { PackJobs, PackTrouble } from './pack-jobs.ts'
import { abortable, type PackRead, type PackReader } from './pack-reader.ts'
import { readStock, statusIn } from './pack-store.ts'
import type { Reading } from './reads.ts'
import { troubleOf } from './store-guard.ts'

/** That a package is kept is a wish of the voter, noted apart from what is there of it. */
export const createWishes = ({ db }: Pick<LocalCore, 'db'>) => ({
	/** Notes the wish; what is read for it is then not given up to make room for the rest. */
	make: (reading: Reading, electionId: string): Promise<void> =>
		reading.store([db.packs], async () => {
			const before = await db.packs.get(electionId)
			const unread = { electionId, savedAt: null, bytes: 0, quizzes: 0 }
			await db.packs.put({ ...(before ?? unread), kept: true })
		}),
	/** Takes the wish back, or sets it as it was before. */
	takeBack: (reading: Reading, electionId: string, kept = false): Promise<void> =>
		reading.store([db.packs], async () => {
			const pack = await db.packs.get(electionId)
			if (pack?.savedAt === null) await db.packs.delete(electionId)
			else await db.packs.update(electionId, { kept })
		}),
})

const troubleIn = ({ result, whole }: PackRead): PackTrouble | null => {
	if (!result.ok) return result.error
	return whole === false ? { kind: 'incomplete' } : null
}

/**
 * Saves packages on a voter's word, and shows in `jobs` how far that is.
 * @returns what kept the package from being saved; null where it is saved, and where the save was broken off.
 */
export const createSaving = (deps: LocalCore, jobs: PackJobs, reader: PackReader) => {
	const { db, reads } = deps
	const wishes = createWishes(deps)

	const read = async (
		electionId: string,
		signal: AbortSignal,
		onStep: (done: number, total: number) => void,
	): Promise<PackTrouble | null> => {
		const lasting = reads.begin()
		const reading = abortable(lasting, signal)
		try {
			const before = statusIn(await readStock(db), electionId, deps.serverClock.today())
			await wishes.make(reading, electionId)
			const found = await reader.all(reading, electionId, onStep)
			if (!signal.aborted) return troubleIn(found)
			await wishes.takeBack(lasting, electionId, before.kept && before.savedAt !== null)
			return null
		} catch (fault) {
			const trouble = troubleOf(fault)
			if (trouble === null) throw fault
			return { kind: trouble }
		}
	}

	return async (electionId: string): Promise<PackTrouble | null> => {
		const key = jobs.keyOf(electionId)
		if (jobs.work(key)?.phase === 'saving') return null
		jobs.show(key, { phase: 'saving', done: 0, total: null })
		let trouble: PackTrouble | null = null
		try {
			trouble = await jobs.run(key, (signal) =>
				read(electionId, signal, (done, total) => {
					if (!signal.aborted) jobs.show(key, { phase: 'saving', done, total })
				}),
			)
			return trouble
		} finally {
			// Whoever signed out in between has no use for the word.
			const told = jobs.keyOf(electionId) === key ? trouble : null
			jobs.show(key, told && { phase: 'failed', trouble: told })
		}
	}
}
