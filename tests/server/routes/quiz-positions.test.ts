import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/index.ts'
import type { InteractBody, QuizState } from '#contract/quiz.ts'
import { drawBalanced } from '#domain/draw.ts'
import { drawStatements } from '#domain/draw-statements.ts'
import { candidates, policies, positions } from '#server/db/schema.ts'
import { addCzechQuiz, addPositions } from '../../support/positions.ts'
import {
	answerAll,
	completed,
	quiz1912,
	refusalOf,
	replyOf,
	started,
} from '../../support/quizzes.ts'
import { createTestServer, type TestServer, type Voter } from '../../support/server.ts'

const { candidates: catalogue, compareQuizzes, quiz, quotes } = endpoints

let server: TestServer
let voter: Voter
beforeEach(async () => {
	server = await createTestServer({ sample: true })
	voter = await server.registerVoter()
})

/** Statements as the device stores them: the policies of each candidate, with positions. */
const materialOf = async (compareQuizId: string) => {
	const { candidateIds } = replyOf(
		await voter.call(compareQuizzes.get, { params: { id: compareQuizId } }),
	)
	const found = candidateIds.map(async (candidateId) =>
		replyOf(await voter.call(catalogue.policies, { params: { id: candidateId } })).map((each) => ({
			...each,
			candidateId,
		})),
	)
	return { ids: candidateIds, statements: (await Promise.all(found)).flat() }
}
const idsOf = ({ allPolicies }: QuizState) => allPolicies.map(({ id }) => id)
const stateOf = async (attemptId: string) =>
	replyOf(await voter.call(quiz.state, { params: { attemptId } }))
const resultsOf = async (attemptId: string) =>
	replyOf(await voter.call(quiz.results, { params: { attemptId } })).candidates

/** Gives Taft a position on every statement of Debs. */
const giveTaftPositions = async () => {
	const people = await server.db.select().from(candidates)
	const idOf = (name: string) => people.find((each) => each.name === name)?.id ?? ''
	const [taft, debs] = [idOf('William Howard Taft'), idOf('Eugene V. Debs')]
	const rows = await server.db.select().from(policies).where(eq(policies.candidateId, debs))
	await addPositions(
		server,
		rows.map(({ id: policyId }) => ({ policyId, candidateId: taft, value: -2 })),
	)
	return { taft, debs, bryan: idOf('William Jennings Bryan') }
}

describe('a quiz over 25 parties with positions on each of 35 statements', () => {
	it('is valid and asks every statement once, though most parties own none', async () => {
		const { quizId, statements } = await addCzechQuiz(server)
		const validation = replyOf(
			await voter.call(compareQuizzes.validate, { params: { id: quizId } }),
		)
		expect(validation).toMatchObject({ valid: true, policyCount: 35 })
		const state = replyOf(await voter.call(quiz.start, { params: { compareQuizId: quizId } }))
		expect(state).toMatchObject({ formula: 3, totalQuestions: 35 })
		expect(idsOf(state).toSorted()).toEqual(statements.map(({ id }) => id).toSorted())
		for (const { positions: known } of state.allPolicies) {
			expect(Object.keys(known ?? {})).toHaveLength(24)
		}
	})

	it('ranks first the party that the voter answers like', async () => {
		const { quizId, candidateIds, statements } = await addCzechQuiz(server)
		const state = replyOf(await voter.call(quiz.start, { params: { compareQuizId: quizId } }))
		const party = candidateIds[7] ?? ''
		const attemptId = state.quizAttemptId ?? ''
		const params = { attemptId }
		for (const { id: policyId, given } of statements) {
			const value = new Map<string, number>(given).get(party) ?? 0
			const body = { interactionType: 'SCALE', policyId, value, responseTimeMs: 0 }
			replyOf(await voter.call(quiz.interact, { params, body: body as InteractBody }))
		}
		replyOf(await voter.call(quiz.complete, { params }))
		const [first, second] = await resultsOf(attemptId)
		expect(first).toMatchObject({ id: party, alignmentPercentage: 100, asked: 35, answered: 35 })
		expect(second?.alignmentPercentage).toBeLessThan(100)
		expect(first, 'no interval, because nothing is unknown').not.toHaveProperty('low')
	})
})

