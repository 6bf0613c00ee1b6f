import { randomUUID } from 'node:crypto'
import { desc, eq } from 'drizzle-orm'
import fc from 'fast-check'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import { POLICY_CATEGORIES } from '#domain/types.ts'
import {
	attempts,
	candidates,
	compareQuizzes,
	elections,
	extractions,
	policies,
	positions,
	testConfigurations,
	testSessions,
	users,
} from '#server/db/schema.ts'
import { ended, PLATFORM } from './extraction.ts'
import type { Known } from './from-schema.ts'
import { UUID } from './odd-input.ts'
import { answerTo, completed, raw, replyOf, started } from './quizzes.ts'
import { createTestServer, type TestServer, type TestServerOptions, type Voter } from './server.ts'
import { begun, guess } from './test-sessions.ts'

/** Callers: the owner of the records, and others without rights to them. */
export const PEOPLE = [
	'anonymous',
	'owner',
	'other',
	'moderator',
	'admin',
	'deleted',
	'demoted',
] as const
export type Who = (typeof PEOPLE)[number]

/** By noun. */
export type Ids = Readonly<Record<string, readonly string[]>>

/** A server with one of everything: samples, voters, answers, a test, feedback, an extraction. */
export interface World {
	readonly server: TestServer
	readonly voters: Readonly<Record<Exclude<Who, 'anonymous'>, Voter>>
	readonly tokenOf: (who: Who) => string | undefined
	/** The owner's attempts and test session. */
	readonly open: string
	readonly done: string
	readonly sessionId: string
	readonly ids: () => Promise<Ids>
}

/** The owner's feedback. Only moderators and administrators may read it. */
export const FEEDBACK = 'A feedback that only the organisers may read'

const takePart = async (server: TestServer, owner: Voter) => {
	const state = await started(owner, 'SCALE')
	replyOf(await owner.call(endpoints.quiz.interact, answerTo(state, 0)))
	const { attemptId } = await completed(owner, 'BINARY')
	const session = await begun(server)
	replyOf(await guess(server, session, 0))
	const { sessionId } = session
	const body = { sessionId, feedbackText: FEEDBACK }
	replyOf(await server.call(endpoints.knowledgeTest.feedback, { body }))
	return { open: state.attemptId, done: attemptId, sessionId }
}

const extract = async (server: TestServer, admin: Voter): Promise<void> => {
	const [candidate] = await server.db.select({ id: candidates.id }).from(candidates).limit(1)
	const id = randomUUID()
	const body = { id, candidateId: candidate?.id ?? '', kind: 'TEXT' as const, source: PLATFORM }
	replyOf(await admin.call(endpoints.policyExtraction.begin, { body }))
	await ended(admin, id)
}

const takePosition = async (server: TestServer, admin: Voter): Promise<void> => {
	const { db } = server
	const [election] = await db.select({ id: elections.id }).from(elections).orderBy(elections.name)
	const electionId = election?.id ?? ''
	const { grid, set } = endpoints.managePositions
	const { candidates: people, statements } = replyOf(
		await admin.call(grid, { params: { electionId } }),
	)
	const statement = statements[0]
	const other = people.find(({ id }) => id !== statement?.candidateId)
	const params = { electionId, policyId: statement?.id ?? '', candidateId: other?.id ?? '' }
	const body = {
		value: -1,
		quote: 'No.',
		source: 'Speech',
		url: 'https://example.org',
		note: 'Why?',
	}
	replyOf(await admin.call(set, { params, body }))
}

const demote = async (admin: Voter, { demoted, deleted }: Record<string, Voter>): Promise<void> => {
	const { setRoles, remove } = endpoints.manageUsers
	const of = (voter: Voter | undefined) => ({ params: { id: voter?.user.id ?? '' } })
	replyOf(await admin.call(setRoles, { ...of(demoted), body: ['ROLE_USER'] }))
	replyOf(await admin.call(remove, of(deleted)))
}

