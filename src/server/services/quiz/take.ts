import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { HandlerInput } from '#contract/endpoint.ts'
import type { BeginBody, quiz } from '#contract/quiz.ts'
import { drawStatements } from '#domain/draw-statements.ts'
import type { Attempt } from '#domain/quiz.ts'
import { FORMULA_VERSION, type FormulaVersion, formulaOf, OWNERS_FORMULA } from '#domain/score.ts'
import type { Statement } from '#domain/types.ts'
import type { Db } from '../../db/open.ts'
import { attempts, users } from '../../db/schema.ts'
import { isRowId, rowId } from '../../db/sql.ts'
import { accountGone, serviceError, unauthorized } from '../../http/errors.ts'
import type { WeighedPolicy } from '../candidates/read.ts'
import { hasCompareQuiz, type MaterialOf, type QuizMaterial } from '../compare-quizzes/read.ts'
import {
	type AttemptRow,
	findBefore,
	findRestored,
	foldAttempt,
	lockOwnAttempt,
} from './attempts.ts'
import { closed, openMaterial } from './closed.ts'
import { runOnce, type VoterContext } from './idempotency.ts'
import { type SentState, toState } from './read.ts'

/** Locks the voter, so that two starts cannot both find no attempt. @throws 401 if erased or deleted meanwhile. */
const holdVoter = async (tx: Db, userId: string): Promise<void> => {
	const [held] = await tx
		.select({ deletedAt: users.deletedAt })
		.from(users)
		.where(eq(users.id, userId))
		.for('no key update')
	if (held === undefined) throw accountGone()
	if (held.deletedAt !== null) throw unauthorized()
}

const toStatement = (policy: WeighedPolicy): Statement => ({
	policyId: policy.id,
	candidateId: policy.candidateId,
	text: policy.text,
	weight: policy.weight,
	category: policy.category,
	importance: policy.importance,
	clarity: policy.clarityScore,
	complexity: policy.complexityLevel,
	background: policy.background,
	backgroundSource: policy.backgroundSource,
	...(Object.keys(policy.positions).length > 0 && { positions: policy.positions }),
})

const untouched = ({ quizType, status, statements, formula }: AttemptRow): Attempt => ({
	...{ quizType, status, statements, formula },
	answers: {},
	selection: null,
})

/** Formula of a new attempt. A client that drew the statements without naming a formula knows owners only. */
const formulaFor = (body: BeginBody): FormulaVersion =>
	formulaOf({
		formula: body?.formula ?? (body?.seed === undefined ? FORMULA_VERSION : OWNERS_FORMULA),
	})

interface Beginning {
	readonly userId: string
	/** As the formula of the attempt knows it. */
	readonly material: QuizMaterial
	readonly body: BeginBody
	readonly now: Date
}

/** Reuses the id an attempt had before a backup was restored, unless it is taken. */
const freeId = async (tx: Db, wanted: string | undefined): Promise<string> => {
	if (wanted === undefined || !isRowId(wanted)) return randomUUID()
	const taken = await tx.select({ id: attempts.id }).from(attempts).where(eq(attempts.id, wanted))
	return taken.length > 0 ? randomUUID() : wanted
}

const beginAttempt = async (
	tx: Db,
	{ userId, material, body, now }: Beginning,
): Promise<AttemptRow> => {
	const seed = body?.seed ?? randomUUID()
	const { quiz, candidates, policies } = material
	const ids = candidates.map(({ id }) => id)
	const row: AttemptRow = {
		id: await freeId(tx, body?.restores),
		userId,
		compareQuizId: quiz.id,
		electionId: quiz.electionId,
		quizName: quiz.name,
		electionName: quiz.electionName ?? '',
		// A voter who began offline keeps the type they saw, even if it has changed since.
		quizType: body?.quizType ?? quiz.quizType,
		status: 'IN_PROGRESS',
		seed,
		formula: formulaFor(body),
		statements: drawStatements(ids, policies, seed).map(toStatement),
		candidates,
		startedAt: now,
		completedAt: null,
		supersededAt: null,
	}
	await tx.insert(attempts).values(row)
	return row
}

type Input = HandlerInput<typeof quiz.start>

/** Starts a quiz or resumes the attempt in progress. @throws 409 if it is completed or cannot be taken. */
export const start = (
	context: VoterContext,
	{ params, body }: Input,
	materialOf: MaterialOf,
): Promise<SentState> => {
	const target = rowId(params.compareQuizId)
	return runOnce(context, { kind: 'START', target, body }, async (tx, record) => {
		const { user, now } = context
		await holdVoter(tx, user.id)
		const restored = await findRestored(tx, user.id, body?.restores)
		const { live, completed } = await findBefore(tx, user.id, target)
		const there = restored ?? live
		if (there !== null) {
			await record({ attemptId: there.id, applied: false, consent: body?.consent })
			return toState(there, await foldAttempt(tx, there))
		}
		if (completed && body?.restores === undefined)
			throw serviceError('conflict', 'quiz-already-completed')
		const material = await openMaterial(tx, target, now, materialOf, formulaFor(body))
		const row = await beginAttempt(tx, { userId: user.id, material, body, now })
		const revision = await record({ attemptId: row.id, applied: true, consent: body?.consent })
		return toState(row, { ...untouched(row), revision })
	})
}

type ResetInput = HandlerInput<typeof quiz.reset>

const gone = () => serviceError('conflict', 'quiz-gone')

/** Supersedes an attempt with a new one; completed ones stay. Returns a newer attempt if there is one. */
export const reset = (
	context: VoterContext,
	{ params, body }: ResetInput,
	materialOf: MaterialOf,
): Promise<SentState> => {
	const target = rowId(params.attemptId)
	return runOnce(context, { kind: 'RESET', target, body }, async (tx, record) => {
		const { user, now } = context
		await holdVoter(tx, user.id)
		const row = await lockOwnAttempt(tx, user.id, target)
		if (row.compareQuizId === null) throw gone()
		const { live } = await findBefore(tx, user.id, row.compareQuizId)
		const restored = await findRestored(tx, user.id, body?.restores)
		const there = restored ?? (live?.id === row.id ? null : live)
		if (there !== null) {
			await record({ attemptId: there.id, applied: false, consent: body?.consent })
			return toState(there, await foldAttempt(tx, there))
		}
		if (!(await hasCompareQuiz(tx, row.compareQuizId))) {
			throw await closed(tx, row.compareQuizId, now, gone())
		}
		const formula = formulaFor(body)
		const material = await openMaterial(tx, row.compareQuizId, now, materialOf, formula)
		if (live !== null) {
			await tx.update(attempts).set({ supersededAt: now }).where(eq(attempts.id, live.id))
		}
		const fresh = await beginAttempt(tx, { userId: user.id, material, body, now })
		const revision = await record({ attemptId: fresh.id, applied: true, consent: body?.consent })
		return toState(fresh, { ...untouched(fresh), revision })
	})
}
