import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/index.ts'
import type { TEST_AGES, TEST_GENDERS } from '#domain/limits.ts'
import {
	candidates,
	testConfigurations,
	testGuesses,
	testPolicyTallies,
	testSessions,
	testTallies,
} from '#server/db/schema.ts'
import { tallySessions } from '#server/services/knowledge-test/analytics.ts'
import { type TestedPair, writePair, writeTests } from '../../bench/knowledge-tests.ts'
import { replyOf } from '../../support/quizzes.ts'
import { createTestServer, type TestServer, type Voter } from '../../support/server.ts'

const { testManagement } = endpoints
const NOT_ENDING = new AbortController().signal
const ENDING = AbortSignal.abort()

let server: TestServer
let moderator: Voter
let pair: TestedPair
beforeEach(async () => {
	server = await createTestServer()
	moderator = await server.registerVoter('mo', ['ROLE_MODERATOR'])
	pair = await writePair(server.db, server.clock.now)
})

const analyse = async (id = pair.configurationId) =>
	replyOf(await moderator.call(testManagement.analytics, { params: { id } }))
const tally = (ending = NOT_ENDING) => tallySessions(server.db, server.clock.now, ending)

interface Taken {
	readonly age?: (typeof TEST_AGES)[number]
	readonly gender?: (typeof TEST_GENDERS)[number]
	/** Correctness of each guess by policy number. */
	readonly guesses: Readonly<Record<number, boolean>>
	readonly completed?: boolean
	/** Text prefix of the policies in this session. */
	readonly says?: string
	readonly startedAt?: Date
}

const take = async ({ age, gender, guesses, ...taken }: Taken): Promise<string> => {
	const { completed = true, says = 'Statement', startedAt = server.clock.now } = taken
	const id = crypto.randomUUID()
	await server.db.insert(testSessions).values({
		id,
		configurationId: pair.configurationId,
		candidate1: { id: 'one', name: 'Ann', logo: null },
		candidate2: { id: 'two', name: 'Bob', logo: null },
		policies: Object.keys(guesses).map((policyId) => ({
			policyId,
			text: `${says} ${policyId}`,
			candidateId: Number(policyId) % 2 === 1 ? 'one' : 'two',
		})),
		salt: '',
		fingerprint: '',
		startedAt,
		completedAt: completed ? server.clock.now : null,
		age: age ?? null,
		gender: gender ?? null,
	})
	const rows = Object.entries(guesses).map(([policyId, correct]) => ({
		sessionId: id,
		policyId,
		candidateId: 'one',
		correct,
		responseTimeMs: 1000,
		at: server.clock.now,
	}))
	if (rows.length > 0) await server.db.insert(testGuesses).values(rows)
	return id
}
const times = async (count: number, taken: Taken) => {
	for (let n = 0; n < count; n++) await take(taken)
}