/** @param protectedUsers users that must not be changed. */
const idsOf = async ({ db }: TestServer, protectedUsers: readonly Voter[]): Promise<Ids> => {
	const tables = {
		attempt: attempts,
		candidate: candidates,
		compareQuiz: compareQuizzes,
		election: elections,
		extraction: extractions,
		policy: policies,
		position: positions,
		configuration: testConfigurations,
		session: testSessions,
		user: users,
	}
	const found = Object.entries(tables).map(async ([noun, table]) => {
		const rows = await db.select({ id: table.id }).from(table).limit(200)
		const ids = rows
			.map(({ id }) => id)
			.filter((id) => protectedUsers.every(({ user }) => user.id !== id))
		return [noun, ids] as const
	})
	return Object.fromEntries(await Promise.all(found))
}

/** Creates the world. */
export const createWorld = async (
	options: Omit<TestServerOptions, 'sample'> = {},
): Promise<World> => {
	const server = await createTestServer({ ...options, sample: true })
	const admin = await server.registerVoter('world-admin', ['ROLE_ADMIN'])
	const owner = await server.registerVoter('world-owner')
	const voters = {
		owner,
		admin,
		other: await server.registerVoter('world-other'),
		moderator: await server.registerVoter('world-moderator', ['ROLE_MODERATOR']),
		deleted: await server.registerVoter('world-deleted', ['ROLE_ADMIN']),
		demoted: await server.registerVoter('world-demoted', ['ROLE_ADMIN']),
	}
	const made = await takePart(server, owner)
	await extract(server, admin)
	await takePosition(server, admin)
	await demote(admin, voters)
	const tokenOf = (who: Who) => (who === 'anonymous' ? undefined : voters[who].token)
	const protectedUsers = [owner, admin, voters.moderator]
	return { server, voters, tokenOf, ...made, ids: () => idsOf(server, protectedUsers) }
}

/** The owner's open or latest attempt, with its statements. */
export const openAttempt = async ({ server, voters }: World) => {
	const [row] = await server.db
		.select()
		.from(attempts)
		.where(eq(attempts.userId, voters.owner.user.id))
		.orderBy(desc(attempts.status), desc(attempts.startedAt))
		.limit(1)
	const policies = (row?.statements ?? []).map(({ policyId }) => policyId)
	return { open: row?.id ?? '', electionId: row?.electionId ?? '', policies }
}

/** The noun of an id parameter or field: `compareQuizId`, `/admin/elections/:id`, `candidateIds`. */
const nounOf = (row: Endpoint, field: string): string => {
	if (/^(?:electionId|electionIds)$/.test(field)) return 'election'
	if (/candidate/i.test(field)) return 'candidate'
	if (/attempt|^before$/i.test(field)) return 'attempt'
	if (/^session/.test(field)) return 'session'
	if (/polic|^keep$|^drop$/i.test(field)) return 'policy'
	if (field === 'compareQuizId') return 'compareQuiz'
	if (field === 'extractionId') return 'extraction'
	const nouns: readonly (readonly [RegExp, string])[] = [
		[/extractions/, 'extraction'],
		[/compare-quizzes/, 'compareQuiz'],
		[/test-config/, 'configuration'],
		[/users/, 'user'],
		[/admin\/positions/, 'position'],
		[/policies/, 'policy'],
		[/candidates/, 'candidate'],
		[/elections/, 'election'],
	]
	return nouns.find(([part]) => part.test(row.path))?.[1] ?? ''
}

/** Days relative to the tests' day. */
const daysFrom = (min: number, max: number) =>
	fc
		.integer({ min, max })
		.map((days) => new Date(Date.UTC(2026, 10, 21 + days)).toISOString().slice(0, 10))

