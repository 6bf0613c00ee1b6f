import type { Failure } from '#http/failure.ts'
import type { CoreContext, LocalContext } from './context.ts'
import {
	abortable,
	candidatesOf,
	createPackReader,
	dropPack,
	type PackRead,
	type PackReader,
	type PackStatus,
	readStock,
	statusIn,
} from './offline-pack-store.ts'
import { REFRESHED, type Reading, type Refreshed } from './reads.ts'
import { type StorageTrouble, storageTrouble } from './resilient-db.ts'

/** Why a package could not be saved: the network's or the server's word, this device's storage, or a server that sent less than its quizzes name. */
export type PackTrouble = Failure | { readonly kind: StorageTrouble | 'incomplete' }

/** Whether the trouble is one of the call. */
export const isFailure = (trouble: PackTrouble): trouble is Failure =>
	!['full', 'lost', 'incomplete'].includes(trouble.kind)

/** What is being done for a package: it is saved, in so many steps (null while nobody knows), or that failed. */
export type PackWork =
	| { readonly phase: 'saving'; readonly done: number; readonly total: number | null }
	| { readonly phase: 'failed'; readonly trouble: PackTrouble }

/** The work on packages in this page: one job at a time for each, and what has become of it for those who look. */
export const createPackJobs = ({ user }: Pick<LocalContext, 'user'>) => {
	const jobs = new Map<string, AbortController>()
	const works = new Map<string, PackWork>()
	const listeners = new Set<() => void>()
	return {
		/** A page may see several voters: what failed for one is nothing to the next. */
		keyOf: (electionId: string): string => `${user()?.key}/${electionId}`,
		work: (key: string): PackWork | null => works.get(key) ?? null,
		show(key: string, work: PackWork | null): void {
			if (work === null) works.delete(key)
			else works.set(key, work)
			for (const listener of listeners) listener()
		},
		isBusy: (key: string): boolean => jobs.has(key),
		stop: (key: string): void => jobs.get(key)?.abort(),
		/** Runs a job; one that is under way for the same package gives way. */
		async run<Value>(key: string, job: (signal: AbortSignal) => Promise<Value>): Promise<Value> {
			jobs.get(key)?.abort()
			const own = new AbortController()
			jobs.set(key, own)
			try {
				return await job(own.signal)
			} finally {
				if (jobs.get(key) === own) jobs.delete(key)
			}
		},
		/** @returns what takes the listener back. */
		subscribe(listener: () => void): () => void {
			listeners.add(listener)
			return () => listeners.delete(listener)
		},
	}
}

export type PackJobs = ReturnType<typeof createPackJobs>

/** That a package is kept is a wish of the voter, noted apart from what is there of it. */
const createWishes = ({ db }: Pick<CoreContext, 'db'>) => ({
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
const createSaving = (deps: CoreContext, jobs: PackJobs, reader: PackReader) => {
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
			const trouble = storageTrouble(fault)
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
export const createPacks = (deps: CoreContext, refreshHistory: () => Promise<Refreshed>): Packs => {
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
