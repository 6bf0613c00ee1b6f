import * as v from 'valibot'
import type { PageOf } from '#contract/admin/fields.ts'
import { type ManagedQuiz, manageQuizzes, QuizFields } from '#contract/admin/quizzes.ts'
import { type CompareQuiz, compareQuizzes } from '#contract/compare-quizzes.ts'
import { elections } from '#contract/elections.ts'
import { mapOk, type Result } from '#domain/types.ts'
import type { CallOptions } from '#http/client.ts'
import type { Failure } from '#http/failure.ts'
import { call, serverClock } from '#web/app/api.ts'
import { capabilities } from '#web/app/capabilities.ts'
import { given, listFallback, mentions } from '../kit/queries.ts'

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
	return mapOk(reply, (quizzes) => quizzes.map(asManaged))
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
	const query = given({ after, search, electionId })
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
	return mapOk(await call(compareQuizzes.get, { params }), asManaged)
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
