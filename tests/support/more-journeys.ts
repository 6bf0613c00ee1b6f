import { endpoints } from '#contract/index.ts'
import { answerTo, quiz1912, replyOf, started } from './quizzes.ts'
import type { TestServer, Voter } from './server.ts'
import { begun, guess, guessBody } from './test-sessions.ts'

const { auth, candidates, compareQuizzes, elections, feedback, knowledgeTest, quiz, quotes } =
	endpoints
const { passwordResets, policies, testManagement, yourData } = endpoints

export interface Watched {
	readonly server: TestServer
	readonly voter: Voter
	readonly admin: Voter
}

type Path = (watched: Watched) => Promise<unknown>

const takeQuizInBatches: Path = async ({ voter }) => {
	const compareQuizId = await quiz1912(voter, 'BINARY')
	replyOf(await voter.call(compareQuizzes.validate, { params: { id: compareQuizId } }))
	const state = await started(voter, 'BINARY')
	const params = { attemptId: state.attemptId }
	const answers = state.allPolicies.map((_, seq) => {
		const { body } = answerTo(state, seq)
		return { kind: 'INTERACT' as const, key: `batch ${seq}`, seq, body }
	})
	const end = { kind: 'COMPLETE' as const, key: 'batch end', seq: answers.length }
	for (const operations of [answers.slice(0, 20), [...answers.slice(20), end]]) {
		const { outcomes } = replyOf(
			await voter.call(quiz.batch, { params, body: { stream: 'phone', operations } }),
		)
		expectAll(outcomes)
		replyOf(await voter.call(quiz.state, { params }))
	}
	replyOf(await voter.call(quotes.ofAttempt, { params }))
	replyOf(await voter.call(quiz.attempt, { query: { quizAttemptId: params.attemptId } }))
	replyOf(await voter.call(quiz.history, { query: { before: params.attemptId } }))
	replyOf(await voter.call(quiz.reset, { params }, { idempotencyKey: 'reset' }))
}

const expectAll = (outcomes: readonly { readonly status: number }[]): void => {
	if (outcomes.some(({ status }) => status !== 200)) throw new Error(JSON.stringify(outcomes))
}

const setPassword: Path = async ({ server, admin }) => {
	const voter = await server.registerVoter()
	replyOf(await server.call(auth.forgotPassword, { body: { email: voter.user.email ?? '' } }))
	const open = replyOf(await admin.call(passwordResets.list, {}))
	const link = open.find(({ username }) => username === voter.user.username)?.link ?? ''
	const token = new URL(link).searchParams.get('token') ?? ''
	replyOf(await server.call(auth.resetPassword, { body: { token, password: 'another password' } }))
}

const readAndErase: Path = async ({ server }) => {
	const voter = await server.registerVoter()
	const state = await started(voter, 'SCALE')
	replyOf(await voter.call(quiz.interact, answerTo(state, 0)))
	replyOf(await voter.call(yourData.read, { query: {} }))
	replyOf(await voter.call(yourData.erase, { body: { password: voter.password } }))
}

const browse: Path = async ({ voter }) => {
	replyOf(await voter.call(elections.search, { query: { name: 'president' } }))
	const [first] = replyOf(await voter.call(elections.active, {}))
	const params = { electionId: first?.id ?? '' }
	replyOf(await voter.call(elections.get, { params: { id: params.electionId } }))
	for (const { id } of replyOf(await voter.call(candidates.ofElection, { params }))) {
		replyOf(await voter.call(candidates.get, { params: { id } }))
		replyOf(await voter.call(policies.ofCandidate, { params: { candidateId: id } }))
	}
	for (const { id } of replyOf(await voter.call(compareQuizzes.ofElection, { params }))) {
		replyOf(await voter.call(compareQuizzes.get, { params: { id } }))
	}
}

const takeTestInBatches: Path = async ({ server }) => {
	const session = await begun(server)
	const { sessionId } = session
	const guesses = await Promise.all(
		session.policies.map(async (_, seq) => {
			const { sessionId: _its, ...body } = await guessBody(server, session, seq)
			return { kind: 'GUESS' as const, key: `batch ${seq}`, seq, body }
		}),
	)
	const end = { kind: 'COMPLETE' as const, key: 'batch end', seq: guesses.length, body: {} }
	for (const operations of [guesses.slice(0, 4), [...guesses.slice(4), end]]) {
		const body = { sessionId, stream: sessionId, operations }
		expectAll(replyOf(await server.call(knowledgeTest.batch, { body })).outcomes)
	}
}

const saveProgress: Path = async ({ server }) => {
	const session = await begun(server)
	await guess(server, session, 0, {}, { idempotencyKey: 'guess' })
	const query = { sessionId: session.sessionId }
	replyOf(await server.call(knowledgeTest.saveProgress, { query }))
	replyOf(await server.call(knowledgeTest.candidates, {}))
}

const readFeedback: Path = async ({ admin }) => {
	const { totalPages } = replyOf(await admin.call(feedback.page, { query: { size: '50' } }))
	for (const page of [totalPages - 1, Math.floor(totalPages / 2)]) {
		replyOf(await admin.call(feedback.page, { query: { size: '50', page: String(page) } }))
	}
}

const analyze: Path = async ({ admin }) => {
	for (const { id } of replyOf(await admin.call(testManagement.all, {}))) {
		replyOf(await admin.call(testManagement.analytics, { params: { id: String(id) } }))
	}
}

/** More journeys of voters and moderators, by name. */
export const MORE_JOURNEYS: Readonly<Record<string, Path>> = {
	'take a quiz in batches, read its state and quotes, and reset it': takeQuizInBatches,
	'browse the catalog': browse,
	'request a link and set a password': setPassword,
	'read and erase the account data': readAndErase,
	'guess and save the progress': saveProgress,
	'take a knowledge test in batches': takeTestInBatches,
	'read any page of the feedback': readFeedback,
	'analyze the knowledge test': analyze,
}
