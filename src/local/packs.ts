import type { LocalCore } from './deps.ts'
import { candidatesOf } from './material.ts'
import { createPackJobs, isFailure, type PackWork } from './pack-jobs.ts'
import { abortable, createPackReader, type PackRead } from './pack-reader.ts'
import { createSaving, createWishes } from './pack-saving.ts'
import { dropPack, type PackStatus, readStock, statusIn } from './pack-store.ts'
import type { Reading } from './reads.ts'
import { REFRESHED, type Refreshed } from './refreshed.ts'

/** Packages that a voter keeps are read again when they are older than this, in ms. */
const KEPT_FRESH_MS = 86_400_000

/** The packages of elections: what their quizzes need to be started without a connection. */
export interface Packs {
	status(electionId: string): Promise<PackStatus>
	/** The same for all elections, each worked out when it is asked for. */
	statuses(): Promise<(electionId: string) => PackStatus>
	/** What this page does for an election's package; null where that is nothing, or all went well. */
	work(electionId: string): PackWork | null
	/** @returns what takes the listener back. */
	subscribe(listener: () => void): () => void
	/** Reads a package that the voter wants kept. What becomes of it stands in {@link work}; where it fails, what was there stays. */
	save(electionId: string): Promise<void>
	/** Breaks a save off. What it has read stays, to be gone on with. */
	cancel(electionId: string): void
	/** Takes a package off the device. Attempts, results and what waits to be sent stay. */
	remove(electionId: string): Promise<void>
	/** Reads what the stored quizzes of an election need: for whoever opens their list. */
	refresh(electionId: string): Promise<Refreshed>
	/** Reads again what voters keep and what has become old, and goes on with saves that a fault broke off. */
	refreshKept(): Promise<Refreshed>
	/** Where the pictures of an election's candidates are. */
	logos(electionId: string): Promise<string[]>
}

/** @param refreshHistory a saved election shows which of its quizzes were taken, so the history is read with it. */
export const createPacks = (deps: LocalCore, refreshHistory: () => Promise<Refreshed>): Packs => {
	const { db, reads } = deps
	const jobs = createPackJobs(deps)
	const reader = createPackReader(deps, refreshHistory)
	const save = createSaving(deps, jobs, reader)
	const { takeBack } = createWishes(deps)

	const status: Packs['status'] = async (id) =>
		statusIn(await readStock(db), id, deps.serverClock.today())

	const readQuietly = async (
		electionId: string,
		read: (reading: Reading) => Promise<PackRead>,
	): Promise<Refreshed> => {
		const key = jobs.keyOf(electionId)
		if (jobs.isBusy(key)) return REFRESHED
		return jobs.run(key, async (signal) => {
			const { result } = await read(abortable(reads.begin(), signal))
			if (signal.aborted) return REFRESHED
			// What went wrong before is made good.
			if (result.ok) jobs.show(key, null)
			return result
		})
	}

	const refreshOne = async (electionId: string): Promise<Refreshed> => {
		const election = await db.elections.get(electionId)
		if (!election?.active) {
			// It is over: nothing of it can be begun any more, so it may go when room is needed.
			await takeBack(reads.begin(), electionId)
			return REFRESHED
		}
		const { savedAt } = await status(electionId)
		if (savedAt === null) {
			const trouble = await save(electionId)
			return trouble !== null && isFailure(trouble) ? { ok: false, error: trouble } : REFRESHED
		}
		const age = deps.now() - savedAt
		if (age >= 0 && age < KEPT_FRESH_MS) return REFRESHED
		return readQuietly(electionId, (reading) => reader.all(reading, electionId, () => undefined))
	}

	return {
		status,
		async statuses() {
			const stock = await readStock(db)
			return (electionId) => statusIn(stock, electionId, deps.serverClock.today())
		},
		work: (electionId) => jobs.work(jobs.keyOf(electionId)),
		subscribe: jobs.subscribe,
		save: async (electionId) => void (await save(electionId)),
		cancel: (electionId) => jobs.stop(jobs.keyOf(electionId)),
		async remove(electionId) {
			const key = jobs.keyOf(electionId)
			jobs.stop(key)
			await deps.guard.run(() => dropPack(db, electionId))
			jobs.show(key, null)
		},
		async refresh(electionId) {
			const quizzes = await db.compareQuizzes.where({ electionId }).toArray()
			return readQuietly(electionId, (reading) =>
				reader.material(reading, electionId, quizzes, () => undefined),
			)
		},
		async refreshKept() {
			const kept = await db.packs.filter((pack) => pack.kept).primaryKeys()
			for (const electionId of kept) {
				const read = await refreshOne(electionId)
				if (!read.ok) return read
			}
			return REFRESHED
		},
		async logos(electionId) {
			const quizzes = await db.compareQuizzes.where({ electionId }).toArray()
			const candidates = await db.candidates.bulkGet(candidatesOf(quizzes))
			return candidates.flatMap((candidate) => candidate?.logo ?? [])
		},
	}
}
