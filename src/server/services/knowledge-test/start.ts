import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { HandlerInput, Sent } from '#contract/endpoint.ts'
import type { knowledgeTest } from '#contract/knowledge-test.ts'
import { drawTest } from '#domain/draw.ts'
import { answerText, DIGEST_LENGTH, summarise, type TestSummary } from '#domain/knowledge-test.ts'
import { fingerprint, keyReused, lockKey } from '../../db/audit.ts'
import type { Db } from '../../db/open.ts'
import {
	type ComparedCandidate,
	candidateElections,
	candidates,
	elections,
	testGuesses,
	testSessions,
} from '../../db/schema.ts'
import { isRowId, rowId } from '../../db/sql.ts'
import { invalid, notFound, serviceError } from '../../http/errors.ts'
import type { CallContext } from '../../http/mount.ts'
import { ownPolicies } from '../candidates/read.ts'
import { findActiveTest, isTestEnabled } from './configurations.ts'

export type TestContext = Pick<CallContext<null>, 'db' | 'now' | 'key'>
export type SessionRow = typeof testSessions.$inferSelect
export type GuessRow = typeof testGuesses.$inferSelect

/** Returns a session. @throws 404. */
export const getSession = async (db: Db, id: string): Promise<SessionRow> => {
	const [row] = await db
		.select()
		.from(testSessions)
		.where(eq(testSessions.id, rowId(id)))
	if (row === undefined) throw notFound()
	return row
}

/** Locks a session until the transaction ends and returns it. @throws 404. */
export const lockSession = async (tx: Db, id: string): Promise<SessionRow> => {
	const [row] = await tx
		.select()
		.from(testSessions)
		.where(eq(testSessions.id, rowId(id)))
		.for('update')
	if (row === undefined) throw notFound()
	return row
}

/** Loads a session's guesses, unordered: timestamps may be equal. The session defines the order of policies. */
export const guessesOf = (db: Db, sessionId: string): Promise<GuessRow[]> =>
	db.select().from(testGuesses).where(eq(testGuesses.sessionId, sessionId))

export const summaryOf = async (db: Db, sessionId: string): Promise<TestSummary> =>
	summarise(await guessesOf(db, sessionId))

type Body = HandlerInput<typeof knowledgeTest.start>['body']
type SentSession = Sent<typeof knowledgeTest.start>

const SALT_BYTES = 16

interface Pair {
	readonly configurationId: string | null
	readonly candidate1: ComparedCandidate
	readonly candidate2: ComparedCandidate
}

const noTest = () => serviceError('conflict', 'no-knowledge-test')

const namedPair = async (db: Db, ids: readonly [string, string]): Promise<Pair> => {
	if (!(await isTestEnabled(db))) throw noTest()
	// The API also accepts numeric ids, which the uuid column would reject with an error.
	const found = await db
		.select({ id: candidates.id, name: candidates.name, logo: candidates.logo })
		.from(candidates)
		.where(and(inArray(candidates.id, ids.filter(isRowId)), isNull(candidates.deletedAt)))
	const [candidate1, candidate2] = ids.map((id) => found.find((row) => row.id === id))
	if (candidate1 && candidate2) return { configurationId: null, candidate1, candidate2 }
	const path = candidate1 === undefined ? 'candidate1Id' : 'candidate2Id'
	throw invalid([{ path, message: 'is no candidate' }])
}

const refuseSecond = (message: string) => invalid([{ path: 'candidate2Id', message }])

/** Returns the active pair if the lost session belongs to it: other pairs accept no sessions. */
const restoredPair = async (db: Db, ids: readonly [string, string]): Promise<Pair> => {
	const active = await findActiveTest(db)
	if (!active || !ids.includes(active.candidate1.id) || !ids.includes(active.candidate2.id)) {
		throw noTest()
	}
	return { ...active, configurationId: active.id }
}

const pairOf = async (db: Db, { candidate1Id, candidate2Id, restores }: Body): Promise<Pair> => {
	if (candidate1Id !== null && candidate2Id !== null) {
		if (candidate1Id === candidate2Id)
			throw refuseSecond('must be another candidate than candidate1Id')
		const ids = [candidate1Id, candidate2Id] as const
		return restores ? restoredPair(db, ids) : namedPair(db, ids)
	}
	if (candidate1Id !== candidate2Id) {
		throw refuseSecond('must be given together with candidate1Id, or neither')
	}
	const active = await findActiveTest(db)
	if (active === null) throw noTest()
	return { ...active, configurationId: active.id }
}

