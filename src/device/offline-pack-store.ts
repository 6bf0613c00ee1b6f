import { candidates as candidateCalls } from '#contract/candidates.ts'
import { compareQuizzes as calls } from '#contract/compare-quizzes.ts'
import { isActiveOn } from '#domain/quiz.ts'
import type { Result } from '#domain/types.ts'
import type { Failure } from '#http/failure.ts'
import type { CoreContext } from './context.ts'
import type { LocalDb, StoredPack, StoredQuiz } from './db.ts'
import { allRefreshed, noteFetched, REFRESHED, type Reading, type Refreshed } from './reads.ts'

export type Step = () => Promise<Refreshed>

/** Keys in `fetched`, defined in one place so that reads and freshness checks use the same ones. */
export const quizzesKey = (electionId: string): string => `elections/${electionId}/quizzes`
/** By candidate only, because quizzes that share a candidate share the statements. */
export const policiesKey = (candidateId: string): string => `candidates/${candidateId}/policies`
/** Starts with the voter, because erasing a voter deletes validations by key prefix. */
export const validationKey = (userId: string, quizId: string): string => `${userId}/${quizId}`

/** Returns the quizzes that are open today. @param today the server's day. Null if unknown. */
export const activeOf = (quizzes: readonly StoredQuiz[], today: string | null): StoredQuiz[] =>
	quizzes.filter((quiz) => isActiveOn(quiz, today))

export const candidatesOf = (quizzes: readonly StoredQuiz[]): string[] => [
	...new Set(quizzes.flatMap((quiz) => quiz.candidateIds)),
]

export const refreshQuizzes = async (
	deps: CoreContext,
	reading: Reading,
	electionId: string,
): Promise<Result<StoredQuiz[], Failure>> => {
	const { db } = deps
	const reply = await deps.call(calls.ofElection, { params: { electionId } }, reading.options)
	if (!reply.ok) return reply
	const quizzes = deps.serverClock.learn(reply.value)
	await reading.store([db.compareQuizzes, db.fetched], async () => {
		await db.compareQuizzes.where({ electionId }).delete()
		await db.compareQuizzes.bulkPut(quizzes)
		await noteFetched(db, quizzesKey(electionId), deps.now())
	})
	return { ok: true, value: quizzes }
}

const refreshPolicies = async (
	deps: CoreContext,
	reading: Reading,
	candidateId: string,
): Promise<Refreshed> => {
	const { db } = deps
	const params = { id: candidateId }
	const reply = await deps.call(candidateCalls.policies, { params }, reading.options)
	if (!reply.ok) return reply
	await reading.store([db.policies, db.fetched], async () => {
		await db.policies.where({ candidateId }).delete()
		await db.policies.bulkPut(reply.value.map((policy) => ({ ...policy, candidateId })))
		await noteFetched(db, policiesKey(candidateId), deps.now())
	})
	return REFRESHED
}

const refreshValidation = async (
	deps: CoreContext,
	reading: Reading,
	quizId: string,
): Promise<Refreshed> => {
	const { validations } = deps.db
	const key = validationKey(reading.user.key, quizId)
	const reply = await deps.call(calls.validate, { params: { id: quizId } }, reading.options)
	if (!reply.ok) return reply
	await reading.store([validations], () => validations.put({ ...reply.value, key }))
	return REFRESHED
}

const refreshCandidates = async (
	deps: CoreContext,
	reading: Reading,
	electionId: string,
	wanted: readonly string[],
): Promise<Refreshed> => {
	const { candidates } = deps.db
	const params = { electionId }
	const reply = await deps.call(candidateCalls.ofElection, { params }, reading.options)
	if (!reply.ok) return reply
	const found = [...reply.value]
	// A quiz may include a candidate who is missing from its election's list.
	for (const id of wanted.filter((each) => !reply.value.some((listed) => listed.id === each))) {
		const one = await deps.call(candidateCalls.get, { params: { id } }, reading.options)
		if (!one.ok) return one
		found.push(one.value)
	}
	await reading.store([candidates], () => candidates.bulkPut(found))
	return REFRESHED
}

/** Lists the reads that starting any of the quizzes needs, each once. */
export const materialSteps = (
	deps: CoreContext,
	reading: Reading,
	quizzes: readonly StoredQuiz[],
): Step[] => [
	...[...new Set(quizzes.map((quiz) => quiz.electionId))].map((id) => () => {
		const asked = candidatesOf(quizzes.filter(({ electionId }) => electionId === id))
		return refreshCandidates(deps, reading, id, asked)
	}),
	...candidatesOf(quizzes).map((id) => () => refreshPolicies(deps, reading, id)),
	...quizzes.map((quiz) => () => refreshValidation(deps, reading, quiz.id)),
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
	/** Number of candidates that are stored with their statements. */
	readonly here: number
	readonly total: number
	/** Time of the oldest part's read, ms since 1970 on this device. Null if incomplete. */
	readonly savedAt: number | null
	/** Size on this device. Null if not measured. */
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

/** Tables of a {@link notePack} transaction. */
export const packTables = (db: LocalDb) => [
	db.packs,
	db.compareQuizzes,
	db.candidates,
	db.policies,
	db.fetched,
]

const leaving = (db: LocalDb, run: () => Promise<void>): Promise<void> =>
	db.transaction('rw', [...packTables(db), db.validations, db.attempts], run)

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

export interface PackRead {
	readonly result: Refreshed
	/** True if the pack is complete. Null if nothing was stored, because the voter left. */
	readonly whole: boolean | null
}

type OnStep = (done: number, total: number) => void

export interface PackReader {
	material(
		reading: Reading,
		electionId: string,
		quizzes: readonly StoredQuiz[],
		onStep: OnStep,
	): Promise<PackRead>
	all(reading: Reading, electionId: string, onStep: OnStep): Promise<PackRead>
}

/** Makes a read abortable: replies after the abort are not stored. */
export const abortable = (reading: Reading, signal: AbortSignal): Reading => ({
	user: reading.user,
	options: { ...reading.options, signal },
	store: (tables, write) =>
		reading.store(tables, async () => {
			if (!signal.aborted) await write()
		}),
})

export const createPackReader = (
	deps: CoreContext,
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