/** Values of fields whose schema is vague. URLs use a reserved network, because tests must not reach real hosts. */
const BY_NAME: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
	email: fc.uuid().map((name) => `${name.slice(0, 13)}@example.org`),
	code: fc.constantFrom(...POLICY_CATEGORIES),
	electionDate: daysFrom(-30, 60),
	startDate: daysFrom(-30, 5),
	endDate: daysFrom(-2, 60),
	website: fc.webUrl(),
	logo: fc.option(fc.webUrl()),
	zipCode: fc.constantFrom('78701', '10001', null),
	size: fc.integer({ min: 1, max: 100 }).map(String),
	after: fc.option(fc.base64String({ maxLength: 40 }), { nil: undefined, freq: 2 }),
	password: fc.string({ unit: 'grapheme', minLength: 6, maxLength: 20 }),
	source: fc.constantFrom(PLATFORM, 'http://127.0.0.1:1/', 'http://10.0.0.1/', 'a few words', ''),
	seed: fc.constantFrom('seed-1', 'seed-2', undefined),
}

/** Values of an endpoint's fields from existing ids. @param first ids to prefer, e.g. one's own. */
export const knowing =
	(row: Endpoint, ids: Ids, first: Ids = {}): Known =>
	(field) => {
		const isId = /^(?:id|before|target|keep|drop)$|Ids?$/.test(field)
		if (!isId) return BY_NAME[field]
		const noun = nounOf(row, field)
		const here = [...(first[noun] ?? []), ...(ids[noun] ?? [])]
		const own = first[noun] ?? here
		const one = fc.oneof(
			{ weight: 6, arbitrary: fc.constantFrom(...(own.length > 0 ? own : [UUID])) },
			{ weight: 3, arbitrary: fc.constantFrom(...(here.length > 0 ? here : [UUID])) },
			fc.constantFrom(UUID, '7'),
		)
		if (!field.endsWith('Ids')) return one
		const mine = own.length > 0 ? own : [UUID]
		// fast-check would search forever for more distinct ids than exist.
		const size = { minLength: Math.min(2, mine.length), maxLength: Math.min(8, mine.length) }
		return fc.oneof(
			{ weight: 4, arbitrary: fc.shuffledSubarray([...mine], size) },
			fc.uniqueArray(one, { minLength: 2, maxLength: 3 }),
		)
	}

/** All endpoints with titles. */
export const ROWS = Object.entries(endpoints).flatMap(([noun, group]) =>
	Object.entries<Endpoint>(group).map(([name, row]) => ({ title: `${noun}.${name}`, noun, row })),
)

/** Returns true if the server implements the endpoint. `every-endpoint.test.ts` checks all of them. */
export const isMounted = ({ app }: TestServer, { method, path }: Endpoint): boolean =>
	app.routes.some((route) => route.method === method && route.path === `/api${path}`)

export interface Sent {
	readonly params?: unknown
	readonly query?: unknown
	readonly body?: unknown
	readonly headers?: Readonly<Record<string, string>>
}

const textOf = (value: unknown): string =>
	typeof value === 'object' ? JSON.stringify(value) : String(value)

/** URL of an endpoint. Missing parameters become an unknown id. */
export const addressOf = (row: Endpoint, { params, query }: Sent): string => {
	const path = row.path.replace(/:(\w+)/g, (_, name: string) => {
		const given = Object(params)[name]
		return encodeURIComponent(given === undefined ? UUID : textOf(given).toWellFormed())
	})
	const pairs = Object.entries(Object(query)).filter(([, value]) => value !== undefined)
	const search = new URLSearchParams(pairs.map(([name, value]) => [name, textOf(value)]))
	return `/api${path}${search.size > 0 ? `?${search}` : ''}`
}

/** Calls an endpoint with any input. */
export const callRow = (world: World, row: Endpoint, who: Who, sent: Sent) => {
	const token = world.tokenOf(who)
	const withBody = row.method !== 'GET' && sent.body !== undefined
	return raw(world.server, addressOf(row, sent), {
		method: row.method,
		...(token && { token }),
		headers: {
			...(withBody && { 'content-type': 'application/json' }),
			...sent.headers,
		},
		...(withBody && { body: JSON.stringify(sent.body) ?? 'undefined' }),
	})
}
