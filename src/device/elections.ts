import type { Policy } from '#contract/candidates.ts'
import { compareQuizzes as quizCalls } from '#contract/compare-quizzes.ts'
import { elections as calls } from '#contract/elections.ts'
import { nextFirst } from '#domain/jurisdiction.ts'
import { ELECTIONS_FRESH_MS } from '#domain/limits.ts'
import { type QuizValidation, saysAlreadyDone, validateQuiz } from '#domain/quiz.ts'
import { type CoreContext, type LocalContext, userKey } from './context.ts'
import type {
	StoredAttempt,
	StoredCandidate,
	StoredElection,
	StoredPolicy,
	StoredQuiz,
} from './db.ts'
import {
	activeOf,
	materialSteps,
	notePack,
	packTables,
	policiesKey,
	quizzesKey,
	refreshQuizzes,
	validationKey,
} from './offline-pack-store.ts'
import { allRefreshed, isFresh, noteFetched, REFRESHED, type Refreshed } from './reads.ts'

const ACTIVE = 'elections/active'

export interface Elections {
	/** The stored active elections: the next one first, past ones last, then by name; null before anything was ever read. */
	active(): Promise<StoredElection[] | null>
	get(id: string): Promise<StoredElection | null>
	/** The server's day, by which elections are past, YYYY-MM-DD; null before a server has told the time. */
	today(): string | null
	/** Reads the active elections from the server when what is stored is older than five minutes, or always with `force`. */
	refreshActive(options?: { readonly force?: boolean }): Promise<Refreshed>
	/** Reads one election. One that the server does not know is forgotten here too. */
	refresh(id: string): Promise<Refreshed>
}

/** Elections on the device, so that the lists open at once and without a connection. */
export const createElections = (deps: CoreContext): Elections => {
	const { db, call, reads } = deps
	const { today } = deps.serverClock

	return {
		async active() {
			const [rows, fetched] = await Promise.all([db.elections.toArray(), db.fetched.get(ACTIVE)])
			if (fetched === undefined) return null
			// One for all: comparing ten thousand names without it takes as long as reading them.
			const byName = new Intl.Collator()
			const byDay = nextFirst(today())
			return rows
				.filter((election) => election.active)
				.sort((a, b) => byDay(a, b) || byName.compare(a.name, b.name))
		},

		get: async (id) => (await db.elections.get(id)) ?? null,

		today,

		async refreshActive({ force = false } = {}) {
			if (!force && (await isFresh(deps, ACTIVE, ELECTIONS_FRESH_MS))) return REFRESHED
			const reading = reads.begin()
			const reply = await call(calls.active, {}, reading.options)
			if (!reply.ok) return reply
			const elections = deps.serverClock.learn(reply.value)
			await reading.store([db.elections, db.fetched], async () => {
				const known = new Set(elections.map((election) => election.id))
				const gone = await db.elections.filter((row) => row.active && !known.has(row.id)).toArray()
				// No longer among the active ones; kept for the attempts that speak of it.
				await db.elections.bulkPut(gone.map((row) => ({ ...row, active: false })))
				await db.elections.bulkPut(elections)
				await noteFetched(db, ACTIVE, deps.now())
			})
			return REFRESHED
		},

		async refresh(id) {
			const reading = reads.begin()
			const reply = await call(calls.get, { params: { id } }, reading.options)
			if (reply.ok) {
				const elections = deps.serverClock.learn([reply.value])
				await reading.store([db.elections], () => db.elections.bulkPut(elections))
			} else if (reply.error.kind === 'problem' && reply.error.status === 404) {
				await reading.store([db.elections], () => db.elections.delete(id))
			}
			return reply.ok ? REFRESHED : reply
		},
	}
}

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
	/** The intros of the quizzes of {@link activeOf}. */
	introsOf(electionId: string): Promise<QuizIntro[] | null>
	refreshOf(electionId: string): Promise<Refreshed>
	/**
	 * Reads everything that {@link QuizIntro} is made of; what cannot be read leaves what is stored. Where that completes
	 * the package of its election, it is noted.
	 */
	refreshIntro(quizId: string): Promise<Refreshed>
}

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
	deps: Pick<LocalContext, 'db' | 'user' | 'serverClock'>,
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
		? validateQuiz({ ...quiz, candidates: counted }, deps.serverClock.today(), done)
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

/** @param refreshHistory an intro says whether its quiz was begun or taken, on any device: the history is read with it. */
export const createCompareQuizzes = (
	deps: CoreContext,
	elections: Elections,
	refreshHistory: () => Promise<Refreshed>,
): CompareQuizzes => {
	const { db, call, reads } = deps

	const activeQuizzes = async (electionId: string): Promise<StoredQuiz[] | null> => {
		const [rows, fetched] = await Promise.all([
			db.compareQuizzes.where({ electionId }).toArray(),
			db.fetched.get(quizzesKey(electionId)),
		])
		if (fetched === undefined) return null
		return activeOf(rows, deps.serverClock.today()).sort((a, b) => a.name.localeCompare(b.name))
	}

	return {
		get: async (id) => (await db.compareQuizzes.get(id)) ?? null,

		activeOf: activeQuizzes,

		async introsOf(electionId) {
			const quizzes = await activeQuizzes(electionId)
			if (quizzes === null) return null
			const intros = await Promise.all(quizzes.map(({ id }) => readIntro(deps, id)))
			return intros.filter((intro) => intro !== null)
		},

		intro: (quizId) => readIntro(deps, quizId),

		async refreshOf(electionId) {
			const quizzes = await refreshQuizzes(deps, reads.begin(), electionId)
			return quizzes.ok ? REFRESHED : quizzes
		},

		async refreshIntro(quizId) {
			const reading = reads.begin()
			const reply = await call(quizCalls.get, { params: { id: quizId } }, reading.options)
			if (!reply.ok) return reply
			const quizzes = deps.serverClock.learn([reply.value])
			await reading.store([db.compareQuizzes], () => db.compareQuizzes.bulkPut(quizzes))
			const { electionId } = reply.value
			const steps = materialSteps(deps, reading, quizzes)
			const [read] = await Promise.all([
				Promise.all([...steps.map((step) => step()), refreshHistory()]).then(allRefreshed),
				elections.refresh(electionId),
			])
			// The only quiz of an election is opened without its list, and may be the whole package.
			await reading.store(packTables(db), () => notePack(db, electionId, deps.serverClock.today()))
			return read
		},
	}
}
