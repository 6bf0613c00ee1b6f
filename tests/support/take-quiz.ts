import type { QuizAttempt, QuizState } from '#contract/quiz.ts'
import type { QuizType } from '#domain/types.ts'
import type { RegisteredVoter } from './built-server.ts'

const api = async <Reply>(
	origin: string,
	{ token }: RegisteredVoter,
	path: string,
	body?: unknown,
): Promise<Reply> => {
	const reply = await fetch(`${origin}/api${path}`, {
		method: body === undefined ? 'GET' : 'POST',
		headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
		...(body !== undefined && { body: JSON.stringify(body) }),
	})
	if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
	return (await reply.json()) as Reply
}

interface Named {
	readonly id: string
	readonly name: string
	readonly quizType: QuizType
}

export type GiveAnswer = (candidate: number, index: number) => number

interface Taken {
	readonly electionId: string
	readonly attemptId: string
	readonly quizId: string
	readonly state: QuizState
}

const answersOf = ({ allPolicies }: QuizState, give: GiveAnswer) => {
	const ids = [...new Set(allPolicies.map(({ candidateId }) => candidateId))].toSorted()
	const counts = new Map<string, number>()
	return allPolicies.map(({ id, candidateId }) => {
		const index = counts.get(candidateId) ?? 0
		counts.set(candidateId, index + 1)
		return { policyId: id, value: give(ids.indexOf(candidateId), index) }
	})
}

const electionOf = async (origin: string, voter: RegisteredVoter): Promise<string> => {
	const elections = await api<Named[]>(origin, voter, '/elections/active')
	return elections.find(({ name }) => name.includes('1912'))?.id ?? ''
}

/** Id of the 1912 quiz of a type. */
export const quizOf = async (
	origin: string,
	voter: RegisteredVoter,
	quizType: QuizType,
): Promise<string> => {
	const electionId = await electionOf(origin, voter)
	const quizzes = await api<Named[]>(origin, voter, `/compare-quizzes/election/${electionId}`)
	return quizzes.find((quiz) => quiz.quizType === quizType)?.id ?? ''
}

/** Takes a 1912 quiz through the API, as on another device. @param until `begun` gives three answers. */
export const takeQuiz = async (
	origin: string,
	voter: RegisteredVoter,
	quizType: QuizType,
	give: GiveAnswer,
	until: 'begun' | 'answered' | 'completed' = 'completed',
): Promise<Taken> => {
	const quizId = await quizOf(origin, voter, quizType)
	const state = await api<QuizState>(origin, voter, `/v2/quiz/start/${quizId}`, {})
	const path = `/v2/quiz/interact/${state.quizAttemptId}`
	const common = { interactionType: quizType, responseTimeMs: 0 }
	const given = answersOf(state, give)
	if (quizType === 'POLICY_PICK') {
		const picked = given.filter(({ value }) => value === 1)
		const selectedPolicyIds = picked.map(({ policyId }) => policyId)
		await api(origin, voter, path, { ...common, selectedPolicyIds })
	} else {
		for (const one of given.slice(0, until === 'begun' ? 3 : given.length))
			await api(origin, voter, path, { ...common, ...one })
	}
	if (until === 'completed')
		await api(origin, voter, `/v2/quiz/complete/${state.quizAttemptId}`, {})
	const electionId = await electionOf(origin, voter)
	return { electionId, attemptId: state.quizAttemptId ?? '', quizId, state }
}

/** Agrees to what is not answered yet of a voter's only attempt, a binary one, over the API. @param leave how many not. */
export const agreeToRest = async (
	origin: string,
	voter: RegisteredVoter,
	leave: number,
): Promise<void> => {
	const [attempt] = await api<QuizAttempt[]>(origin, voter, '/quiz/history')
	const id = attempt?.id
	const { allPolicies, answers } = await api<QuizState>(origin, voter, `/v2/quiz/state/${id}`)
	const answered = new Set(answers?.map(({ policyId }) => policyId))
	const rest = allPolicies.filter((policy) => !answered.has(policy.id))
	for (const policy of rest.slice(0, rest.length - leave)) {
		const answer = { interactionType: 'BINARY', responseTimeMs: 0, policyId: policy.id, value: 1 }
		await api(origin, voter, `/v2/quiz/interact/${id}`, answer)
	}
}

/** The first candidate is agreed with mostly, the others less and less: a lead that nothing small ends. */
export const clearly: GiveAnswer = (candidate, index) =>
	candidate === 0 ? (index < 7 ? 2 : 0) : index % 3 === 0 ? 1 : -candidate + 1
