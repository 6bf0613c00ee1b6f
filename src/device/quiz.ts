import type { Message } from '#contract/messages.ts'
import { drawStatements } from '#domain/draw-statements.ts'
import { IMPORTANCE_DEFAULT } from '#domain/limits.ts'
import {
	type Answer,
	type AnswerError,
	answer,
	CONSENT_VERSION,
	complete,
	progress,
	saysAlreadyDone,
} from '#domain/quiz.ts'
import type { Result, Statement } from '#domain/types.ts'
import { type GuardedContext, userKey } from './context.ts'
import type { StoredAttempt, StoredPolicy } from './db.ts'
import { type QuizIntro, readIntro } from './elections.ts'
import { enqueue } from './entries.ts'

/** Reason a quiz was not started. `not-here`: not stored on this device yet. */
export type StartError =
	| { readonly code: 'not-here' }
	| { readonly code: 'completed' }
	| { readonly code: 'invalid'; readonly why: Message }

export type NotFound = { readonly code: 'not-found' }
export type Unfinished = { readonly code: 'unfinished'; readonly missing: number }

/**
 * Commands of a voter. Each writes the device's state and its queue entry in one transaction and resolves after the
 * commit. Rejects with a StoreFault if the device could not store it; nothing is stored then.
 */
export interface QuizCommands {
	/** Starts a quiz with the voter's consent, or returns the attempt in progress. @returns its id on this device. */
	start(quizId: string): Promise<Result<string, StartError>>
	/** Records an answer, a skip or a selection. @param responseTimeMs from 0 to the cap. */
	answer(
		attemptId: string,
		given: Answer,
		responseTimeMs: number,
	): Promise<Result<StoredAttempt, AnswerError | NotFound>>
	/** @param early accepts unanswered statements if every candidate can be scored. */
	complete(
		attemptId: string,
		early?: boolean,
	): Promise<Result<StoredAttempt, Unfinished | NotFound>>
	/** Resets an attempt: keeps it as history and starts a new one. @returns the new attempt's id. */
	reset(attemptId: string): Promise<Result<string, StartError | NotFound>>
}

export const asStatement = (policy: StoredPolicy): Statement => ({
	policyId: policy.id,
	candidateId: policy.candidateId,
	text: policy.text,
	weight: policy.weight ?? policy.importance ?? IMPORTANCE_DEFAULT,
	category: policy.category,
	importance: policy.importance,
	clarity: policy.clarity,
	complexity: policy.complexity,
	background: policy.background,
	backgroundSource: policy.backgroundSource,
	...(Object.keys(policy.positions ?? {}).length > 0 && { positions: policy.positions }),
})

/** Draws a new attempt from stored policies. The server draws the same ones with this seed. */
const freshAttempt = (deps: GuardedContext, intro: QuizIntro): StoredAttempt => {
	const seed = deps.uuid()
	const drawn = drawStatements(intro.quiz.candidateIds, intro.policies, seed)
	return {
		id: deps.uuid(),
		serverId: null,
		userId: userKey(deps),
		compareQuizId: intro.quiz.id,
		electionId: intro.quiz.electionId,
		quizName: intro.quiz.name,
		electionName: intro.quiz.electionName ?? intro.election?.name ?? null,
		quizType: intro.quiz.quizType,
		status: 'IN_PROGRESS',
		seed,
		consent: CONSENT_VERSION,
		formula: intro.formula,
		statements: drawn.map(asStatement),
		candidateIds: intro.quiz.candidateIds,
		answers: {},
		selection: null,
		startedAt: new Date(deps.serverClock.now()).toISOString(),
		completedAt: null,
		settled: 0,
		superseded: false,
		reported: null,
	}
}

const startable = (intro: QuizIntro | null): Result<QuizIntro, StartError> => {
	if (intro === null || !intro.ready) return { ok: false, error: { code: 'not-here' } }
	if (intro.validation !== null && !intro.validation.valid) {
		return { ok: false, error: { code: 'invalid', why: intro.validation } }
	}
	return { ok: true, value: intro }
}

const inTransaction = <Value>(
	{ db, guard }: GuardedContext,
	run: () => Promise<Value>,
): Promise<Value> => {
	const own = [db.attempts, db.outbox, db.notes, db.validations, db.fetched]
	const tables = [...own, db.compareQuizzes, db.elections, db.candidates, db.policies]
	return guard.save(() => db.transaction('rw', tables, async () => run()))
}

const toArgs = (given: Answer) =>
	'policyId' in given ? given : { selectedPolicyIds: [...given.selectedPolicyIds] }

const ownCurrent = async (
	deps: GuardedContext,
	attemptId: string,
): Promise<StoredAttempt | null> => {
	const attempt = await deps.db.attempts.get(attemptId)
	return attempt?.userId === userKey(deps) && !attempt.superseded ? attempt : null
}

