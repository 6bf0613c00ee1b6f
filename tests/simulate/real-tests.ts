import { inArray } from 'drizzle-orm'
import { VISITOR } from '#device/context.ts'
import * as schema from '#server/db/schema.ts'
import { TEST_FEATURE } from '#server/services/knowledge-test/configurations.ts'
import type { TestServer } from '#tests/support/server.ts'
import {
	type Answered,
	type Effect,
	operationsOf,
	type Sent,
	type TestStanding,
} from './backend.ts'
import { QUIZZES } from './catalogue.ts'

export const insertTest = async ({ db, clock }: TestServer): Promise<void> => {
	const createdAt = clock.now
	const [one, two] = QUIZZES[0]?.pools ?? []
	await db.insert(schema.testConfigurations).values({
		id: '00000005-0000-4000-8000-000000000000',
		candidate1Id: one?.candidateId ?? '',
		candidate2Id: two?.candidateId ?? '',
		active: true,
		createdAt,
	})
	await db
		.insert(schema.settings)
		.values({ key: TEST_FEATURE, value: { enabled: true }, updatedAt: createdAt })
}

interface StartReply {
	readonly sessionId: string
	readonly policies: readonly { readonly digest?: string }[]
	readonly salt?: string
}

interface TestEffect extends Effect {
	readonly at: Date
}

export const followTests = ({ db }: TestServer) => {
	const own: string[] = []
	const places = new Map<string | null, Pick<Sent, 'stream' | 'seq'>>()

	const effectOf = (
		kind: Effect['kind'],
		attemptId: string,
		key: string | null,
		at: Date,
	): TestEffect => {
		const place = places.get(key) ?? { stream: null, seq: null }
		const nothing = { policyId: null, value: null, selected: null, applied: true }
		return { user: VISITOR.key, key, ...place, ...nothing, kind, attemptId, at }
	}
	const guesses = () =>
		db.select().from(schema.testGuesses).where(inArray(schema.testGuesses.sessionId, own))
	const feedbacks = () =>
		db.select().from(schema.testFeedback).where(inArray(schema.testFeedback.sessionId, own))
	const sessions = () =>
		db.select().from(schema.testSessions).where(inArray(schema.testSessions.id, own))

	return {
		/**
		 * Records the keys of a call. Removes digests from session replies, because grading with them takes real time,
		 * which does not pass in a schedule.
		 */
		note(sent: Sent, answered: Answered): Answered {
			if (!sent.path.startsWith('/policy-knowledge-test/')) return answered
			for (const { key, seq } of operationsOf(sent) ?? [sent]) {
				places.set(key, { stream: sent.stream, seq })
			}
			if (!sent.path.endsWith('/start') || answered.status !== 200) return answered
			const { salt: _, policies, ...rest } = answered.body as StartReply
			own.push(rest.sessionId)
			const bare = policies.map(({ digest: _digest, ...policy }) => policy)
			return { status: 200, body: { ...rest, policies: bare } }
		},
		async effects(): Promise<Effect[]> {
			if (own.length === 0) return []
			const words = await feedbacks()
			const all = [
				...(await guesses()).map((row) => effectOf('guess', row.sessionId, row.key, row.at)),
				...(await sessions()).flatMap(({ id, completeKey, completedAt }) =>
					completedAt === null ? [] : [effectOf('finish', id, completeKey, completedAt)],
				),
				...words.map((row) => effectOf('feedback', row.sessionId, row.key, row.submittedAt)),
			]
			// Operations of a batch have the same time.
			return all.sort((a, b) => a.at.getTime() - b.at.getTime() || (a.seq ?? 0) - (b.seq ?? 0))
		},
		async standings(): Promise<ReadonlyMap<string, TestStanding>> {
			if (own.length === 0) return new Map()
			const graded = await guesses()
			const rows = await sessions()
			const words = await feedbacks()
			return new Map(
				rows.map(({ id, completedAt }) => {
					const mine = graded.filter((guess) => guess.sessionId === id)
					const right = mine.map(({ policyId, correct }) => [policyId, correct] as const)
					const feedback = words.filter(({ sessionId }) => sessionId === id).length
					const completed = completedAt !== null
					return [id, { guesses: Object.fromEntries(right), completed, feedback }]
				}),
			)
		},
	}
}
