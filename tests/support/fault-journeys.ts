import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { CallInput, Endpoint, Reply } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import type { QuizType } from '#domain/types.ts'
import { type Call, createClient } from '#http/client.ts'
import { answerTo } from './quizzes.ts'

const { auth, elections, compareQuizzes, knowledgeTest, quiz } = endpoints

/** Bypasses the server. */
export type Ask = (
	statement: string,
	values?: readonly unknown[],
) => Promise<{ readonly rows: readonly unknown[] }>

const isPassing = (reply: Awaited<ReturnType<Call>>): boolean =>
	!reply.ok &&
	(reply.error.kind !== 'problem' || [409, 429, 500, 502, 503].includes(reply.error.status))

/** A device that retries each call with the same key, as the app does. */
const deviceOf = (origin: string, token: string | null) => {
	const call = createClient({ baseUrl: `${origin}/api`, fetch, token: () => token })
	return async <Row extends Endpoint>(row: Row, input: CallInput<Row>): Promise<Reply<Row>> => {
		const idempotencyKey = randomUUID()
		for (let tries = 0; tries < 600; tries++) {
			const reply = await call(row, input, { idempotencyKey, timeoutMs: 5000 })
			if (reply.ok) return reply.value
			if (!isPassing(reply)) throw new Error(`refused: ${JSON.stringify(reply.error)}`)
			await sleep(50)
		}
		throw new Error('there was no reply')
	}
}

/** Registers a voter and starts the 1912 quiz. */
export const voterBegins = async (origin: string, number: number, quizType: QuizType = 'SCALE') => {
	const username = `voter${number}`
	const { token } = await deviceOf(origin, null)(auth.register, {
		body: { username, email: `${username}@example.org`, password: 'a good password' },
	})
	const send = deviceOf(origin, token)
	const found = (await send(elections.active, {})).find(({ name }) => name.includes('1912'))
	const params = { electionId: found?.id ?? '' }
	const quizzes = await send(compareQuizzes.ofElection, { params })
	const { id: compareQuizId = '' } = quizzes.find((each) => each.quizType === quizType) ?? {}
	const state = await send(quiz.start, { params: { compareQuizId } })
	return { token, send, state, params: { attemptId: state.quizAttemptId ?? '' } }
}

interface Event {
	readonly kind: string
	readonly policy_id: string | null
	readonly value: number | null
	readonly selected: readonly string[] | null
}

/** Applied events of an attempt, in order. */
export const eventsOf = async (ask: Ask, attemptId: string): Promise<readonly Event[]> => {
	const { rows } = await ask(
		`select kind, policy_id, value, selected from attempt_events
		where attempt_id = $1 and applied order by id`,
		[attemptId],
	)
	return rows as Event[]
}

const ofKind = (events: readonly Event[], kind: string) =>
	events.filter((event) => event.kind === kind)

export interface Way {
	readonly origin: string
	readonly number: number
	readonly ask: Ask
	readonly acknowledged: (entries: number) => void
}

/** A user journey. @returns a function that compares the result with the database at the end. */
type Journey = (way: Way) => Promise<() => Promise<void>>

const expectOnce = (events: readonly Event[]): void => {
	expect(ofKind(events, 'START')).toHaveLength(1)
	expect(ofKind(events, 'COMPLETE')).toHaveLength(1)
}

type Begun = Awaited<ReturnType<typeof voterBegins>>

const expectAnswers = async ({ ask }: Way, { state, params }: Begun): Promise<void> => {
	const events = await eventsOf(ask, params.attemptId)
	const stored = ofKind(events, 'INTERACT').map(({ policy_id, value }) => [policy_id, value])
	expect(stored).toEqual(state.allPolicies.map(({ id }, index) => [id, (index % 5) - 2]))
	expectOnce(events)
}

const inCalls: Journey = async (way) => {
	const begun = await voterBegins(way.origin, way.number)
	const { send, state, params } = begun
	for (const index of state.allPolicies.keys()) {
		await send(quiz.interact, answerTo(state, index))
		way.acknowledged(1)
	}
	await send(quiz.complete, { params })
	expect((await send(quiz.results, { params })).candidates.length).toBeGreaterThan(1)
	return () => expectAnswers(way, begun)
}

