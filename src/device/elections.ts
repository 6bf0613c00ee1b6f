import type { Policy } from '#contract/candidates.ts'
import {
	type QuizValidation,
	compareQuizzes as quizCalls,
	validateQuiz,
} from '#contract/compare-quizzes.ts'
import { elections as calls } from '#contract/elections.ts'
import { countStatements } from '#domain/draw-statements.ts'
import { nextFirst } from '#domain/jurisdiction.ts'
import { ELECTIONS_FRESH_MS } from '#domain/limits.ts'
import { countKnown, saysAlreadyDone } from '#domain/quiz.ts'
import { FORMULA_VERSION, type FormulaVersion, OWNERS_FORMULA } from '#domain/score.ts'
import { isMissing } from '#http/failure.ts'
import { type CoreContext, type LocalContext, userKey } from './context.ts'
import type {
	StoredAttempt,
	StoredCandidate,
	StoredElection,
	StoredPolicy,
	StoredQuiz,
} from './db.ts'
import { readKnowing } from './knowing.ts'
import {
	materialSteps,
	refreshQuizzes,
	refreshValidation,
	storeMaterial,
} from './offline-pack-reader.ts'
import {
	activeOf,
	notePack,
	packTables,
	policiesKey,
	quizzesKey,
	validationKey,
} from './offline-pack-store.ts'
import { allRefreshed, isFresh, noteFetched, REFRESHED, type Refreshed } from './reads.ts'

const ACTIVE = 'elections/active'

export interface Elections {
	/** Returns the stored active elections: next first, past last, then by name. Null before the first read. */
	active(): Promise<StoredElection[] | null>
	get(id: string): Promise<StoredElection | null>
	/** Server's day, YYYY-MM-DD, which decides what is past. Null before the first reply. */
	today(): string | null
	/** Reads the active elections if the stored ones are older than five minutes, or always with `force`. */
	refreshActive(options?: { readonly force?: boolean }): Promise<Refreshed>
	/** Reads one election. Deletes it here if the server returns 404. */
	refresh(id: string): Promise<Refreshed>
}

export const createElections = (deps: CoreContext): Elections => {
	const { db, call, reads } = deps
	const { today } = deps.serverClock

	return {
		async active() {
			const [rows, fetched] = await Promise.all([db.elections.toArray(), db.fetched.get(ACTIVE)])
			if (fetched === undefined) return null
			// One shared collator: comparing 10,000 names without it takes as long as reading them.
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
				// No longer active, but attempts still refer to it.
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
			} else if (isMissing(reply.error)) {
				await reading.store([db.elections], () => db.elections.delete(id))
			}
			return reply.ok ? REFRESHED : reply
		},
	}
}

export interface QuizIntro {
	readonly quiz: StoredQuiz
	readonly election: StoredElection | null
	readonly candidates: readonly StoredCandidate[]
	/** Statements to draw from, with the positions that the formula scores. */
	readonly policies: readonly StoredPolicy[]
	/** Formula of a new attempt. */
	readonly formula: FormulaVersion
	/** Computed here if all statements are stored, else the server's last one. Null if there is neither. */
	readonly validation: QuizValidation | null
	readonly ready: boolean
	readonly inProgress: StoredAttempt | null
	readonly completed: StoredAttempt | null
}

export interface Seen {
	/** Statements of the quiz that the knowledge test on this device has shown with names. Null until they are stored. */
	readonly count: number | null
	readonly isShared: boolean
}

export interface ShownIntro extends QuizIntro {
	/** Null if no knowledge test here has shown owners among the candidates. */
	readonly seen: Seen | null
}

export interface CompareQuizzes {
	get(id: string): Promise<StoredQuiz | null>
	activeOf(electionId: string): Promise<StoredQuiz[] | null>
	intro(quizId: string): Promise<ShownIntro | null>
	introsOf(electionId: string): Promise<QuizIntro[] | null>
	refreshOf(electionId: string): Promise<Refreshed>
	/** Reads what {@link QuizIntro} needs. A failed part leaves the stored data. Records the pack if complete. */
	refreshIntro(quizId: string): Promise<Refreshed>
}

/** Servers that send no status list only validated policies. */
export const isValidated = (policy: Policy): boolean =>
	policy.validationStatus === null || policy.validationStatus === 'VALIDATED'

/**
 * Formula for stored statements. Those of other servers and older builds have no positions, and a server draws a start
 * by such a build with owners alone.
 */
const formulaFor = (policies: readonly StoredPolicy[]): FormulaVersion =>
	policies.every(({ positions }) => Boolean(positions)) ? FORMULA_VERSION : OWNERS_FORMULA

