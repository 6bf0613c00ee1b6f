import { randomUUID } from 'node:crypto'
import { asc, eq, inArray } from 'drizzle-orm'
import * as v from 'valibot'
import { QuizState } from '#contract/quiz.ts'
import * as schema from '#server/db/schema.ts'
import { createTokens } from '#server/services/auth/sign-in.ts'
import { createTestServer, TEST_SECRET, type TestServer } from '#tests/support/server.ts'
import {
	type Answered,
	asOwnCall,
	type Backend,
	type Effect,
	operationsOf,
	type Refusal,
	type Sent,
	type Standing,
} from './backend.ts'
import { ELECTION, QUIZZES } from './catalogue.ts'
import { followTests, insertTest } from './real-tests.ts'
import { USERS } from './run.ts'

const insertCatalogue = async ({ db, clock }: TestServer): Promise<void> => {
	const createdAt = clock.now
	await db.insert(schema.elections).values({
		id: ELECTION,
		name: 'Election',
		electionDate: '2026-11-30',
		jurisdiction: 'FEDERAL',
		createdAt,
	})
	const pools = QUIZZES.flatMap((quiz) => quiz.pools.map((pool) => ({ quiz, ...pool })))
	await db
		.insert(schema.candidates)
		.values(pools.map(({ candidateId: id }) => ({ id, name: id, createdAt })))
	await db
		.insert(schema.candidateElections)
		.values(pools.map(({ candidateId }) => ({ candidateId, electionId: ELECTION })))
	await db.insert(schema.policies).values(
		pools
			.flatMap(({ items }) => items)
			.map(({ positions: _, ...policy }) => ({
				...policy,
				category: 'ECONOMY' as const,
				validationStatus: 'VALIDATED' as const,
				createdAt,
			})),
	)
	await db.insert(schema.positions).values(
		pools
			.flatMap(({ items }) => items)
			.flatMap(({ id: policyId, positions }) =>
				Object.entries(positions).map(([candidateId, value]) => ({
					id: randomUUID(),
					policyId,
					candidateId,
					value,
					givenBy: 'party' as const,
					status: 'VALIDATED' as const,
					createdAt,
				})),
			),
	)
	await db.insert(schema.compareQuizzes).values(
		QUIZZES.map(({ id, quizType }) => ({
			id,
			name: id,
			electionId: ELECTION,
			quizType,
			createdAt,
		})),
	)
	await db
		.insert(schema.compareQuizCandidates)
		.values(pools.map(({ quiz, candidateId }) => ({ compareQuizId: quiz.id, candidateId })))
}

/** Inserts users for one schedule. @returns their ids by the schedule's names. */
const insertUsers = async ({ db, clock }: TestServer): Promise<ReadonlyMap<string, string>> => {
	const ids = new Map<string, string>(USERS.map((user) => [user, randomUUID()]))
	await db.insert(schema.users).values(
		[...ids.values()].map((id) => ({
			id,
			username: id,
			usernameKey: id,
			email: `${id}@example.org`,
			emailKey: `${id}@example.org`,
			passwordHash: 'nobody signs in with it',
			roles: ['ROLE_USER' as const],
			createdAt: clock.now,
		})),
	)
	return ids
}

const requestOf = (sent: Sent, token: string): Request =>
	new Request(`http://evenhand.test/api${sent.path}`, {
		method: sent.method,
		headers: {
			authorization: `Bearer ${token}`,
			'content-type': 'application/json',
			...(sent.key && { 'idempotency-key': `"${sent.key}"` }),
			...(sent.stream && { 'evenhand-order': `"${sent.stream}";seq=${sent.seq}` }),
		},
		...(sent.body && { body: JSON.stringify(sent.body) }),
	})

const standingsOf = async (
	{ db }: TestServer,
	names: ReadonlyMap<string, string>,
	ask: (user: string, path: string) => Promise<unknown>,
): Promise<ReadonlyMap<string, Standing>> => {
	const rows = await db
		.select()
		.from(schema.attempts)
		.where(inArray(schema.attempts.userId, [...names.keys()]))
		.orderBy(asc(schema.attempts.startedAt))
	const standings = new Map<string, Standing>()
	for (const { id, userId, supersededAt } of rows) {
		const user = names.get(userId) ?? ''
		const state = v.parse(QuizState, await ask(user, `/v2/quiz/state/${id}`))
		const answers = (state.answers ?? []).map(({ policyId, value }) => [policyId, value])
		const skipped = (state.skippedPolicyIds ?? []).map((policyId) => [policyId, null])
		standings.set(id, {
			user,
			quizType: state.quizType,
			status: state.status,
			superseded: supersededAt !== null,
			answers: Object.fromEntries([...answers, ...skipped]),
			policyIds: state.allPolicies.map((policy) => policy.id),
			formula: state.formula ?? 1,
			selection: state.selectedPolicyIds,
		})
	}
	return standings
}

