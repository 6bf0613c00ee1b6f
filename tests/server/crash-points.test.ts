import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/table.ts'
import type { Result } from '#domain/types.ts'
import type { CallOptions } from '#http/client.ts'
import type { Failure } from '#http/failure.ts'
import {
	candidateFields,
	electionFields,
	makeCandidate,
	makeCatalogue,
	makeElection,
	quizFields,
} from '../support/administration.ts'
import { contentsOf, differenceOf } from '../support/contents.ts'
import { answerTo, quiz1912, replyOf } from '../support/quizzes.ts'
import { createTestServer, type TestServer, type Voter } from '../support/server.ts'
import { type Watch, watching } from '../support/statements.ts'
import { begun, guess, guessBody } from '../support/test-sessions.ts'

// The database is lost between every two statements of each write.

const { auth, quiz, knowledgeTest } = endpoints
const { manageCandidates, manageElections, managePolicies, manageQuizzes } = endpoints

let server: TestServer
let admin: Voter
beforeEach(async () => {
	server = await createTestServer({ sample: true, log: () => undefined })
	admin = await server.registerVoter('boss', ['ROLE_ADMIN'])
})

/** A call as a device repeats it: with the same key each time. */
type Send = (options: CallOptions) => Promise<Result<unknown, Failure>>

/** A voter who has begun a quiz, which is always drawn the same way. */
const begin = async (quizType: 'SCALE' | 'POLICY_PICK') => {
	const voter = await server.registerVoter()
	const params = { compareQuizId: await quiz1912(voter, quizType) }
	const state = replyOf(await voter.call(quiz.start, { params, body: { seed: 'one' } }))
	return { voter, state, params: { attemptId: state.quizAttemptId ?? '' } }
}

const pick = async () => {
	const { voter, state, params } = await begin('POLICY_PICK')
	const selectedPolicyIds = state.allPolicies.slice(0, 8).map(({ id }) => id)
	const body = { interactionType: 'POLICY_PICK' as const, selectedPolicyIds, responseTimeMs: 9 }
	return { voter, params, body }
}

const picked = async () => {
	const { voter, params, body } = await pick()
	replyOf(await voter.call(quiz.interact, { params, body }))
	return { voter, params }
}

let fresh = 0

/** What devices and administrators write, by name: each prepares one more call of its kind. */
const WRITES: Readonly<Record<string, () => Promise<Send>>> = {
	'a registration': async () => {
		const username = `fresh${++fresh}`
		const body = { username, email: `${username}@example.org`, password: 'a good password' }
		return (options) => server.call(auth.register, { body }, options)
	},
	'the start of a quiz': async () => {
		const voter = await server.registerVoter()
		const params = { compareQuizId: await quiz1912(voter, 'SCALE') }
		return (options) => voter.call(quiz.start, { params, body: { seed: 'one' } }, options)
	},
	'an answer': async () => {
		const { voter, state } = await begin('SCALE')
		return (options) => voter.call(quiz.interact, answerTo(state, 0, 2), options)
	},
	'a batch of answers': async () => {
		const { voter, state, params } = await begin('SCALE')
		const operations = [0, 1, 2].map((seq) => {
			const { body } = answerTo(state, seq)
			return { kind: 'INTERACT', key: `b${seq}`, seq, body } as const
		})
		const body = { stream: 'phone', operations }
		return (options) => voter.call(quiz.batch, { params, body }, options)
	},
	'a batch that ends a quiz': async () => {
		const { voter, params } = await picked()
		const operations = [{ kind: 'COMPLETE', key: 'end', seq: 1 } as const]
		const body = { stream: 'phone', operations }
		return (options) => voter.call(quiz.batch, { params, body }, options)
	},
	'a selection': async () => {
		const { voter, params, body } = await pick()
		return (options) => voter.call(quiz.interact, { params, body }, options)
	},
	'the end of a quiz': async () => {
		const { voter, params } = await picked()
		return (options) => voter.call(quiz.complete, { params }, options)
	},
	'the reset of a quiz': async () => {
		const { voter, params } = await picked()
		return (options) => voter.call(quiz.reset, { params, body: { seed: 'two' } }, options)
	},
	'the start of a knowledge test': async () => (options) =>
		server.call(knowledgeTest.start, { body: {} }, options),
	'a guess': async () => {
		const body = await guessBody(server, await begun(server), 0)
		return (options) => server.call(knowledgeTest.submitGuess, { body }, options)
	},
	'the end of a knowledge test': async () => {
		const session = await begun(server)
		replyOf(await guess(server, session, 0))
		const { sessionId } = session
		const body = { sessionId, demographics: { age: '18-24' as const, gender: null } }
		return (options) => server.call(knowledgeTest.complete, { body }, options)
	},
	'a feedback': async () => {
		const { sessionId } = await begun(server)
		const body = { sessionId, feedbackText: 'Good.' }
		return (options) => server.call(knowledgeTest.feedback, { body }, options)
	},
	'a new election': async () => (options) =>
		admin.call(manageElections.create, { body: electionFields() }, options),
	'a change of an election': async () => {
		const { id } = await makeElection(admin)
		const body = electionFields({ name: 'Mayor of Dallas' })
		return (options) => admin.call(manageElections.update, { params: { id }, body }, options)
	},
	'the deletion of an election with its quiz': async () => {
		const { election } = await makeCatalogue(server, admin)
		const params = { id: election.id }
		return (options) => admin.call(manageElections.remove, { params }, options)
	},
	'a new candidate': async () => {
		const { id } = await makeElection(admin)
		const body = candidateFields('Ann', [id])
		return (options) => admin.call(manageCandidates.create, { body }, options)
	},
	'the deletion of a candidate with their policies': async () => {
		const { ann } = await makeCatalogue(server, admin)
		return (options) => admin.call(manageCandidates.remove, { params: { id: ann.id } }, options)
	},
	'a new quiz': async () => {
		const { election, ann, bob } = await makeCatalogue(server, admin)
		const body = quizFields(election.id, [ann.id, bob.id], 'Who is it now?')
		return (options) => admin.call(manageQuizzes.create, { body }, options)
	},
	'a new policy': async () => {
		const { id: candidateId } = await makeCandidate(admin, 'Ann')
		const body = {
			candidateId,
			text: 'Every street of the city shall have a tree.',
			category: 'ENVIRONMENT' as const,
		}
		return (options) => admin.call(managePolicies.create, { body }, options)
	},
}