/** Leaves the positions that the formula scores: those of compared candidates. */
export const asFormulaKnows = (
	formula: FormulaVersion,
	candidateIds: readonly string[],
	policies: readonly StoredPolicy[],
): StoredPolicy[] =>
	policies.map(({ positions, ...policy }) => ({
		...policy,
		positions:
			formula > OWNERS_FORMULA
				? Object.fromEntries(
						Object.entries(positions ?? {}).filter(([id]) => candidateIds.includes(id)),
					)
				: {},
	}))

/** Prefers the device's validation. Keeps the server's "already completed", which may come from another device. */
const validationOf = (
	computed: QuizValidation | null,
	fromServer: QuizValidation | null,
	underWay: boolean,
): QuizValidation | null => {
	if (computed === null) return fromServer
	const done = fromServer !== null && !underWay && saysAlreadyDone(fromServer.message)
	return done && computed.valid
		? { ...computed, message: fromServer.message, code: fromServer.code, values: fromServer.values }
		: computed
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
	const [election, found, fromServer, attempts, policies, fetched] = await Promise.all([
		db.elections.get(quiz.electionId),
		db.candidates.bulkGet(quiz.candidateIds),
		db.validations.get(validationKey(userId, quizId)),
		db.attempts.where({ userId, compareQuizId: quizId }).toArray(),
		db.policies.where('candidateId').anyOf(quiz.candidateIds).toArray(),
		db.fetched.bulkGet(quiz.candidateIds.map(policiesKey)),
	])
	const candidates = found.filter((candidate) => candidate !== undefined)
	const validated = policies.filter(isValidated)
	const formula = formulaFor(validated)
	const statements = asFormulaKnows(formula, quiz.candidateIds, validated)
	const ready = candidates.length === found.length && fetched.every((row) => row !== undefined)
	const live = attempts.filter((attempt) => !attempt.superseded)
	const completed = live.filter((attempt) => attempt.status === 'COMPLETED')
	completed.sort((a, b) => (b.completedAt ?? '').localeCompare(a.completedAt ?? ''))
	const counted = countKnown(candidates, statements)
	const inProgress = live.find((attempt) => attempt.status === 'IN_PROGRESS') ?? null
	// Restarted after a reset: the quiz can be answered again.
	const done = completed.length > 0 && inProgress === null
	const policyCount = ready ? countStatements(quiz.candidateIds, statements) : 0
	const computed = ready
		? validateQuiz({ ...quiz, candidates: counted, policyCount }, deps.serverClock.today(), done)
		: null
	return {
		quiz,
		election: election ?? null,
		candidates,
		policies: statements,
		formula,
		validation: validationOf(computed, fromServer ?? null, inProgress !== null),
		ready,
		inProgress,
		completed: completed[0] ?? null,
	}
}

const seenOf = async (
	deps: Pick<LocalContext, 'db' | 'user'>,
	{ quiz, policies, ready, inProgress }: QuizIntro,
): Promise<Seen | null> => {
	const asked = inProgress?.statements.map(({ policyId }) => policyId) ?? []
	const ids = asked.length > 0 ? asked : policies.map(({ id }) => id)
	const { met, isShared, candidateIds } = await readKnowing(deps.db, userKey(deps), new Set(ids))
	if (!quiz.candidateIds.some((id) => candidateIds.has(id))) return null
	return { count: asked.length > 0 || ready ? met.length : null, isShared }
}

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

		async intro(quizId) {
			const intro = await readIntro(deps, quizId)
			return intro && { ...intro, seen: await seenOf(deps, intro) }
		},

		async refreshOf(electionId) {
			const quizzes = await refreshQuizzes(deps, reads.begin(), electionId)
			return quizzes.ok ? REFRESHED : quizzes
		},

		async refreshIntro(quizId) {
			const reading = reads.begin()
			const input = { params: { id: quizId }, query: { include: 'material' } } as const
			const reply = await call(quizCalls.get, input, reading.options)
			if (!reply.ok) return reply
			const { material, ...quiz } = reply.value
			const { electionId, candidateIds } = quiz
			const quizzes = deps.serverClock.learn([quiz])
			await reading.store([db.compareQuizzes], () => db.compareQuizzes.bulkPut(quizzes))
			const steps = material
				? [
						() => storeMaterial(deps, reading, candidateIds, material),
						() => refreshValidation(deps, reading, quizId),
					]
				: materialSteps(deps, reading, quizzes)
			const [read] = await Promise.all([
				Promise.all([...steps.map((step) => step()), refreshHistory()]).then(allRefreshed),
				material ? null : elections.refresh(electionId),
			])
			// An election's only quiz opens without the list, and may be the whole pack.
			await reading.store(packTables(db), () => notePack(db, electionId, deps.serverClock.today()))
			return read
		},
	}
}
