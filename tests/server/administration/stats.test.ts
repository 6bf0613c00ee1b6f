import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/index.ts'
import {
	attempts,
	candidateElections,
	candidates,
	compareQuizCandidates,
	compareQuizzes,
	elections,
	policies,
	positions,
	users,
} from '#server/db/schema.ts'
import { addPositions } from '../../support/positions.ts'
import { answerAll, replyOf, started } from '../../support/quizzes.ts'
import { createTestServer, type TestServer, type Voter } from '../../support/server.ts'

const { adminStats } = endpoints
const DAY_MS = 86_400_000

let server: TestServer
let admin: Voter
beforeEach(async () => {
	server = await createTestServer({ sample: true })
	admin = await server.registerVoter(undefined, ['ROLE_ADMIN'])
})

/** Signs in a new administrator; an earlier token expires as the clock moves. */
const asAdmin = async () =>
	(await server.registerVoter(`admin${randomUUID()}`, ['ROLE_ADMIN'])).call
const figures = async () => replyOf(await admin.call(adminStats.figures, {}))
const attention = async () => replyOf(await admin.call(adminStats.attention, {}))
const deleted = () => ({ deletedAt: server.clock.now })

describe('dashboard figures', () => {
	it('count all records', async () => {
		const voter = await server.registerVoter()
		const state = await started(voter, 'SCALE')
		await answerAll(voter, state)
		expect(await figures()).toEqual({
			totalUsers: 2,
			activeUsers: 1,
			totalElections: 2,
			activeElections: 2,
			totalCandidates: await server.db.$count(candidates),
			totalPolicies: await server.db.$count(policies),
			quizAttempts: 1,
		})
	})

	it('exclude deleted records and inactive elections', async () => {
		const voter = await server.registerVoter()
		await started(voter, 'SCALE')
		const before = await figures()
		const [election, other] = await server.db.select().from(elections)
		await server.db
			.update(elections)
			.set({ active: false })
			.where(eq(elections.id, other?.id ?? ''))
		expect(await figures()).toEqual({ ...before, activeElections: 1 })
		const [candidate] = await server.db.select().from(candidates)
		const theirs = eq(policies.candidateId, candidate?.id ?? '')
		const count = await server.db.$count(policies, theirs)
		await server.db
			.update(candidates)
			.set(deleted())
			.where(eq(candidates.id, candidate?.id ?? ''))
		await server.db.update(policies).set(deleted()).where(theirs)
		await server.db
			.update(elections)
			.set(deleted())
			.where(eq(elections.id, election?.id ?? ''))
		await server.db.update(users).set(deleted()).where(eq(users.id, voter.user.id))
		expect(await figures()).toEqual({
			totalUsers: (before.totalUsers ?? 0) - 1,
			activeUsers: 0,
			totalElections: 1,
			activeElections: 0,
			totalCandidates: (before.totalCandidates ?? 0) - 1,
			totalPolicies: (before.totalPolicies ?? 0) - count,
			quizAttempts: 1,
		})
	})

	it('count only voters active within 30 days', async () => {
		const voter = await server.registerVoter()
		await started(voter, 'SCALE')
		const begun = server.clock.now.getTime()
		server.clock.now = new Date(begun + 30 * DAY_MS)
		expect(replyOf(await (await asAdmin())(adminStats.figures, {})).activeUsers).toBe(1)
		server.clock.now = new Date(begun + 30 * DAY_MS + 1)
		expect(replyOf(await (await asAdmin())(adminStats.figures, {})).activeUsers).toBe(0)
		expect(await server.db.$count(attempts)).toBe(1)
	})
})