const effectsOf = async (
	{ db }: TestServer,
	names: ReadonlyMap<string, string>,
): Promise<Effect[]> => {
	const rows = await db
		.select()
		.from(schema.attemptEvents)
		.where(inArray(schema.attemptEvents.userId, [...names.keys()]))
		.orderBy(asc(schema.attemptEvents.id))
	return rows.map(({ kind, userId, ...row }) => ({
		...row,
		user: names.get(userId) ?? '',
		kind: KINDS[kind],
	}))
}

const KINDS = {
	START: 'start',
	INTERACT: 'interact',
	COMPLETE: 'complete',
	RESET: 'reset',
} as const

/** Statuses that refuse an operation permanently. */
const FINAL = new Set([400, 403, 404, 409, 410, 413, 422])

/** The permanently refused parts of a request: all of it, or operations of a batch. */
const refusedOf = (sent: Sent, { status, body }: Answered): readonly Sent[] => {
	const operations = operationsOf(sent)
	if (operations === null) return sent.method !== 'GET' && FINAL.has(status) ? [sent] : []
	const { outcomes = [] } = body as { outcomes?: readonly { status: number }[] }
	return operations
		.filter((_, index) => FINAL.has(outcomes[index]?.status ?? 0))
		.map((operation) => asOwnCall(sent, operation))
}

/** Creates a backend with its own users for one schedule. */
const createBackend = async (server: TestServer): Promise<Backend> => {
	const ids = await insertUsers(server)
	const names = new Map([...ids].map(([user, id]) => [id, user]))
	const refusals: Refusal[] = []
	const { sign } = createTokens(TEST_SECRET, () => server.clock.now)
	const signed = (user: string): Promise<string> =>
		sign({ userId: ids.get(user) ?? '', version: 1 })
	const tokens = new Map<string, Promise<string>>()
	const tests = followTests(server)

	const send = async (sent: Sent, token: string): Promise<Answered> => {
		// Advance the clock, because attempts are sorted by start time.
		server.clock.now = new Date(server.clock.now.getTime() + 1000)
		const response = await server.fetch(requestOf(sent, token))
		return { status: response.status, body: await response.json() }
	}
	const ask = async (user: string, path: string): Promise<unknown> => {
		const get = { method: 'GET', path, token: '', body: null, key: null, stream: null, seq: null }
		return (await send(get, await signed(user))).body
	}

	const change = async (id: string, set: Partial<typeof schema.compareQuizzes.$inferInsert>) => {
		await server.db.update(schema.compareQuizzes).set(set).where(eq(schema.compareQuizzes.id, id))
	}
	// The previous schedule may have changed the quizzes.
	for (const { id, quizType } of QUIZZES) await change(id, { quizType, active: true })

	return {
		refusals,
		setType: (id, quizType) => change(id, { quizType }),
		setOpen: (id, active) => change(id, { active }),
		issue: (user, token) => void tokens.set(token, signed(user)),
		revoke: (token) => void tokens.delete(token),
		refuse: ({ key, path }) => void refusals.push({ key, path, copy: false, message: '' }),
		async handle(sent) {
			const token = (await tokens.get(sent.token)) ?? 'of nobody'
			const answered = tests.note(sent, await send(sent, token))
			const { status, body } = answered
			if (status >= 500) throw new Error(`the server answered ${status}`)
			for (const call of refusedOf(sent, answered)) {
				const { key, path, copy = false } = call
				refusals.push({ key, path, copy, message: JSON.stringify(body) })
			}
			return answered
		},
		// The server stores a key together with its effect.
		forgetKey: () => undefined,
		effects: async () => [...(await effectsOf(server, names)), ...(await tests.effects())],
		testStandings: tests.standings,
		standings: () => standingsOf(server, names, ask),
	}
}

/** Opens the real application on its own database. @returns a function that creates the backend of a schedule. */
export const openRealServer = async (): Promise<() => Promise<Backend>> => {
	const server = await createTestServer()
	await insertCatalogue(server)
	await insertTest(server)
	return () => createBackend(server)
}