describe('starting with positions', () => {
	it('draws what the device draws with the same seed', async () => {
		await giveTaftPositions()
		const compareQuizId = await quiz1912(voter, 'SCALE')
		const { ids, statements } = await materialOf(compareQuizId)
		const body = { seed: 'mine', formula: 3 }
		const state = replyOf(await voter.call(quiz.start, { params: { compareQuizId }, body }))
		const drawn = drawStatements(ids, statements, 'mine')
		expect(idsOf(state)).toEqual(drawn.map(({ id }) => id))
		expect(state.allPolicies.map((each) => each.positions)).toEqual(
			drawn.map((each) => each.positions ?? {}),
		)
		const params = { attemptId: state.quizAttemptId ?? '' }
		const again = { seed: 'again', formula: 3 }
		const fresh = replyOf(await voter.call(quiz.reset, { params, body: again }))
		const redrawn = drawStatements(ids, statements, 'again')
		expect(idsOf(fresh)).toEqual(redrawn.map(({ id }) => id))
	})

	// It draws and scores with owners alone, and its screen shows those statements.
	it('leaves positions out for an app that knows owners only', async () => {
		await giveTaftPositions()
		const compareQuizId = await quiz1912(voter, 'BINARY')
		const { ids, statements } = await materialOf(compareQuizId)
		const drawOf = (seed: string) => {
			const pools = ids.map((candidateId) => ({
				candidateId,
				items: statements.filter((each) => each.candidateId === candidateId),
			}))
			return drawBalanced(pools, seed, ({ id }) => id).map(({ id }) => id)
		}
		const body = { seed: 'old' }
		const state = replyOf(await voter.call(quiz.start, { params: { compareQuizId }, body }))
		expect(state.formula).toBe(2)
		expect(idsOf(state)).toEqual(drawOf('old'))
		expect(state.allPolicies.every((each) => Object.keys(each.positions ?? {}).length === 0)).toBe(
			true,
		)
		const params = { attemptId: state.quizAttemptId ?? '' }
		const fresh = replyOf(await voter.call(quiz.reset, { params, body: { seed: 'older' } }))
		expect(fresh.formula).toBe(2)
		expect(idsOf(fresh)).toEqual(drawOf('older'))
	})

	it('uses the newest formula for a client that draws nothing, or knows a newer one', async () => {
		const compareQuizId = await quiz1912(voter, 'SCALE')
		const params = { compareQuizId }
		expect(replyOf(await voter.call(quiz.start, { params })).formula).toBe(3)
		const other = await server.registerVoter()
		const body = { seed: 'new', formula: 99 }
		expect(replyOf(await other.call(quiz.start, { params, body })).formula).toBe(3)
		const wrong = { seed: 'new', formula: 0 }
		expect(refusalOf(await other.call(quiz.start, { params, body: wrong })).errors).toMatchObject([
			{ path: 'formula' },
		])
	})

	it('refuses an app that knows owners only where a candidate owns no statement', async () => {
		const { taft } = await giveTaftPositions()
		await server.db.delete(policies).where(eq(policies.candidateId, taft))
		const params = { compareQuizId: await quiz1912(voter, 'SCALE') }
		expect(
			refusalOf(await voter.call(quiz.start, { params, body: { seed: 'old' } })),
		).toMatchObject({
			status: 409,
			message: 'No validated policies yet for: William Howard Taft.',
		})
		expect(replyOf(await voter.call(quiz.start, { params })).totalQuestions).toBeGreaterThan(0)
	})

	it('counts validated positions of the compared candidates only', async () => {
		const { taft, debs, bryan } = await giveTaftPositions()
		const [one, two, three, four] = await server.db
			.select({ id: positions.id, policyId: positions.policyId })
			.from(positions)
		const set = (id: string | undefined, values: Partial<typeof positions.$inferInsert>) =>
			server.db
				.update(positions)
				.set(values)
				.where(eq(positions.id, id ?? ''))
		await set(one?.id, { status: 'NEEDS_REVIEW' })
		await set(two?.id, { deletedAt: server.clock.now })
		await addPositions(server, [
			{ policyId: three?.policyId ?? '', candidateId: bryan, value: 1 },
			{ policyId: four?.policyId ?? '', candidateId: bryan, value: 1 },
		])
		const state = await started(voter, 'SCALE')
		const known = state.allPolicies.flatMap(({ id, candidateId, positions: stances }) =>
			Object.entries(stances ?? {}).map(([who, value]) => ({ id, candidateId, who, value })),
		)
		expect(known.length).toBeGreaterThan(0)
		for (const { id, candidateId, who, value } of known) {
			expect({ candidateId, who, value }).toEqual({ candidateId: debs, who: taft, value: -2 })
			expect([one?.policyId, two?.policyId]).not.toContain(id)
		}
	})

	it('ignores the positions of a deleted candidate', async () => {
		const { taft, debs } = await giveTaftPositions()
		await server.db
			.update(candidates)
			.set({ deletedAt: server.clock.now })
			.where(eq(candidates.id, taft))
		const { allPolicies } = await started(voter, 'SCALE')
		expect(allPolicies.length).toBeGreaterThan(0)
		for (const { positions: known } of allPolicies) expect(known).toEqual({})
		const listed = replyOf(await voter.call(catalogue.policies, { params: { id: debs } }))
		expect(listed.map((each) => each.positions)).toEqual(listed.map(() => ({})))
	})
})

