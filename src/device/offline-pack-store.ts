import { isActiveOn } from '#domain/quiz.ts'
import type { LocalDb, StoredPack, StoredQuiz } from './db.ts'

/** Keys in `fetched`, defined in one place so that reads and freshness checks use the same ones. */
export const quizzesKey = (electionId: string): string => `elections/${electionId}/quizzes`
/** By candidate only, because quizzes that share a candidate share the statements. */
export const policiesKey = (candidateId: string): string => `candidates/${candidateId}/policies`
/** Starts with the voter, because erasing a voter deletes validations by key prefix. */
export const validationKey = (userId: string, quizId: string): string => `${userId}/${quizId}`

export const activeOf = (quizzes: readonly StoredQuiz[], today: string | null): StoredQuiz[] =>
	quizzes.filter((quiz) => isActiveOn(quiz, today))

export const candidatesOf = (quizzes: readonly StoredQuiz[]): string[] => [
	...new Set(quizzes.flatMap((quiz) => quiz.candidateIds)),
]

/**
 * Offline pack of an election.
 *
 * | state   |                                                                |
 * |---------|----------------------------------------------------------------|
 * | absent  | no quiz could be started                                       |
 * | partial | the save was interrupted, or one of several quizzes was opened |
 * | ready   | every quiz that is active today can be started                 |
 * | empty   | its quizzes are known, and none is active today                |
 */
export interface PackStatus {
	readonly state: 'absent' | 'partial' | 'ready' | 'empty'
	readonly here: number
	readonly total: number
	/** Time of the oldest part's read, ms since 1970 on this device. Null if incomplete. */
	readonly savedAt: number | null
	readonly bytes: number | null
	readonly kept: boolean
}

/** Pack data without the statements: small enough to read whole. */
interface Stock {
	readonly quizzes: readonly StoredQuiz[]
	readonly candidates: ReadonlySet<string>
	readonly read: ReadonlyMap<string, number>
	readonly packs: ReadonlyMap<string, StoredPack>
}

export const packTables = (db: LocalDb) => [
	db.packs,
	db.compareQuizzes,
	db.candidates,
	db.policies,
	db.fetched,
]

const leaving = (db: LocalDb, run: () => Promise<void>): Promise<void> =>
	db.transaction('rw', [...packTables(db), db.validations, db.attempts], async () => run())

/** Reads everything once for all statuses: one query per election would slow a long list. */
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

/** Computes an election's status from the stored data, not from the `packs` row. */
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

/** Records a complete pack, in a transaction over {@link packTables}. @returns true if it is complete. */
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

/** Keeps what attempts refer to, and the quiz lists: they are small and show what can be saved. */
const forget = async (
	db: LocalDb,
	{ electionIds, quizzes, candidateIds }: Dropped,
): Promise<void> => {
	const quizIds = new Set(quizzes.map((quiz) => quiz.id))
	// Results name their candidates as long as the attempt exists.
	const named = new Set((await db.attempts.toArray()).flatMap((attempt) => attempt.candidateIds))
	await db.policies.where('candidateId').anyOf(candidateIds).delete()
	await db.fetched.bulkDelete(candidateIds.map(policiesKey))
	await db.candidates.bulkDelete(candidateIds.filter((id) => !named.has(id)))
	await db.validations
		.filter(({ key }) => quizIds.has(key.slice(key.lastIndexOf('/') + 1)))
		.delete()
	await db.packs.bulkDelete([...electionIds])
}

/** Deletes an election's pack, except what other elections' quizzes need. */
export const dropPack = (db: LocalDb, electionId: string): Promise<void> =>
	leaving(db, async () => {
		const all = await db.compareQuizzes.toArray()
		const quizzes = all.filter((quiz) => quiz.electionId === electionId)
		const needed = new Set(candidatesOf(all.filter((quiz) => quiz.electionId !== electionId)))
		const candidateIds = candidatesOf(quizzes).filter((id) => !needed.has(id))
		await forget(db, { electionIds: [electionId], quizzes, candidateIds })
	})

/** Frees space: deletes every pack that no voter asked to keep, including partial ones. */
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
