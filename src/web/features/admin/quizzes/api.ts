import * as v from 'valibot'
import { type ManagedCandidate, manageCandidates } from '#contract/admin/candidates.ts'
import { PAGE_SIZE_MAX, type PageOf } from '#contract/admin/fields.ts'
import { type ManagedQuiz, manageQuizzes, QuizFields } from '#contract/admin/quizzes.ts'
import { candidates } from '#contract/candidates.ts'
import { type CompareQuiz, compareQuizzes } from '#contract/compare-quizzes.ts'
import { elections } from '#contract/elections.ts'
import type { Result } from '#domain/types.ts'
import type { CallOptions } from '#http/client.ts'
import type { Failure } from '#http/failure.ts'
import { call, serverClock } from '#web/app/api.ts'
import { capabilities } from '#web/app/capabilities.ts'
import { hasStatus } from '../kit/errors.ts'
import { listFallback, mentions } from '../kit/queries.ts'

export interface QuizFilter {
	readonly search: string
	readonly electionId: string | undefined
}

const asManaged = (quiz: CompareQuiz): ManagedQuiz => ({
	...quiz,
	valid: null,
	message: null,
	policyCount: null,
})

const ofElection = async (
	electionId: string,
	signal: AbortSignal,
): Promise<Result<readonly ManagedQuiz[], Failure>> => {
	const reply = await call(compareQuizzes.ofElection, { params: { electionId } }, { signal })
	return reply.ok ? { ok: true, value: reply.value.map(asManaged) } : reply
}

/** Reads the quizzes election by election: such a server has no call for all of them. */
const ofAllElections = async (
	signal: AbortSignal,
): Promise<Result<readonly ManagedQuiz[], Failure>> => {
	const all = await call(elections.list, {}, { signal })
	if (!all.ok) return all
	const found: ManagedQuiz[] = []
	for (const { id, name } of all.value) {
		const some = await ofElection(id, signal)
		if (!some.ok) return some
		found.push(...some.value.map((quiz) => ({ ...quiz, electionName: quiz.electionName ?? name })))
	}
	return { ok: true, value: found }
}

export const readQuizzes = async (
	{ search, electionId }: QuizFilter,
	after: string | undefined,
	signal: AbortSignal,
): Promise<Result<PageOf<ManagedQuiz>, Failure>> => {
	const query = {
		...(after && { after }),
		...(search && { search }),
		...(electionId !== undefined && { electionId }),
	}
	const page = await listFallback(
		() => call(manageQuizzes.page, { query }, { signal }),
		() => (electionId === undefined ? ofAllElections(signal) : ofElection(electionId, signal)),
		({ name, electionName }) => mentions(search, [name, electionName]),
	)
	if (page.ok) serverClock.learn(page.value.rows)
	return page
}

export const readQuiz = async (id: string): Promise<Result<ManagedQuiz, Failure>> => {
	const params = { id }
	if (capabilities.has('records')) return call(manageQuizzes.get, { params })
	const plain = await call(compareQuizzes.get, { params })
	return plain.ok ? { ok: true, value: asManaged(plain.value) } : plain
}

export const readStanding = async (
	electionId: string,
	signal: AbortSignal,
): Promise<Result<readonly ManagedCandidate[], Failure>> => {
	if (!capabilities.has('records')) return standingForVoters(electionId, signal)
	const rows: ManagedCandidate[] = []
	let after: string | undefined
	do {
		const query = { electionId, size: String(PAGE_SIZE_MAX), ...(after && { after }) }
		const page = await call(manageCandidates.page, { query }, { signal })
		if (!page.ok) return page
		rows.push(...page.value.rows)
		after = page.value.next ?? undefined
	} while (after !== undefined)
	return { ok: true, value: rows }
}

const standingForVoters = async (
	electionId: string,
	signal: AbortSignal,
): Promise<Result<readonly ManagedCandidate[], Failure>> => {
	const plain = await call(candidates.ofElection, { params: { electionId } }, { signal })
	if (plain.ok) {
		const counts = { policyCount: null, validatedCount: null }
		return { ok: true, value: plain.value.map((candidate) => ({ ...candidate, ...counts })) }
	}
	// The specification has this fallback.
	if (!hasStatus(plain.error, 404)) return plain
	const all = await call(manageCandidates.list, {}, { signal })
	if (!all.ok) return all
	const stands = (one: ManagedCandidate): boolean =>
		one.electionId === electionId || one.electionIds.includes(electionId)
	return { ok: true, value: all.value.filter(stands) }
}

const refusalOf = ([issue]: readonly v.BaseIssue<unknown>[]): Failure => ({
	kind: 'problem',
	status: 422,
	message: issue?.message ?? '',
	errors: [],
	retryAfterMs: null,
})

/**
 * Sets or clears the active flag. Updates the whole quiz if the server has no activate call. Validation rejects a quiz
 * with unknown fields, which the update would erase.
 */
export const switchQuiz = async (
	quiz: ManagedQuiz,
	active: boolean,
	options: CallOptions,
): Promise<Result<ManagedQuiz, Failure>> => {
	const params = { id: quiz.id }
	if (!active) return call(manageQuizzes.deactivate, { params }, options)
	if (capabilities.has('quiz-activation')) {
		return call(manageQuizzes.activate, { params }, options)
	}
	const { name, electionId, startDate, endDate, candidateIds, quizType } = quiz
	const body = v.safeParse(QuizFields, {
		...{ name, electionId, quizType, active, candidateIds },
		...{ startDate: startDate ?? '', endDate: endDate ?? '' },
	})
	if (!body.success) return { ok: false, error: refusalOf(body.issues) }
	return call(manageQuizzes.update, { params, body: body.output }, options)
}