describe('an attempt with positions', () => {
	it('keeps the positions that it began with', async () => {
		await giveTaftPositions()
		const state = await started(voter, 'SCALE')
		await answerAll(voter, state)
		const params = { attemptId: state.attemptId }
		await server.db.update(positions).set({ value: 2 })
		replyOf(await voter.call(quiz.complete, { params }))
		expect((await stateOf(state.attemptId)).allPolicies).toEqual(state.allPolicies)
		const before = await resultsOf(state.attemptId)
		await server.db.delete(positions)
		expect(await resultsOf(state.attemptId)).toEqual(before)
		expect((await stateOf(state.attemptId)).allPolicies).toEqual(state.allPolicies)
	})

	it('is followed by ones with the changed positions', async () => {
		const { taft, debs } = await giveTaftPositions()
		await started(voter, 'SCALE')
		await materialOf(await quiz1912(voter, 'SCALE'))
		await server.db.update(positions).set({ value: 1 })
		const later = await started(await server.registerVoter(), 'SCALE')
		const known = later.allPolicies.flatMap((each) => Object.values(each.positions ?? {}))
		expect(new Set(known)).toEqual(new Set([1]))
		const listed = replyOf(await voter.call(catalogue.policies, { params: { id: debs } }))
		expect(listed.map((each) => each.positions?.[taft])).toEqual(listed.map(() => 1))
	})

	it('gives the bounds that unknown positions allow', async () => {
		const { taft, debs } = await giveTaftPositions()
		const state = await started(voter, 'SCALE')
		const asked = state.allPolicies
		await answerAll(voter, state)
		replyOf(await voter.call(quiz.complete, { params: { attemptId: state.attemptId } }))
		for (const each of await resultsOf(state.attemptId)) {
			const known = asked.filter(
				({ candidateId, positions: stances }) =>
					candidateId === each.id || Object.hasOwn(stances ?? {}, each.id ?? ''),
			)
			expect(each).toMatchObject({ asked: known.length, answered: known.length })
			expect(each.low).toBeLessThanOrEqual(each.alignmentPercentage ?? 0)
			expect(each.high).toBeGreaterThanOrEqual(each.alignmentPercentage ?? 0)
		}
		const own = (id: string) => asked.filter(({ candidateId }) => candidateId === id).length
		const results = await resultsOf(state.attemptId)
		expect(results.find(({ id }) => id === taft)?.asked).toBe(own(taft) + own(debs))
	})
})

describe('quotes of positions', () => {
	const WORDS = {
		quote: 'We hold to the protective tariff.',
		source: 'Platform of 1912',
		url: 'https://example.org/platform',
		givenBy: 'party',
	} as const
	const ask = async (attemptId: string) =>
		replyOf(await voter.call(quotes.ofAttempt, { params: { attemptId } }))

	it('come after completion, with value and who gave them, without the note', async () => {
		const { taft } = await giveTaftPositions()
		await server.db.update(positions).set({ ...WORDS, note: 'Ask again.' })
		const unfinished = await started(voter, 'BINARY')
		const params = { attemptId: unfinished.attemptId }
		expect(refusalOf(await voter.call(quotes.ofAttempt, { params })).status).toBe(409)
		expect(JSON.stringify(await stateOf(unfinished.attemptId))).not.toContain(WORDS.quote)
		const done = await completed(voter, 'SCALE')
		const asked = done.allPolicies.filter((each) => Object.hasOwn(each.positions ?? {}, taft))
		expect(asked.length).toBeGreaterThan(0)
		expect(await ask(done.attemptId)).toEqual(
			asked
				.map(({ id }) => ({ policyId: id, candidateId: taft, value: -2, ...WORDS }))
				.toSorted((a, b) => (String(a.policyId) < String(b.policyId) ? -1 : 1)),
		)
	})

	it('leave out positions that changed since, are in review, or were deleted', async () => {
		await giveTaftPositions()
		await server.db.update(positions).set(WORDS)
		const done = await completed(voter, 'SCALE')
		const before = await ask(done.attemptId)
		const set = (index: number, values: Partial<typeof positions.$inferInsert>) =>
			server.db
				.update(positions)
				.set(values)
				.where(eq(positions.policyId, String(before[index]?.policyId)))
		await set(0, { value: 1 })
		await set(1, { status: 'NEEDS_REVIEW' })
		await set(2, { deletedAt: server.clock.now })
		expect(await ask(done.attemptId)).toEqual(before.slice(3))
	})

	it('are none of the catalogue calls', async () => {
		const { debs } = await giveTaftPositions()
		await server.db.update(positions).set(WORDS)
		const all = replyOf(await voter.call(catalogue.policies, { params: { id: debs } }))
		expect(all[0]?.positions).toEqual({ [Object.keys(all[0]?.positions ?? {})[0] ?? '']: -2 })
		expect(JSON.stringify(all)).not.toContain(WORDS.quote)
	})
})
