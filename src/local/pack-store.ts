import type { LocalDb, StoredPack, StoredQuiz } from './db.ts'
import { activeOf, candidatesOf, policiesKey, quizzesKey } from './material.ts'

/**
 * What the device has of an election, to take its quizzes without a connection:
 *
 * | state   |                                                                                       |
 * |---------|---------------------------------------------------------------------------------------|
 * | absent  | nothing that a quiz could be started from                                             |
 * | partial | some of it: the save was broken off, or one of several quizzes was opened             |
 * | ready   | every quiz that is active today can be started                                        |
 * | empty   | its quizzes are known, and none is active today                                       |
 */
export interface PackStatus {
	readonly state: 'absent' | 'partial' | 'ready' | 'empty'
	/** How many of its candidates are here with their statements, and how many there are. */
	readonly here: number
	readonly total: number
	/** When the oldest part of it was read, ms since 1970 on this device; null where it is not all here. */
	readonly savedAt: number | null
	/** What it takes on this device; null where nobody has measured it. */
	readonly bytes: number | null
	/** The voter asked for it. */
	readonly kept: boolean
}

/** What packages are made of, without the statements themselves: small enough to read whole. */
interface Stock {
	readonly quizzes: readonly StoredQuiz[]
	readonly candidates: ReadonlySet<string>
	/** When what was read. */
	readonly read: ReadonlyMap<string, number>
	readonly packs: ReadonlyMap<string, StoredPack>
}

/** The tables that {@link notePack} is a transaction over: none that an answer has to wait for. */
export const packTables = (db: LocalDb) => [
	db.packs,
	db.compareQuizzes,
	db.candidates,
	db.policies,
	db.fetched,
]

/** Runs what takes packages off the device, as one transaction. */
const leaving = (db: LocalDb, run: () => Promise<void>): Promise<void> =>
	db.transaction('rw', [...packTables(db), db.validations, db.attempts], run)

/** Read once for all statuses: a query for every election would hold up a long list. */
export const readStock = async (db: LocalDb): Promise<Stock> => {
	const [quizzes, candidates, fetched, packs] = await Promise.all([
		db.compareQuizzes.toArray(),
		db.candidates.toCollection().primaryKeys(),
		db.fetched.toArray(),
		db.packs.toArray(),
	])
	return {
		quizzes,
		candidates: new Set(candidates),
		read: new Map(fetched.map(({ key, at }) => [key, at])),
		packs: new Map(packs.map((pack) => [pack.electionId, pack])),
	}
}

const stateOf = (listed: boolean, here: number, total: number): PackStatus['state'] => {
	if (listed && total === 0) return 'empty'
	if (here === 0) return 'absent'
	return listed && here === total ? 'ready' : 'partial'
}

/** Works out from what is stored where an election stands: a note that says otherwise is not believed. */
export const statusIn = (stock: Stock, electionId: string, today: string | null): PackStatus => {
	const own = stock.quizzes.filter((quiz) => quiz.electionId === electionId)
	const all = candidatesOf(activeOf(own, today))
	const marks = all.flatMap((id) => {
		const at = stock.read.get(policiesKey(id))
		return at !== undefined && stock.candidates.has(id) ? [at] : []
	})
	const listedAt = stock.read.get(quizzesKey(electionId))
	const state = stateOf(listedAt !== undefined, marks.length, all.length)
	const whole = listedAt !== undefined && (state === 'ready' || state === 'empty')
	const pack = stock.packs.get(electionId)
	return {
		state,
		here: marks.length,
		total: all.length,
		savedAt: whole ? Math.min(listedAt, ...marks) : null,
		bytes: pack === undefined || pack.savedAt === null ? null : pack.bytes,
		kept: pack?.kept ?? false,
	}
}

const bytesOf = (rows: readonly unknown[]): number =>
	new TextEncoder().encode(JSON.stringify(rows)).length

/** Notes the package of an election where all of it is here; inside a transaction over {@link packTables}. @returns whether it is. */
export const notePack = async (
	db: LocalDb,
	electionId: string,
	today: string | null,
): Promise<boolean> => {
	const stock = await readStock(db)
	const { savedAt, kept } = statusIn(stock, electionId, today)
	if (savedAt === null) return false
	const quizzes = stock.quizzes.filter((quiz) => quiz.electionId === electionId)
	const active = activeOf(quizzes, today)
	const ids = candidatesOf(active)
	const [candidates, policies] = await Promise.all([
		db.candidates.bulkGet(ids),
		db.policies.where('candidateId').anyOf(ids).toArray(),
	])
	const bytes = bytesOf([...quizzes, ...candidates, ...policies])
	await db.packs.put({ electionId, savedAt, bytes, quizzes: active.length, kept })
	return true
}

interface Dropped {
	readonly electionIds: readonly string[]
	readonly quizzes: readonly StoredQuiz[]
	readonly candidateIds: readonly string[]
}

/** What attempts hold stays, and lists of quizzes do: they are small, and say what there is to be had. */
const forget = async (
	db: LocalDb,
	{ electionIds, quizzes, candidateIds }: Dropped,
): Promise<void> => {
	const quizIds = new Set(quizzes.map((quiz) => quiz.id))
	// Results name their candidates for as long as the attempt is here.
	const named = new Set((await db.attempts.toArray()).flatMap((attempt) => attempt.candidateIds))
	await db.policies.where('candidateId').anyOf(candidateIds).delete()
	await db.fetched.bulkDelete(candidateIds.map(policiesKey))
	await db.candidates.bulkDelete(candidateIds.filter((id) => !named.has(id)))
	await db.validations
		.filter(({ key }) => quizIds.has(key.slice(key.lastIndexOf('/') + 1)))
		.delete()
	await db.packs.bulkDelete([...electionIds])
}

/** Takes one election's package off the device, without what another election's quizzes need. */
export const dropPack = (db: LocalDb, electionId: string): Promise<void> =>
	leaving(db, async () => {
		const all = await db.compareQuizzes.toArray()
		const quizzes = all.filter((quiz) => quiz.electionId === electionId)
		const needed = new Set(candidatesOf(all.filter((quiz) => quiz.electionId !== electionId)))
		const candidateIds = candidatesOf(quizzes).filter((id) => !needed.has(id))
		await forget(db, { electionIds: [electionId], quizzes, candidateIds })
	})

/** Makes room: takes every package off the device that no voter asked to keep, also half-read ones. */
export const dropUnkept = (db: LocalDb): Promise<void> =>
	leaving(db, async () => {
		const { quizzes, packs, candidates } = await readStock(db)
		const isKept = (electionId: string): boolean => packs.get(electionId)?.kept ?? false
		const needed = new Set(candidatesOf(quizzes.filter((quiz) => isKept(quiz.electionId))))
		const policies = await db.policies.orderBy('candidateId').uniqueKeys()
		const stored = new Set([...candidates, ...candidatesOf(quizzes), ...policies.map(String)])
		await forget(db, {
			electionIds: [...packs.keys()].filter((id) => !isKept(id)),
			quizzes: quizzes.filter((quiz) => !isKept(quiz.electionId)),
			candidateIds: [...stored].filter((id) => !needed.has(id)),
		})
	})
