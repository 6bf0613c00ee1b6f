import { candidates as candidateCalls, type Policy } from '#contract/candidates.ts'
import { compareQuizzes as calls } from '#contract/compare-quizzes.ts'
import {
	isActiveOn,
	type QuizValidation,
	saysAlreadyDone,
	validateQuiz,
} from '#domain/quiz-validation.ts'
import type {
	StoredAttempt,
	StoredCandidate,
	StoredElection,
	StoredPolicy,
	StoredQuiz,
} from './db.ts'
import { type LocalCore, type LocalDeps, userKey } from './deps.ts'
import type { Elections } from './elections.ts'
import { allRefreshed, noteFetched, REFRESHED, type Refreshed } from './fresh.ts'
import type { Reading } from './reads.ts'

/** Everything that a quiz's intro shows and that starting it needs. */
export interface QuizIntro {
	readonly quiz: StoredQuiz
	readonly election: StoredElection | null
	readonly candidates: readonly StoredCandidate[]
	/** The validated policies of each candidate, in the order of `candidates`. */
	readonly pools: readonly {
		readonly candidateId: string
		readonly items: readonly StoredPolicy[]
	}[]
	/** By the device's own reckoning where it has all statements, else as the server last said; null while neither is there. */
	readonly validation: QuizValidation | null
	/** Candidates and statements are all here: the quiz can be started without asking anybody. */
	readonly ready: boolean
	/** The voter's attempt in progress, to go on with. */
	readonly inProgress: StoredAttempt | null
	/** The voter's latest completed attempt. */
	readonly completed: StoredAttempt | null
}

export interface CompareQuizzes {
	get(id: string): Promise<StoredQuiz | null>
	/** The quizzes of an election that are active today, by name; null before they were ever read. */
	activeOf(electionId: string): Promise<StoredQuiz[] | null>
	intro(quizId: string): Promise<QuizIntro | null>
	refreshOf(electionId: string): Promise<Refreshed>
	/** Reads everything that {@link QuizIntro} is made of; what cannot be read leaves what is stored. */
	refreshIntro(quizId: string): Promise<Refreshed>
	/** Reads what starting any of an election's active quizzes needs, so that each can be started without a connection. */
	refreshPackages(electionId: string): Promise<Refreshed>
}

/** The day in UTC, YYYY-MM-DD: the server's day, wherever the voter is. */
const dayOf = (now: number): string => new Date(now).toISOString().slice(0, 10)

const quizzesKey = (electionId: string): string => `elections/${electionId}/quizzes`
const policiesKey = (candidateId: string): string => `candidates/${candidateId}/policies`
const validationKey = (userId: string, quizId: string): string => `${userId}/${quizId}`

/** What a server without a word on validation lists counts as validated: it shows voters nothing else. */
const isValidated = (policy: Policy): boolean =>
	policy.validationStatus === null || policy.validationStatus === 'VALIDATED'

/**
 * By the device's own reckoning where it has everything, else as the server last said. What only the server knows, that
 * the voter has completed the quiz elsewhere, stands in either case.
 */
const validationOf = (
	reckoned: QuizValidation | null,
	said: QuizValidation | null,
	underWay: boolean,
): QuizValidation | null => {
	if (reckoned === null) return said
	const done = said !== null && !underWay && saysAlreadyDone(said.message)
	return done && reckoned.valid ? { ...reckoned, message: said.message } : reckoned
}