const digestOf = (salt: string, policyId: string, candidateId: string): string =>
	createHash('sha256')
		.update(answerText(salt, policyId, candidateId))
		.digest('hex')
		.slice(0, DIGEST_LENGTH)

/** Finds the active election in which both run. Of several, the first candidate's primary one counts. */
const sharedElection = async (
	db: Db,
	{ candidate1, candidate2 }: SessionRow,
): Promise<SentSession['election']> => {
	const [one, two] = [alias(candidateElections, 'one'), alias(candidateElections, 'two')]
	const [election] = await db
		.select({ id: elections.id, name: elections.name, electionDate: elections.electionDate })
		.from(elections)
		.innerJoin(one, eq(one.electionId, elections.id))
		.innerJoin(two, eq(two.electionId, elections.id))
		.where(
			and(
				eq(one.candidateId, candidate1.id),
				eq(two.candidateId, candidate2.id),
				elections.active,
				isNull(elections.deletedAt),
			),
		)
		.orderBy(asc(one.position), asc(elections.id))
		.limit(1)
	return election
}

const toSent = async (db: Db, row: SessionRow): Promise<SentSession> => {
	const election = await sharedElection(db, row)
	return {
		sessionId: row.id,
		policies: row.policies.map(({ policyId, text, candidateId }) => ({
			policyId,
			text,
			digest: digestOf(row.salt, policyId, candidateId),
		})),
		candidate1: row.candidate1,
		candidate2: row.candidate2,
		salt: row.salt,
		...(election && { election }),
	}
}

const begin = async (
	tx: Db,
	{ now, key }: Pick<TestContext, 'now' | 'key'>,
	body: Body,
): Promise<SessionRow> => {
	const { configurationId, candidate1, candidate2 } = await pairOf(tx, body)
	const ids = [candidate1.id, candidate2.id]
	const found = await ownPolicies(tx, ids)
	const pools = ids.map((candidateId) => ({
		candidateId,
		items: found.filter((policy) => policy.candidateId === candidateId),
	}))
	// With policies of one candidate only, every answer would be the same.
	if (pools.some(({ items }) => items.length === 0)) {
		throw serviceError('conflict', 'test-needs-policies')
	}
	const { restores } = body
	const id = restores ? rowId(restores.sessionId) : randomUUID()
	const drawn = restores
		? [...new Set(restores.policyIds)].flatMap((asked) => found.filter((each) => each.id === asked))
		: drawTest(pools, id, body.numberOfPolicies, (policy) => policy.id)
	if (drawn.length === 0) throw noTest()
	const row: SessionRow = {
		id,
		configurationId,
		candidate1,
		candidate2,
		policies: drawn.map((policy) => ({
			policyId: policy.id,
			text: policy.text,
			candidateId: policy.candidateId,
		})),
		salt: randomBytes(SALT_BYTES).toString('hex'),
		startKey: key,
		fingerprint: fingerprint(body),
		startedAt: now,
		completedAt: null,
		completeKey: null,
		age: null,
		gender: null,
		tallied: false,
	}
	await tx.insert(testSessions).values(row)
	return row
}

/** Starts a session, idempotent per key, or restores a lost one under its secret id. @throws 409 without a test. */
export const start = ({ db, now, key }: TestContext, body: Body): Promise<SentSession> =>
	db.transaction(async (tx) => {
		if (key !== null) {
			await lockKey(tx, 'test', key)
			const [before] = await tx.select().from(testSessions).where(eq(testSessions.startKey, key))
			if (before && before.fingerprint !== fingerprint(body)) throw keyReused()
			if (before) return toSent(tx, before)
		}
		if (body.restores) {
			const wanted = eq(testSessions.id, rowId(body.restores.sessionId))
			const [there] = await tx.select().from(testSessions).where(wanted)
			if (there) return toSent(tx, there)
		}
		return toSent(tx, await begin(tx, { now, key }, body))
	})
