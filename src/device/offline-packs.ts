import { DAY_MS } from '#domain/days.ts'
import type { Failure } from '#http/failure.ts'
import type { CoreContext, LocalContext } from './context.ts'
import {
	abortable,
	createPackReader,
	type PackRead,
	type PackReader,
} from './offline-pack-reader.ts'
import {
	candidatesOf,
	dropPack,
	type PackStatus,
	readStock,
	statusIn,
} from './offline-pack-store.ts'
import { REFRESHED, type Reading, type Refreshed } from './reads.ts'
import { type StorageTrouble, storageTrouble } from './resilient-db.ts'
import { createSignal } from './signal.ts'

/** Reason a save failed: a call, the device's storage, or a server that sent less than its quizzes refer to. */
export type PackTrouble = Failure | { readonly kind: StorageTrouble | 'incomplete' }

export const isFailure = (trouble: PackTrouble): trouble is Failure =>
	!['full', 'lost', 'incomplete'].includes(trouble.kind)

export type PackWork =
	| { readonly phase: 'saving'; readonly done: number; readonly total: number | null }
	| { readonly phase: 'failed'; readonly trouble: PackTrouble }

/** Tracks the pack jobs of this page: one at a time per pack, with progress for listeners. */
export const createPackJobs = ({ user }: Pick<LocalContext, 'user'>) => {
	const jobs = new Map<string, AbortController>()
	const works = createSignal<ReadonlyMap<string, PackWork>>(new Map())
	return {
		/** Includes the voter: the failure of one is not shown to the next. */
		keyOf: (electionId: string): string => `${user()?.key}/${electionId}`,
		work: (key: string): PackWork | null => works.get().get(key) ?? null,
		show(key: string, work: PackWork | null): void {
			const next = new Map(works.get())
			if (work === null) next.delete(key)
			else next.set(key, work)
			works.set(next)
		},
		isBusy: (key: string): boolean => jobs.has(key),
		stop: (key: string): void => jobs.get(key)?.abort(),
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
		subscribe: works.subscribe,
	}
}

export type PackJobs = ReturnType<typeof createPackJobs>

const createWishes = ({ db }: Pick<CoreContext, 'db'>) => ({
	/** Marks a pack as kept, so that its data is not evicted while it is read. */
	make: (reading: Reading, electionId: string): Promise<void> =>
		reading.store([db.packs], async () => {
			const before = await db.packs.get(electionId)
			const unread = { electionId, savedAt: null, bytes: 0, quizzes: 0 }
			await db.packs.put({ ...(before ?? unread), kept: true })
		}),
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
			// Do not show the failure to the next voter.
			const shown = jobs.keyOf(electionId) === key ? trouble : null
			jobs.show(key, shown && { phase: 'failed', trouble: shown })
		}
	}
}

const KEPT_FRESH_MS = DAY_MS

export interface Packs {
	status(electionId: string): Promise<PackStatus>
	statuses(): Promise<(electionId: string) => PackStatus>
	/** State of this page's job for a pack. Null if there is none or it succeeded. */
	work(electionId: string): PackWork | null
	subscribe(listener: () => void): () => void
	/** Saves a pack to keep. {@link work} shows the progress. A failure leaves the stored data. */
	save(electionId: string): Promise<void>
	/** Cancels a save. Data read so far stays for the next one. */
	cancel(electionId: string): void
	/** Deletes a pack. Attempts, results and unsent entries stay. */
	remove(electionId: string): Promise<void>
	/** Reads what the election's stored quizzes need, when their list is opened. */
	refresh(electionId: string): Promise<Refreshed>
	/** Refreshes kept packs that are old and resumes failed saves. */
	refreshKept(): Promise<Refreshed>
	logos(electionId: string): Promise<string[]>
}

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
			if (result.ok) jobs.show(key, null)
			return result
		})
	}

	const refreshOne = async (electionId: string): Promise<Refreshed> => {
		const election = await db.elections.get(electionId)
		if (!election?.active) {
			// The election is over, so its pack may be evicted.
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
