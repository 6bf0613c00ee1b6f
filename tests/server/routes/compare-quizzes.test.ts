import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { compareQuizCandidates, policies, compareQuizzes as table } from '#server/db/schema.ts'
import { setTimeZone, timeZone } from '#server/util.ts'
import { completed, election1912, quiz1912, replyOf } from '../../support/quizzes.ts'
import { createTestServer, type TestServer, type Voter } from '../../support/server.ts'

const { compareQuizzes, quiz } = endpoints

let server: TestServer
let voter: Voter
let quizId: string
beforeEach(async () => {
	server = await createTestServer({ sample: true })
	voter = await server.registerVoter()
	quizId = await quiz1912(voter, 'SCALE')
})

const update = (values: Partial<typeof table.$inferInsert>) =>
	server.db.update(table).set(values).where(eq(table.id, quizId))
const validate = async () =>
	replyOf(await voter.call(compareQuizzes.validate, { params: { id: quizId } }))

describe('compare quizzes', () => {
	it('lists the quizzes of an election with dates and candidates', async () => {
		const election = await election1912(voter)
		const params = { electionId: election.id }
		const all = replyOf(await voter.call(compareQuizzes.ofElection, { params }))
		expect(all.map(({ quizType }) => quizType).sort()).toEqual(['BINARY', 'POLICY_PICK', 'SCALE'])
		for (const quiz of all) {
			expect(quiz).toMatchObject({
				electionId: election.id,
				electionName: election.name,
				active: true,
				startDate: '2026-11-21',
				endDate: '2036-11-21',
			})
			expect(quiz.candidateIds).toHaveLength(4)
		}
	})

	it('includes inactive quizzes marked as such', async () => {
		await update({ active: false })
		const params = { electionId: (await election1912(voter)).id }
		const all = replyOf(await voter.call(compareQuizzes.ofElection, { params }))
		expect(all.filter((quiz) => !quiz.active).map(({ id }) => id)).toEqual([quizId])
	})
})

describe('validating a quiz', () => {
	it('counts ten policies for each of four candidates', async () => {
		expect(await validate()).toEqual({
			valid: true,
			message: 'This quiz is ready.',
			code: 'quiz-ready',
			values: {},
			policyCount: 40,
		})
	})

	it('counts validated policies up to the smallest number of a candidate', async () => {
		const [link] = await server.db
			.select()
			.from(compareQuizCandidates)
			.where(eq(compareQuizCandidates.compareQuizId, quizId))
		const own = await server.db
			.select()
			.from(policies)
			.where(eq(policies.candidateId, link?.candidateId ?? ''))
		for (const { id } of own.slice(3)) {
			await server.db
				.update(policies)
				.set({ validationStatus: 'PENDING' })
				.where(eq(policies.id, id))
		}
		expect(await validate()).toMatchObject({ valid: true, policyCount: 12 })
	})

	it.each([
		['is switched off', { active: false }, 'This quiz is not active.'],
		['has not opened', { startDate: '2027-01-01' }, 'This quiz opens on 2027-01-01.'],
		['has ended', { endDate: '2026-11-20' }, 'This quiz ended on 2026-11-20.'],
	])('explains why a quiz is invalid when it %s', async (_, values, message) => {
		await update(values)
		expect(await validate()).toMatchObject({ valid: false, message })
	})

	it('includes the first and the last day', async () => {
		await update({ startDate: '2026-11-21', endDate: '2026-11-21' })
		expect(await validate()).toMatchObject({ valid: true })
	})

	it('omits the completed note while the voter retakes the quiz', async () => {
		const { attemptId } = await completed(voter, 'SCALE')
		await voter.call(quiz.reset, { params: { attemptId } })
		expect((await validate()).message).toBe('This quiz is ready.')
	})

	it('keeps a quiz valid for a voter who completed it, with a note', async () => {
		await completed(voter, 'SCALE')
		expect(await validate()).toMatchObject({
			valid: true,
			message: 'You have already completed this quiz.',
		})
		const other = await server.registerVoter()
		const params = { id: quizId }
		expect(replyOf(await other.call(compareQuizzes.validate, { params })).message).toBe(
			'This quiz is ready.',
		)
	})
})

describe('quiz days', () => {
	const before = timeZone()
	afterEach(() => setTimeZone(before))

	it('follow the time zone of the installation', async () => {
		await update({ startDate: '2026-11-01', endDate: '2026-11-20' })
		server.clock.now = new Date('2026-11-21T02:00:00Z')
		setTimeZone('UTC')
		expect(await validate()).toMatchObject({ message: 'This quiz ended on 2026-11-20.' })
		setTimeZone('America/New_York')
		expect(await validate()).toMatchObject({ valid: true })
		setTimeZone('Pacific/Kiritimati')
		server.clock.now = new Date('2026-11-20T10:30:00Z')
		expect(await validate()).toMatchObject({ valid: false })
	})

	it('come with their time zone for voters and administrators', async () => {
		setTimeZone('America/New_York')
		// A server instance keeps the zone it started with.
		server = await createTestServer({ sample: true })
		voter = await server.registerVoter()
		quizId = await quiz1912(voter, 'SCALE')
		const election = await election1912(voter)
		expect(election.timeZone).toBe('America/New_York')
		const one = replyOf(await voter.call(compareQuizzes.get, { params: { id: quizId } }))
		expect(one.timeZone).toBe('America/New_York')
		const admin = await server.registerVoter('zoned', ['ROLE_ADMIN'])
		const { manageElections, manageQuizzes } = endpoints
		const quizzes = replyOf(await admin.call(manageQuizzes.page, { query: {} }))
		const elections = replyOf(await admin.call(manageElections.page, { query: {} }))
		for (const { timeZone: zone } of [...quizzes.rows, ...elections.rows]) {
			expect(zone).toBe('America/New_York')
		}
	})
})