/** Reads an intro from the device. Also used inside the transaction that starts an attempt. */
export const readIntro = async (
	deps: Pick<LocalDeps, 'db' | 'user' | 'now'>,
	quizId: string,
): Promise<QuizIntro | null> => {
	const { db } = deps
	const userId = userKey(deps)
	const quiz = await db.compareQuizzes.get(quizId)
	if (quiz === undefined) return null
	const [election, found, said, attempts, policies, fetched] = await Promise.all([
		db.elections.get(quiz.electionId),
		db.candidates.bulkGet(quiz.candidateIds),
		db.validations.get(validationKey(userId, quizId)),
		db.attempts.where({ userId, compareQuizId: quizId }).toArray(),
		db.policies.where('candidateId').anyOf(quiz.candidateIds).toArray(),
		db.fetched.bulkGet(quiz.candidateIds.map(policiesKey)),
	])
	const candidates = found.filter((candidate) => candidate !== undefined)
	const pools = quiz.candidateIds.map((candidateId) => ({
		candidateId,
		items: policies.filter((policy) => policy.candidateId === candidateId && isValidated(policy)),
	}))
	const ready = candidates.length === found.length && fetched.every((row) => row !== undefined)
	const live = attempts.filter((attempt) => !attempt.superseded)
	const completed = live.filter((attempt) => attempt.status === 'COMPLETED')
	completed.sort((a, b) => (b.completedAt ?? '').localeCompare(a.completedAt ?? ''))
	const counted = candidates.map(({ id, name }) => ({
		name,
		validatedPolicies: pools.find((pool) => pool.candidateId === id)?.items.length ?? 0,
	}))
	const inProgress = live.find((attempt) => attempt.status === 'IN_PROGRESS') ?? null
	// Begun anew after a reset: there is something to answer again.
	const done = completed.length > 0 && inProgress === null
	const reckoned = ready
		? validateQuiz({ ...quiz, candidates: counted }, dayOf(deps.now()), done)
		: null
	return {
		quiz,
		election: election ?? null,
		candidates,
		pools,
		validation: validationOf(reckoned, said ?? null, inProgress !== null),
		ready,
		inProgress,
		completed: completed[0] ?? null,
	}
}

/** Reads the policies of one candidate and replaces what was stored of them. */
const refreshPolicies = async (
	deps: LocalCore,
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
	deps: LocalCore,
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
	deps: LocalCore,
	reading: Reading,
	electionId: string,
): Promise<Refreshed> => {
	const { candidates } = deps.db
	const params = { electionId }
	const reply = await deps.call(candidateCalls.ofElection, { params }, reading.options)
	if (!reply.ok) return reply
	await reading.store([candidates], () => candidates.bulkPut(reply.value))
	return REFRESHED
}

export const createCompareQuizzes = (
	deps: LocalCore,
	elections: Elections,
	refreshHistory: () => Promise<Refreshed>,
): CompareQuizzes => {
	const { db, call, reads } = deps

	/** What starting any of the quizzes needs, each thing read once. */
	const refreshMaterial = async (
		reading: Reading,
		quizzes: readonly StoredQuiz[],
	): Promise<Refreshed> => {
		const electionIds = new Set(quizzes.map((quiz) => quiz.electionId))
		const candidateIds = new Set(quizzes.flatMap((quiz) => quiz.candidateIds))
		return allRefreshed(
			await Promise.all([
				...[...electionIds].map((id) => refreshCandidates(deps, reading, id)),
				...[...candidateIds].map((id) => refreshPolicies(deps, reading, id)),
				...quizzes.map((quiz) => refreshValidation(deps, reading, quiz.id)),
				refreshHistory(),
			]),
		)
	}

	return {
		get: async (id) => (await db.compareQuizzes.get(id)) ?? null,

		async activeOf(electionId) {
			const [rows, fetched] = await Promise.all([
				db.compareQuizzes.where({ electionId }).toArray(),
				db.fetched.get(quizzesKey(electionId)),
			])
			if (fetched === undefined) return null
			const today = dayOf(deps.now())
			return rows
				.filter((quiz) => isActiveOn(quiz, today))
				.sort((a, b) => a.name.localeCompare(b.name))
		},

		intro: (quizId) => readIntro(deps, quizId),

		async refreshOf(electionId) {
			const reading = reads.begin()
			const reply = await call(calls.ofElection, { params: { electionId } }, reading.options)
			if (!reply.ok) return reply
			await reading.store([db.compareQuizzes, db.fetched], async () => {
				await db.compareQuizzes.where({ electionId }).delete()
				await db.compareQuizzes.bulkPut(reply.value)
				await noteFetched(db, quizzesKey(electionId), deps.now())
			})
			return REFRESHED
		},

		async refreshIntro(quizId) {
			const reading = reads.begin()
			const reply = await call(calls.get, { params: { id: quizId } }, reading.options)
			if (!reply.ok) return reply
			await reading.store([db.compareQuizzes], () => db.compareQuizzes.put(reply.value))
			const [read] = await Promise.all([
				refreshMaterial(reading, [reply.value]),
				elections.refresh(reply.value.electionId),
			])
			return read
		},

		async refreshPackages(electionId) {
			const quizzes = await db.compareQuizzes.where({ electionId }).toArray()
			const today = dayOf(deps.now())
			const active = quizzes.filter((quiz) => isActiveOn(quiz, today))
			return active.length === 0 ? REFRESHED : refreshMaterial(reads.begin(), active)
		},
	}
}
