import { candidates as candidateCalls } from '#contract/candidates.ts'
import { compareQuizzes as calls } from '#contract/compare-quizzes.ts'
import { isActiveOn } from '#domain/quiz.ts'
import type { Result } from '#domain/types.ts'
import type { Failure } from '#http/failure.ts'
import type { CoreContext } from './context.ts'
import type { LocalDb, StoredPack, StoredQuiz } from './db.ts'
import { allRefreshed, noteFetched, REFRESHED, type Reading, type Refreshed } from './reads.ts'

/** One thing that is read from the server and stored. */
export type Step = () => Promise<Refreshed>

/** The keys that reads are noted under, in one place, because whoever asks how old one is must find what noted it. */
export const quizzesKey = (electionId: string): string => `elections/${electionId}/quizzes`
/** By the candidate alone: the quizzes that ask about one share the statements. */
export const policiesKey = (candidateId: string): string => `candidates/${candidateId}/policies`
/** The voter comes first: what the server said to one is removed with them, by what it begins with. */
export const validationKey = (userId: string, quizId: string): string => `${userId}/${quizId}`

/** Returns the quizzes that are open today. @param today the server's day; null if it is not known. */
export const activeOf = (quizzes: readonly StoredQuiz[], today: string | null): StoredQuiz[] =>
	quizzes.filter((quiz) => isActiveOn(quiz, today))

/** The candidates that the quizzes ask about, each once. */
export const candidatesOf = (quizzes: readonly StoredQuiz[]): string[] => [
	...new Set(quizzes.flatMap((quiz) => quiz.candidateIds)),
]

/** Reads the quizzes of an election and replaces what was stored of them. @returns them, or why they could not be read. */
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

/** Reads the policies of one candidate and replaces what was stored of them. */
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
	// A quiz may ask about somebody whom its election's list does not have (any more).
	for (const id of wanted.filter((each) => !reply.value.some((listed) => listed.id === each))) {
		const one = await deps.call(candidateCalls.get, { params: { id } }, reading.options)
		if (!one.ok) return one
		found.push(one.value)
	}
	await reading.store([candidates], () => candidates.bulkPut(found))
	return REFRESHED
}

/** What starting any of the quizzes needs, each thing read once. */
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
