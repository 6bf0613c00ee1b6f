import { candidates as candidateCalls, type Policy } from '#contract/candidates.ts'
import { compareQuizzes as calls, type QuizMaterial } from '#contract/compare-quizzes.ts'
import type { Result } from '#domain/types.ts'
import type { Failure } from '#http/failure.ts'
import type { CoreContext } from './context.ts'
import type { StoredQuiz } from './db.ts'
import {
	activeOf,
	candidatesOf,
	notePack,
	packTables,
	policiesKey,
	quizzesKey,
	validationKey,
} from './offline-pack-store.ts'
import { allRefreshed, noteFetched, REFRESHED, type Reading, type Refreshed } from './reads.ts'

export type Step = () => Promise<Refreshed>

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

/** Replaces the stored policies of a candidate. */
const storePolicies = async (
	{ db, now }: CoreContext,
	candidateId: string,
	policies: readonly Policy[],
): Promise<void> => {
	await db.policies.where({ candidateId }).delete()
	await db.policies.bulkPut(policies.map((policy) => ({ ...policy, candidateId })))
	await noteFetched(db, policiesKey(candidateId), now())
}

export const refreshPolicies = async (
	deps: CoreContext,
	reading: Reading,
	candidateId: string,
): Promise<Refreshed> => {
	const { db } = deps
	const params = { id: candidateId }
	const reply = await deps.call(candidateCalls.policies, { params }, reading.options)
	if (!reply.ok) return reply
	await reading.store([db.policies, db.fetched], () =>
		storePolicies(deps, candidateId, reply.value),
	)
	return REFRESHED
}

export const refreshValidation = async (
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

/** Stores the material that came with a quiz. */
export const storeMaterial = async (
	deps: CoreContext,
	reading: Reading,
	candidateIds: readonly string[],
	{ election, candidates, policies }: QuizMaterial,
): Promise<Refreshed> => {
	const { db } = deps
	const elections = deps.serverClock.learn([election])
	await reading.store([db.elections, db.candidates, db.policies, db.fetched], async () => {
		await db.elections.bulkPut(elections)
		await db.candidates.bulkPut(candidates)
		for (const id of candidateIds) {
			const own = policies.filter(({ candidateId }) => candidateId === id)
			await storePolicies(deps, id, own)
		}
	})
	return REFRESHED
}

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