/** Small, so that a quiz takes several batches. */
const BATCH = 4

/** Sends a queue in batches until every entry has a result, as the app does. */
const drain = async (
	{ send, params }: Begun,
	queue: CallInput<typeof quiz.batch>['body']['operations'],
	acknowledged: Way['acknowledged'],
): Promise<void> => {
	for (let sent = 0; sent < queue.length; ) {
		const operations = queue.slice(sent, sent + BATCH)
		const { outcomes } = await send(quiz.batch, { params, body: { stream: 'phone', operations } })
		expect(outcomes.filter(({ status }) => status !== 200)).toEqual([])
		sent += outcomes.length
		acknowledged(outcomes.length)
	}
}

const inBatches: Journey = async (way) => {
	const begun = await voterBegins(way.origin, way.number)
	const { send, state, params } = begun
	const answers = state.allPolicies.map((_, seq) => {
		const { body } = answerTo(state, seq)
		return { kind: 'INTERACT' as const, key: randomUUID(), seq, body }
	})
	const end = { kind: 'COMPLETE' as const, key: randomUUID(), seq: answers.length }
	await drain(begun, [...answers, end], way.acknowledged)
	expect((await send(quiz.results, { params })).candidates.length).toBeGreaterThan(1)
	return () => expectAnswers(way, begun)
}

const SELECTIONS = 12

const bySelection: Journey = async (way) => {
	const { send, state, params } = await voterBegins(way.origin, way.number, 'POLICY_PICK')
	const selections: string[][] = []
	for (let first = 0; first < SELECTIONS; first++) {
		const selectedPolicyIds = state.allPolicies.slice(first, first + 8).map(({ id }) => id)
		const body = { interactionType: 'POLICY_PICK' as const, selectedPolicyIds, responseTimeMs: 9 }
		await send(quiz.interact, { params, body })
		way.acknowledged(1)
		selections.push(selectedPolicyIds)
	}
	await send(quiz.complete, { params })
	expect((await send(quiz.results, { params })).candidates.length).toBeGreaterThan(1)
	return async () => {
		const events = await eventsOf(way.ask, params.attemptId)
		expect(ofKind(events, 'INTERACT').map(({ selected }) => selected)).toEqual(selections)
		expectOnce(events)
	}
}

const byGuesses: Journey = async ({ origin, ask, acknowledged }) => {
	const send = deviceOf(origin, null)
	const { sessionId, policies, candidate1, candidate2 } = await send(knowledgeTest.start, {
		body: {},
	})
	const guesses = policies.map(({ policyId }, index) => ({
		...{ sessionId, policyId, responseTimeMs: 1000 + index },
		guessedCandidateId: index % 3 === 0 ? candidate2.id : candidate1.id,
	}))
	let right = 0
	for (const body of guesses) {
		if ((await send(knowledgeTest.submitGuess, { body })).correct) right++
		acknowledged(1)
	}
	const summary = await send(knowledgeTest.complete, { body: { sessionId } })
	expect(summary).toMatchObject({ totalPolicies: guesses.length, correctGuesses: right })
	await send(knowledgeTest.feedback, { body: { sessionId, feedbackText: 'Good.' } })
	return async () => {
		const guessed = await ask(
			`select policy_id, candidate_id, response_time_ms from test_guesses
			where session_id = $1 order by response_time_ms`,
			[sessionId],
		)
		expect(guessed.rows).toEqual(
			guesses.map(({ policyId, guessedCandidateId, responseTimeMs }) => ({
				...{ policy_id: policyId, candidate_id: guessedCandidateId },
				response_time_ms: responseTimeMs,
			})),
		)
		const feedback = await ask('select text from test_feedback where session_id = $1', [sessionId])
		expect(feedback.rows).toEqual([{ text: 'Good.' }])
		const ended = await ask('select completed_at from test_sessions where id = $1', [sessionId])
		expect(ended.rows).toEqual([{ completed_at: expect.any(Date) }])
	}
}

/** Journeys that visitors take in turn. */
export const JOURNEYS: readonly Journey[] = [inCalls, inBatches, bySelection, byGuesses]