describe('session tallies', () => {
	it('leave the figures unchanged at every stage', async () => {
		await writeTests(server.db, { sessions: 700, guessesEach: 7 }, pair, server.clock.now)
		const live = await analyse()
		expect(live.totalTests).toBe(700)
		expect(live.hardestPolicies).toHaveLength(10)
		expect(live.byAge).toHaveLength(7)
		expect(live.byGender).toHaveLength(4)
		// An aborted signal stops after one batch.
		const some = await tally(ENDING)
		expect(some).toBeGreaterThan(0)
		expect(some).toBeLessThan(700)
		expect(await analyse()).toEqual(live)
		expect(some + (await tally())).toBe(700)
		expect(await analyse()).toEqual(live)
		expect(await tally()).toBe(0)
	})

	it('replace the sessions as the source of the figures', async () => {
		await times(3, { guesses: { 1: true } })
		await tally()
		const before = await analyse()
		await server.db.delete(testGuesses)
		expect(await analyse()).toEqual(before)
		expect(before.totalTests).toBe(3)
	})

	it('count each session once across concurrent processes', async () => {
		await writeTests(server.db, { sessions: 1200, guessesEach: 3 }, pair, server.clock.now)
		const live = await analyse()
		const counted = await Promise.all(Array.from({ length: 6 }, () => tally()))
		expect(counted.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(1200)
		await tally()
		expect(await analyse()).toEqual(live)
		const sums = await server.db.select({ sum: sql<string>`sum(sessions)` }).from(testTallies)
		expect(Number(sums[0]?.sum)).toBe(1200)
	})

	it('include only completed sessions with a guess', async () => {
		await take({ guesses: { 1: true }, completed: false })
		await take({ guesses: {} })
		const later = await take({ guesses: { 1: true }, completed: false })
		expect(await tally()).toBe(1)
		expect(await server.db.$count(testTallies)).toBe(0)
		await server.db
			.update(testSessions)
			.set({ completedAt: server.clock.now })
			.where(sql`id = ${later}`)
		expect((await analyse()).totalTests).toBe(1)
		expect(await tally()).toBe(1)
		expect((await analyse()).totalTests).toBe(1)
	})

	it('count only sessions of their own pair', async () => {
		await take({ guesses: { 1: true } })
		const named = await take({ guesses: { 1: false } })
		await server.db.update(testSessions).set({ configurationId: null }).where(sql`id = ${named}`)
		const other = await writePair(server.db, server.clock.now)
		expect(await tally()).toBe(1)
		expect(await analyse()).toMatchObject({ totalTests: 1, averageAccuracy: 100 })
		expect(await analyse(other.configurationId)).toMatchObject({ totalTests: 0 })
	})

	it('are deleted with their pair', async () => {
		await take({ guesses: { 1: true } })
		await tally()
		await server.db.delete(candidates)
		expect(await server.db.$count(testConfigurations)).toBe(0)
		expect(await server.db.$count(testTallies)).toBe(0)
		expect(await server.db.$count(testPolicyTallies)).toBe(0)
	})

	it('add up exactly in any order', async () => {
		for (let session = 0; session < 3; session++) {
			await take({ guesses: { 1: true, 2: false, 3: false } })
			await tally()
		}
		await times(17, { guesses: { 1: false } })
		await tally()
		// 3 × 33.3… / 20 percent is exactly 5; a small error would still round to 5, but the sum would not be 100.
		expect(await analyse()).toMatchObject({ totalTests: 20, averageAccuracy: 5 })
		const [sum] = await server.db.select({ all: sql<string>`sum(accuracy)` }).from(testTallies)
		expect(Math.abs(Number(sum?.all) - 100)).toBeLessThan(1e-12)
	})
})

describe.each([
	['live', async () => undefined],
	['tallied', tally],
] as const)('figures of small groups, %s', (_, settle) => {
	it('rank the policies most often guessed wrong', async () => {
		await times(5, { guesses: { 1: false, 2: true, 3: false, 4: true } })
		await times(5, { guesses: { 1: false, 2: false, 3: true, 4: true, 5: false } })
		await times(10, { guesses: { 6: false } })
		await times(10, { guesses: { 6: false } })
		await settle()
		const { hardestPolicies } = await analyse()
		expect(hardestPolicies).toEqual([
			// Equal error rate: more guesses rank first.
			{ policyId: '6', text: 'Statement 6', candidateName: 'Bob', guesses: 20, wrongGuesses: 20 },
			{ policyId: '1', text: 'Statement 1', candidateName: 'Ann', guesses: 10, wrongGuesses: 10 },
			// Equal rate and count: sorted by text. The fifth policy has too few guesses to count.
			{ policyId: '2', text: 'Statement 2', candidateName: 'Bob', guesses: 10, wrongGuesses: 5 },
			{ policyId: '3', text: 'Statement 3', candidateName: 'Ann', guesses: 10, wrongGuesses: 5 },
			{ policyId: '4', text: 'Statement 4', candidateName: 'Bob', guesses: 10, wrongGuesses: 0 },
		])
	})

	it('list at most the ten hardest policies', async () => {
		const guesses = Object.fromEntries(Array.from({ length: 12 }, (_, n) => [n, n > 3]))
		await times(10, { guesses })
		await settle()
		const { hardestPolicies } = await analyse()
		expect(hardestPolicies).toHaveLength(10)
		expect(hardestPolicies?.slice(0, 4).map(({ wrongGuesses }) => wrongGuesses)).toEqual([
			10, 10, 10, 10,
		])
	})

	it('show a policy as asked in the latest session', async () => {
		const { now } = server.clock
		const later = new Date(now.getTime() + 1000)
		await times(5, { guesses: { 1: false }, says: 'New', startedAt: later })
		await settle()
		await times(5, { guesses: { 1: false }, says: 'Old', startedAt: now })
		await settle()
		expect((await analyse()).hardestPolicies).toMatchObject([{ text: 'New 1', guesses: 10 }])
	})

	it('list groups in choice order with no answer last', async () => {
		await times(12, { guesses: { 1: true } })
		await times(10, { guesses: { 1: true, 2: false, 3: false }, age: '65+', gender: 'other' })
		await times(11, { guesses: { 1: false }, age: '18-24', gender: 'male' })
		await settle()
		expect(await analyse()).toMatchObject({
			totalTests: 33,
			byAge: [
				{ group: '18-24', tests: 11, averageAccuracy: 0 },
				{ group: '65+', tests: 10, averageAccuracy: 33.3 },
				{ group: null, tests: 12, averageAccuracy: 100 },
			],
			byGender: [
				{ group: 'male', tests: 11, averageAccuracy: 0 },
				{ group: 'other', tests: 10, averageAccuracy: 33.3 },
				{ group: null, tests: 12, averageAccuracy: 100 },
			],
		})
	})

	it('hide small groups and others that would reveal them', async () => {
		await times(9, { guesses: { 1: true }, age: '35-44', gender: 'female' })
		await times(20, { guesses: { 1: true }, age: '65+', gender: 'male' })
		await times(14, { guesses: { 1: true }, age: '18-24', gender: 'male' })
		await settle()
		const { byAge, byGender, totalTests } = await analyse()
		expect(totalTests).toBe(43)
		expect(byAge).toEqual([{ group: '65+', tests: 20, averageAccuracy: 100 }])
		expect(byGender).toEqual([])
	})
})