describe('attention list', () => {
	const NOTHING = { total: 0, rows: [] }
	const quizRow = async (name: string) => {
		const [row] = await server.db.select().from(compareQuizzes).where(eq(compareQuizzes.name, name))
		if (row === undefined) throw new Error(`there is no quiz ${name}`)
		return row
	}
	const setQuiz = async (name: string, set: Partial<typeof compareQuizzes.$inferInsert>) =>
		server.db.update(compareQuizzes).set(set).where(eq(compareQuizzes.name, name))
	const NAME = '1912: rate each policy'
	const OTHER = '1912: agree or disagree'

	it('contains only concerns and past elections for the samples', async () => {
		expect(await attention()).toEqual({
			invalidQuizzes: NOTHING,
			withoutPolicies: NOTHING,
			toReview: NOTHING,
			concerns: expect.objectContaining({ total: 6 }),
			pastElections: {
				total: 2,
				rows: [
					{
						id: expect.any(String),
						name: expect.stringContaining('1912'),
						electionDate: '1912-11-05',
					},
					{
						id: expect.any(String),
						name: expect.stringContaining('1896'),
						electionDate: '1896-11-03',
					},
				],
			},
		})
		await server.db.update(elections).set({ active: false })
		expect((await attention()).pastElections).toEqual(NOTHING)
	})

	it('lists an election only after its day', async () => {
		await server.db.update(elections).set({ electionDate: '2026-11-21' })
		expect((await attention()).pastElections.total).toBe(0)
		await server.db.update(elections).set({ electionDate: '2026-11-20' })
		expect((await attention()).pastElections.total).toBe(2)
	})

	it.each([
		['is over', { endDate: '2026-11-20' }, 'This quiz ended on 2026-11-20.'],
		['has not opened', { startDate: '2026-11-22' }, 'This quiz opens on 2026-11-22.'],
	])('lists an active quiz that %s with its message', async (_, set, message) => {
		await setQuiz(NAME, set)
		const { id, electionId } = await quizRow(NAME)
		expect((await attention()).invalidQuizzes).toEqual({
			total: 1,
			rows: [{ id, name: NAME, electionId, message }],
		})
	})

	it('lists an active quiz with too few remaining candidates', async () => {
		const { id } = await quizRow(NAME)
		const links = await server.db
			.select()
			.from(compareQuizCandidates)
			.where(eq(compareQuizCandidates.compareQuizId, id))
		for (const { candidateId } of links.slice(1)) {
			await server.db.update(candidates).set(deleted()).where(eq(candidates.id, candidateId))
		}
		const { invalidQuizzes } = await attention()
		// All three quizzes of 1912 compare the same people.
		expect(invalidQuizzes.total).toBe(3)
		expect(invalidQuizzes.rows[0]?.message).toBe('This quiz needs at least 2 candidates.')
	})

	it('names candidates without validated policies in active quizzes', async () => {
		const [taft] = await server.db
			.select()
			.from(candidates)
			.where(eq(candidates.name, 'William Howard Taft'))
		const theirs = eq(policies.candidateId, taft?.id ?? '')
		const count = await server.db.$count(policies, theirs)
		await server.db.update(policies).set({ validationStatus: 'PENDING' }).where(theirs)
		const found = await attention()
		expect(found.invalidQuizzes.total).toBe(3)
		expect(found.invalidQuizzes.rows[0]?.message).toBe(
			'No validated policies yet for: William Howard Taft.',
		)
		const named = { id: taft?.id, name: 'William Howard Taft' }
		expect(found.withoutPolicies).toEqual({ total: 1, rows: [named] })
		expect(found.toReview).toEqual({ total: 1, rows: [{ ...named, count }] })
		await server.db.update(policies).set({ validationStatus: 'REJECTED' }).where(theirs)
		expect((await attention()).toReview).toEqual(NOTHING)
		// A deleted policy does not count, even if validated.
		await server.db
			.update(policies)
			.set({ validationStatus: 'VALIDATED', ...deleted() })
			.where(theirs)
		expect(await attention()).toMatchObject({
			invalidQuizzes: { total: 3 },
			withoutPolicies: { total: 1 },
			toReview: NOTHING,
		})
	})

	it('counts positions on the statements of others', async () => {
		const people = await server.db.select().from(candidates)
		const idOf = (name: string) => people.find((each) => each.name === name)?.id ?? ''
		const taft = idOf('William Howard Taft')
		await server.db.delete(policies).where(eq(policies.candidateId, taft))
		const statementOf = async (name: string) => {
			const [row] = await server.db
				.select()
				.from(policies)
				.where(eq(policies.candidateId, idOf(name)))
			return row?.id ?? ''
		}
		const stance = { candidateId: taft, value: 0 }
		// Bryan stood in 1896 only, so no quiz compares the two.
		await addPositions(server, [
			{ policyId: await statementOf('William Jennings Bryan'), ...stance },
		])
		expect(await attention()).toMatchObject({
			invalidQuizzes: { total: 3 },
			withoutPolicies: NOTHING,
		})
		await addPositions(server, [{ policyId: await statementOf('Eugene V. Debs'), ...stance }])
		expect((await attention()).invalidQuizzes).toEqual(NOTHING)
		await server.db.update(positions).set({ status: 'REJECTED' })
		expect(await attention()).toMatchObject({
			invalidQuizzes: { total: 3 },
			withoutPolicies: { total: 1 },
		})
		await server.db.update(positions).set({ status: 'VALIDATED', ...deleted() })
		expect((await attention()).invalidQuizzes.total).toBe(3)
		await server.db.update(positions).set({ deletedAt: null })
		await server.db.update(candidates).set(deleted()).where(eq(candidates.name, 'Eugene V. Debs'))
		const { rows } = (await attention()).invalidQuizzes
		expect(rows[0]?.message).toBe('No validated policies yet for: William Howard Taft.')
	})

	it('omits quizzes that are inactive or deleted with their election', async () => {
		await setQuiz(NAME, { endDate: '2026-11-20', active: false })
		await setQuiz(OTHER, { endDate: '2026-11-20', ...deleted() })
		expect((await attention()).invalidQuizzes).toEqual(NOTHING)
		await setQuiz(NAME, { active: true })
		await server.db.update(elections).set(deleted())
		expect((await attention()).invalidQuizzes).toEqual(NOTHING)
	})

	it('shows ten rows and the total', async () => {
		const [election] = await server.db.select().from(elections)
		const rows = Array.from({ length: 12 }, (_, index) => ({
			id: randomUUID(),
			name: `Candidate ${String(index).padStart(2, '0')}`,
			createdAt: server.clock.now,
		}))
		await server.db.insert(candidates).values(rows)
		await server.db
			.insert(candidateElections)
			.values(rows.map(({ id }) => ({ candidateId: id, electionId: election?.id ?? '' })))
		const { withoutPolicies } = await attention()
		expect(withoutPolicies.total).toBe(12)
		expect(withoutPolicies.rows.map(({ name }) => name)).toEqual(
			rows.slice(0, 10).map(({ name }) => name),
		)
		// Candidates without an active election need no attention.
		await server.db.update(elections).set({ active: false })
		expect((await attention()).withoutPolicies).toEqual(NOTHING)
	})

	it('sorts candidates by their number of policies to review', async () => {
		const all = await server.db.select().from(policies)
		const [first] = all
		const other = all.find(({ candidateId }) => candidateId !== first?.candidateId)
		const some = all.filter(({ candidateId }) => candidateId === other?.candidateId).slice(0, 2)
		for (const policy of [first, ...some]) {
			await server.db
				.update(policies)
				.set({ validationStatus: 'NEEDS_REVIEW' })
				.where(eq(policies.id, policy?.id ?? ''))
		}
		const { toReview } = await attention()
		expect(toReview.rows.map(({ id, count }) => [id, count])).toEqual([
			[other?.candidateId, 2],
			[first?.candidateId, 1],
		])
	})
})
