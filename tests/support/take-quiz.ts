import type { QuizAttempt, QuizState } from '#contract/quiz.ts'
import type { QuizType } from '#domain/types.ts'
import type { RegisteredVoter } from './built-server.ts'

type Voter = Pick<RegisteredVoter, 'token'>

const api = async <Reply>(
	origin: string,
	{ token }: Voter,
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

/**
 * Answers the rest of a voter's only attempt through the API, as on another device, except for skipped statements and
 * the last `leave` ones. @param valueAt null skips the statement.
 * @returns the value of each answered statement, in the order of the answers.
 */
export const answerRest = async (
	origin: string,
	voter: Voter,
	leave: number,
	valueAt: (index: number) => number | null = () => 1,
): Promise<Map<string, number>> => {
	const [attempt] = await api<QuizAttempt[]>(origin, voter, '/quiz/history')
	const id = attempt?.id
	const state = await api<QuizState>(origin, voter, `/v2/quiz/state/${id}`)
	const seen = new Set(state.answers?.map(({ policyId }) => policyId))
	for (const policyId of state.skippedPolicyIds ?? []) seen.add(policyId)
	const rest = state.allPolicies.filter((policy) => !seen.has(policy.id))
	const given = new Map<string, number>()
	for (const [index, { id: policyId, text }] of rest.slice(0, rest.length - leave).entries()) {
		const value = valueAt(index)
		const common = { responseTimeMs: 0, policyId }
		const answer =
			value === null
				? { ...common, interactionType: 'SKIP' }
				: { ...common, interactionType: state.quizType, value }
		await api(origin, voter, `/v2/quiz/interact/${id}`, answer)
		if (value !== null) given.set(text, value)
	}
	return given
}

/**
 * Agrees with the first candidate mostly, and less with each one after: a lead that no single change ends.
 */
export const clearly: GiveAnswer = (candidate, index) =>
	candidate === 0 ? (index < 7 ? 2 : 0) : index % 3 === 0 ? 1 : -candidate + 1

/**
 * The state with positions of the candidates on statements of others: all values, and every sixth unknown. Each
 * candidate's first statement is about the economy, the others about education.
 */
export const withPositions = (state: QuizState): QuizState => {
	const ids = [...new Set(state.allPolicies.map(({ candidateId }) => candidateId))].toSorted()
	const seen = new Set<string>()
	const allPolicies = state.allPolicies.map((policy, index) => {
		const isFirst = !seen.has(policy.candidateId)
		seen.add(policy.candidateId)
		const known = ids.flatMap((id, at) => {
			const value = ((index + at) % 6) - 2
			return id === policy.candidateId || value > 2 ? [] : [[id, value] as const]
		})
		const category = isFirst ? 'ECONOMY' : 'EDUCATION'
		return { ...policy, category, positions: Object.fromEntries(known) }
	})
	return { ...state, allPolicies }
}