/** No write has so many statements; a loop that does not end would end here. */
const MOST_STATEMENTS = 60

/** Loses the database at the n-th statement, once. */
const faultAt = (n: number, moment: keyof Watch) => {
	let seen = 0
	const watch: Watch = {
		[moment]: (_: string, lose: () => never) => {
			if (++seen === n) lose()
		},
	}
	return { watch, struck: () => seen >= n }
}

/** A refusal by which a device knows that the same call may succeed. */
const COME_BACK = { kind: 'problem', retryAfterMs: expect.any(Number) }

/** Repeats a call as a device does, which is told to come back while the database has not let go of a lost connection yet. */
const repeat = async (send: Send, options: CallOptions): Promise<void> => {
	let reply = await send(options)
	for (let tries = 0; !reply.ok && tries < 100; tries++) {
		expect(reply.error).toMatchObject(COME_BACK)
		reply = await send(options)
	}
	replyOf(reply)
}

describe('whatever statement the database is lost at, the repetition succeeds and the effect is there once', () => {
	it.each(Object.keys(WRITES))(
		'of %s',
		async (name) => {
			const prepare = WRITES[name]
			if (prepare === undefined) throw new Error('no such write')
			const effectOf = async (work: (send: Send, options: CallOptions) => Promise<unknown>) => {
				const send = await prepare()
				const before = await contentsOf(server.db)
				await work(send, { idempotencyKey: randomUUID() })
				return differenceOf(before, await contentsOf(server.db))
			}
			const expected = await effectOf(async (send, options) => replyOf(await send(options)))
			expect(expected).not.toEqual({})
			for (const moment of ['before', 'after'] as const) {
				let n = 1
				for (; n <= MOST_STATEMENTS; n++) {
					const { watch, struck } = faultAt(n, moment)
					const effect = await effectOf(async (send, options) => {
						const first = await watching(watch, () => send(options))
						if (!first.ok) expect(first.error).toMatchObject(COME_BACK)
						await repeat(send, options)
					})
					expect(effect, `${moment} statement ${n}`).toEqual(expected)
					if (!struck()) break
				}
				expect(n).toBeGreaterThan(3)
				expect(n).toBeLessThan(MOST_STATEMENTS)
			}
		},
		180_000,
	)
})