/** Copies the choice to the attempt after a reset. The old one keeps its notes, because it stays in the history. */
const copyChoice = async ({ db }: GuardedContext, from: string, to: StoredAttempt) => {
	const notes = await db.notes.get(from)
	if (notes?.choice === undefined) return
	await db.notes.add({ attemptId: to.id, userId: to.userId, choice: notes.choice })
}

const NOT_FOUND = { ok: false, error: { code: 'not-found' } } as const

export const createQuizCommands = (
	context: GuardedContext,
	startSending: () => void,
): QuizCommands => {
	const startAttempt = async (
		deps: GuardedContext,
		quizId: string,
	): Promise<Result<string, StartError>> => {
		const intro = await readIntro(deps, quizId)
		if (intro?.inProgress) return { ok: true, value: intro.inProgress.id }
		if (intro?.completed || saysAlreadyDone(intro?.validation?.message ?? '')) {
			return { ok: false, error: { code: 'completed' } }
		}
		const ready = startable(intro)
		if (!ready.ok) return ready
		const attempt = freshAttempt(deps, ready.value)
		await deps.db.attempts.add(attempt)
		const { id: attemptId, seed, quizType } = attempt
		const { formula } = ready.value
		const args = { attemptId, quizId, seed, consent: CONSENT_VERSION, quizType, formula }
		await enqueue(deps, attemptId, 'quiz.start', args)
		return { ok: true, value: attemptId }
	}

	const resetAttempt = async (
		deps: GuardedContext,
		attemptId: string,
	): Promise<Result<string, StartError | NotFound>> => {
		const old = await deps.db.attempts.get(attemptId)
		if (old?.userId !== userKey(deps)) return NOT_FOUND
		const intro = await readIntro(deps, old.compareQuizId)
		// A repeated reset, or one in two tabs, starts only one attempt.
		if (intro?.inProgress && intro.inProgress.id !== old.id) {
			return { ok: true, value: intro.inProgress.id }
		}
		const ready = startable(intro)
		if (!ready.ok) return ready
		const attempt = freshAttempt(deps, ready.value)
		await deps.db.attempts.add(attempt)
		await copyChoice(deps, old.id, attempt)
		if (old.status === 'IN_PROGRESS') await deps.db.attempts.update(old.id, { superseded: true })
		await enqueue(deps, attempt.id, 'quiz.reset', {
			attemptId: attempt.id,
			resetAttemptId: old.id,
			quizId: old.compareQuizId,
			seed: attempt.seed,
			consent: CONSENT_VERSION,
			quizType: attempt.quizType,
			formula: ready.value.formula,
		})
		return { ok: true, value: attempt.id }
	}

	const recordAnswer = async (
		deps: GuardedContext,
		attemptId: string,
		given: Answer,
		responseTimeMs: number,
	): ReturnType<QuizCommands['answer']> => {
		const attempt = await ownCurrent(deps, attemptId)
		if (attempt === null) return NOT_FOUND
		const answered = answer(attempt, given)
		if (!answered.ok) return answered
		const next = { ...attempt, ...answered.value }
		await deps.db.attempts.put(next)
		const { quizType } = attempt
		const args = { attemptId, quizType, responseTimeMs, ...toArgs(given) }
		await enqueue(deps, attemptId, 'quiz.interact', args)
		return { ok: true, value: next }
	}

	const completeAttempt = async (
		deps: GuardedContext,
		attemptId: string,
		early = false,
	): ReturnType<QuizCommands['complete']> => {
		const attempt = await ownCurrent(deps, attemptId)
		if (attempt === null) return NOT_FOUND
		if (attempt.status === 'COMPLETED') return { ok: true, value: attempt }
		const completed = complete(attempt, early)
		if (!completed.ok) return completed
		const completedAt = new Date(deps.serverClock.now()).toISOString()
		const isEarly = !progress(attempt).isComplete
		const next = { ...attempt, ...completed.value, completedAt, early: isEarly }
		await deps.db.attempts.put(next)
		const args = { attemptId, ...(isEarly && { unanswered: true as const }) }
		await enqueue(deps, attemptId, 'quiz.complete', args)
		return { ok: true, value: next }
	}

	/** Runs a command for the user signed in at its start, even if another one signs in meanwhile. */
	const command = async <Value>(run: (deps: GuardedContext) => Promise<Value>): Promise<Value> => {
		const user = context.user()
		const deps = { ...context, user: () => user }
		const value = await inTransaction(deps, () => run(deps))
		startSending()
		return value
	}

	return {
		start: (quizId) => command((deps) => startAttempt(deps, quizId)),
		answer: (...args) => command((deps) => recordAnswer(deps, ...args)),
		complete: (...args) => command((deps) => completeAttempt(deps, ...args)),
		reset: (attemptId) => command((deps) => resetAttempt(deps, attemptId)),
	}
}
