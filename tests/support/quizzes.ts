import { endpoints } from '#contract/index.ts'
import type { InteractBody, QuizState } from '#contract/quiz.ts'
import type { QuizType, Result } from '#domain/types.ts'
import type { Failure } from '#http/failure.ts'
import type { TestServer, Voter } from './server.ts'

const { elections, compareQuizzes, quiz } = endpoints

/** Returns the reply of a call. @throws if the call failed. */
export const replyOf = <Value>(result: Result<Value, Failure>): Value => {
	if (result.ok) return result.value
	throw new Error(`the call failed: ${JSON.stringify(result.error)}`)
}

/** Returns the failure of a call. @throws if the call was not refused. */
export const refusalOf = (result: Result<unknown, Failure>) => {
	if (!result.ok && result.error.kind === 'problem') return result.error
	throw new Error(`the call was not refused: ${JSON.stringify(result)}`)
}

/** The 1912 sample election. */
export const election1912 = async (voter: Voter) => {
	const all = replyOf(await voter.call(elections.active, {}))
	const found = all.find((election) => election.name.includes('1912'))
	if (found === undefined) throw new Error('the sample election of 1912 is missing')
	return found
}

/** Id of the 1912 sample quiz of a type. */
export const quiz1912 = async (voter: Voter, quizType: QuizType): Promise<string> => {
	const { id } = await election1912(voter)
	const params = { electionId: id }
	const all = replyOf(await voter.call(compareQuizzes.ofElection, { params }))
	const found = all.find((candidate) => candidate.quizType === quizType)
	if (found === undefined) throw new Error(`the sample quiz of type ${quizType} is missing`)
	return found.id
}

/** Starts a 1912 quiz. */
export const started = async (
	voter: Voter,
	quizType: QuizType,
): Promise<QuizState & { readonly attemptId: string }> => {
	const compareQuizId = await quiz1912(voter, quizType)
	const state = replyOf(await voter.call(quiz.start, { params: { compareQuizId } }))
	return { ...state, attemptId: state.quizAttemptId ?? '' }
}

/** Answer value of the statement at `index`. Covers all values of the type. */
const valueAt = (quizType: QuizType, index: number): number =>
	quizType === 'SCALE' ? (index % 5) - 2 : index % 2

/** Input of the call that answers a statement. */
export const answerTo = (state: QuizState, index: number, value?: number) => {
	const body = {
		interactionType: state.quizType,
		policyId: state.allPolicies[index]?.id ?? '',
		value: value ?? valueAt(state.quizType, index),
		responseTimeMs: 1200,
	}
	// The server validates the combination of type and value.
	return { params: { attemptId: state.quizAttemptId ?? '' }, body: body as InteractBody }
}

/** Answers the first `count` statements; for a POLICY_PICK, picks every second one. */
export const answerAll = async (
	voter: Voter,
	state: QuizState,
	count = state.totalQuestions,
): Promise<QuizState> => {
	const params = { attemptId: state.quizAttemptId ?? '' }
	if (state.quizType === 'POLICY_PICK') {
		const selectedPolicyIds = state.allPolicies.filter((_, i) => i % 2 === 0).map(({ id }) => id)
		const body = { interactionType: 'POLICY_PICK', selectedPolicyIds, responseTimeMs: 0 } as const
		return replyOf(await voter.call(quiz.interact, { params, body }))
	}
	let latest = state
	for (let index = 0; index < count; index++) {
		latest = replyOf(await voter.call(quiz.interact, answerTo(state, index)))
	}
	return latest
}

/** Starts, answers, and completes a quiz. */
export const completed = async (voter: Voter, quizType: QuizType) => {
	const state = await started(voter, quizType)
	await answerAll(voter, state)
	const params = { attemptId: state.attemptId }
	return { ...state, ...replyOf(await voter.call(quiz.complete, { params })) }
}

export interface Raw {
	readonly status: number
	readonly headers: Headers
	/** Undefined if the reply is not JSON. */
	readonly body: unknown
}

/** Sends a raw request, bypassing the client. */
export const raw = async (
	server: TestServer,
	path: string,
	{ token, json, ...init }: RequestInit & { readonly token?: string; readonly json?: unknown } = {},
): Promise<Raw> => {
	const headers = new Headers(init.headers)
	if (token) headers.set('authorization', `Bearer ${token}`)
	if (json !== undefined) headers.set('content-type', 'application/json')
	const sent = json === undefined ? {} : { method: 'POST', body: JSON.stringify(json) }
	const response = await server.app.request(path, { ...sent, ...init, headers })
	const isJson = response.headers.get('content-type')?.includes('json')
	return {
		status: response.status,
		headers: response.headers,
		body: isJson ? await response.json() : undefined,
	}
}
