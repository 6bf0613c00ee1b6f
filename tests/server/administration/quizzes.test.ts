import { beforeEach, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { policies, positions } from '#server/db/schema.ts'
import {
	addPolicies,
	ifMatch,
	makeCandidate,
	makeCatalogue,
	makeElection,
	quizFields,
} from '../../support/administration.ts'
import { addCzechQuiz, addPositions } from '../../support/positions.ts'
import { refusalOf, replyOf } from '../../support/quizzes.ts'
import { createTestServer, type TestServer, type Voter } from '../../support/server.ts'

const { manageQuizzes: rows, manageElections, manageCandidates, compareQuizzes, quiz } = endpoints

let server: TestServer
let admin: Voter
beforeEach(async () => {
	server = await createTestServer()
	admin = await server.registerVoter('ada', ['ROLE_ADMIN'])
})

describe('compare quiz', () => {
	it('starts at version 1 and reports its validity', async () => {
		const { election, ann, bob, quiz: made } = await makeCatalogue(server, admin)
		expect(made).toMatchObject({
			...quizFields(election.id, [ann.id, bob.id].toSorted()),
			electionName: 'Mayor of Austin',
			etag: '"1"',
			valid: true,
			message: null,
			policyCount: 6,
		})
		expect(replyOf(await admin.call(rows.get, { params: { id: made.id } }))).toEqual(made)
		expect(replyOf(await admin.call(rows.page, { query: {} })).rows).toEqual([made])
	})

	it('explains why it is invalid', async () => {
		const { election, ann } = await makeCatalogue(server, admin)
		const eve = await makeCandidate(admin, 'Eve', [election.id])
		const body = quizFields(election.id, [ann.id, eve.id])
		expect(replyOf(await admin.call(rows.create, { body }))).toMatchObject({
			valid: false,
			message: 'No validated policies yet for: Eve.',
			policyCount: 0,
		})
	})

	it('counts positions of its candidates on the statements of the others', async () => {
		const { election, ann, bob, quiz: made } = await makeCatalogue(server, admin)
		const eve = await makeCandidate(admin, 'Eve', [election.id])
		const statements = await server.db.select().from(policies)
		const of = (id: string) => statements.filter(({ candidateId }) => candidateId === id)
		const stance = { candidateId: eve.id, value: -1 }
		await addPositions(
			server,
			of(ann.id).map(({ id: policyId }) => ({ policyId, ...stance })),
		)
		const create = async (ids: string[]) =>
			replyOf(await admin.call(rows.create, { body: quizFields(election.id, ids) }))
		const withEve = await create([ann.id, bob.id, eve.id])
		// Three of Ann, on which Eve has positions, and three of Bob.
		expect(withEve).toMatchObject({ valid: true, message: null, policyCount: 6 })
		expect(await create([bob.id, eve.id])).toMatchObject({
			valid: false,
			message: 'No validated policies yet for: Eve.',
		})
		const { rows: all } = replyOf(await admin.call(rows.page, { query: {} }))
		const found = (id: string) => all.find((each) => each.id === id)
		expect(found(withEve.id)).toEqual(withEve)
		expect(found(made.id)).toMatchObject({ valid: true, policyCount: 6 })
		await server.db.update(positions).set({ status: 'PENDING' })
		expect(replyOf(await admin.call(rows.get, { params: { id: withEve.id } }))).toMatchObject({
			valid: false,
			message: 'No validated policies yet for: Eve.',
		})
	})

	it('lists the number of statements of a quiz over 25 parties', async () => {
		const { quizId } = await addCzechQuiz(server)
		const [listed] = replyOf(await admin.call(rows.page, { query: {} })).rows
		expect(listed).toMatchObject({ id: quizId, valid: true, message: null, policyCount: 35 })
	})

	it('is refused with the specified message at each field', async () => {
		const body = {
			name: ' ',
			startDate: '2026-11-02',
			endDate: '2026-11-01',
			candidateIds: ['1'],
		} as never
		const { status, errors } = refusalOf(await admin.call(rows.create, { body }))
		expect(status).toBe(400)
		expect(errors).toEqual(
			expect.arrayContaining([
				{ path: 'name', message: 'Quiz name is required' },
				{ path: 'electionId', message: 'Election is required' },
				{ path: 'endDate', message: 'End date must be after start date' },
				{ path: 'candidateIds', message: 'At least 2 candidates are required for comparison' },
			]),
		)
	})

	it('refuses candidates outside its election and names each', async () => {
		const { election, ann } = await makeCatalogue(server, admin)
		const eve = await makeCandidate(admin, 'Eve')
		const unknown = '00000000-0000-4000-8000-000000000000'
		const body = quizFields(election.id, [ann.id, eve.id, unknown, '7'])
		expect(refusalOf(await admin.call(rows.create, { body }))).toMatchObject({
			status: 400,
			errors: [
				{ path: 'candidateIds.1', message: 'Eve is not in this election' },
				{ path: 'candidateIds.2', message: 'This candidate no longer exists' },
				{ path: 'candidateIds.3', message: 'This candidate no longer exists' },
			],
		})
	})

	it('requires an existing election', async () => {
		const { election, ann, bob, quiz: made } = await makeCatalogue(server, admin)
		const gone = await makeElection(admin)
		await admin.call(manageElections.remove, { params: { id: gone.id } })
		const ids = [ann.id, bob.id]
		for (const electionId of [gone.id, '7']) {
			const body = quizFields(electionId, ids)
			const refusals = [
				await admin.call(rows.create, { body }),
				await admin.call(rows.update, { params: { id: made.id }, body }),
			]
			for (const refused of refusals) {
				expect(refusalOf(refused)).toMatchObject({ status: 400, errors: [{ path: 'electionId' }] })
			}
		}
		expect(replyOf(await admin.call(rows.get, { params: { id: made.id } })).electionId).toBe(
			election.id,
		)
	})

	it('compares new candidates without changing open attempts', async () => {
		const { election, ann, bob, quiz: made } = await makeCatalogue(server, admin)
		const eve = await makeCandidate(admin, 'Eve', [election.id])
		await addPolicies(server, eve.id, ['Eve says one'])
		const voter = await server.registerVoter()
		const params = { compareQuizId: made.id }
		const before = replyOf(await voter.call(quiz.start, { params }))
		const body = quizFields(election.id, [ann.id, eve.id])
		const changed = replyOf(await admin.call(rows.update, { params: { id: made.id }, body }))
		expect(changed).toMatchObject({ policyCount: 2, etag: '"2"' })
		expect(changed.candidateIds?.toSorted()).toEqual([ann.id, eve.id].toSorted())
		const after = replyOf(await voter.call(quiz.start, { params }))
		expect(after.allPolicies).toEqual(before.allPolicies)
		expect(after.allPolicies.some(({ candidateId }) => candidateId === bob.id)).toBe(true)
	})

	it('includes a restored candidate even after an update without them', async () => {
		const { election, ann, bob, quiz: made } = await makeCatalogue(server, admin)
		const eve = await makeCandidate(admin, 'Eve', [election.id])
		const all = [ann.id, bob.id, eve.id]
		const change = (ids: string[]) =>
			admin.call(rows.update, { params: { id: made.id }, body: quizFields(election.id, ids) })
		await change(all)
		await admin.call(manageCandidates.remove, { params: { id: eve.id } })
		expect(replyOf(await change([ann.id, bob.id])).candidateIds).toHaveLength(2)
		await admin.call(manageCandidates.restore, { params: { id: eve.id } })
		const found = replyOf(await admin.call(rows.get, { params: { id: made.id } }))
		expect(found.candidateIds?.toSorted()).toEqual(all.toSorted())
	})

	it('is activated and deactivated for the given version', async () => {
		const { quiz: made } = await makeCatalogue(server, admin)
		const params = { id: made.id }
		const off = replyOf(await admin.call(rows.deactivate, { params }, ifMatch(made.etag)))
		expect(off).toMatchObject({ active: false, valid: false, message: 'This quiz is not active.' })
		expect(replyOf(await admin.call(compareQuizzes.validate, { params })).valid).toBe(false)
		const stale = await admin.call(rows.activate, { params }, ifMatch(made.etag))
		expect(refusalOf(stale).status).toBe(412)
		expect(replyOf(await admin.call(rows.activate, { params }))).toMatchObject({
			active: true,
			valid: true,
			etag: '"3"',
		})
	})

	it('disappears when deleted and is restored unchanged', async () => {
		const { election, quiz: made } = await makeCatalogue(server, admin)
		const params = { id: made.id }
		replyOf(await admin.call(rows.remove, { params }, ifMatch(made.etag)))
		for (const row of [rows.get, compareQuizzes.get, compareQuizzes.validate, rows.activate]) {
			expect(refusalOf(await admin.call(row, { params })).status).toBe(404)
		}
		expect(replyOf(await admin.call(rows.page, { query: {} })).rows).toEqual([])
		const start = await admin.call(quiz.start, { params: { compareQuizId: made.id } })
		expect(refusalOf(start).status).toBe(404)
		expect(replyOf(await admin.call(rows.restore, { params }))).toEqual({ ...made, etag: '"3"' })
		const listed = await admin.call(compareQuizzes.ofElection, {
			params: { electionId: election.id },
		})
		expect(replyOf(listed)).toHaveLength(1)
	})

	it('cannot be restored without its election', async () => {
		const { election, quiz: made } = await makeCatalogue(server, admin)
		await admin.call(manageElections.remove, { params: { id: election.id } })
		expect(refusalOf(await admin.call(rows.restore, { params: { id: made.id } }))).toMatchObject({
			status: 409,
			message: 'The election of this quiz was deleted. Restore it first.',
		})
	})
})

describe('quiz list', () => {
	it('sorts newest first, pages, filters by election, and searches', async () => {
		const { election, ann, bob, quiz: first } = await makeCatalogue(server, admin)
		const made = [first.id]
		for (let at = 0; at < 4; at++) {
			if (at === 3) server.clock.now = new Date(server.clock.now.getTime() + 1)
			const body = quizFields(election.id, [ann.id, bob.id], `Number ${at}`)
			made.push(replyOf(await admin.call(rows.create, { body })).id)
		}
		const ids: string[] = []
		let after: string | null = null
		do {
			const query: { size: string; after?: string } = { size: '2', ...(after && { after }) }
			const page = replyOf(await admin.call(rows.page, { query }))
			ids.push(...page.rows.map(({ id }) => id))
			after = page.next
		} while (after !== null)
		expect(ids[0]).toBe(made.at(-1))
		expect(ids.toSorted()).toEqual(made.toSorted())
		const search = replyOf(await admin.call(rows.page, { query: { search: 'num 2' } }))
		expect(search.rows.map(({ name }) => name)).toEqual(['Number 2'])
		const of = async (electionId: string) =>
			replyOf(await admin.call(rows.page, { query: { electionId } })).total
		expect(await of(election.id)).toBe(5)
		expect(await of('7')).toBe(0)
	})
})

describe('quiz preview', () => {
	const preview = async (candidateIds: string[], electionId: string | null = null) =>
		replyOf(
			await admin.call(rows.preview, { body: { candidateIds, quizType: 'SCALE', electionId } }),
		)

	it('shows policies and equal first-place shares per candidate', async () => {
		const { ann, bob } = await makeCatalogue(server, admin)
		const seen = await preview([bob.id, ann.id])
		expect(seen).toMatchObject({
			candidates: [
				{ id: bob.id, name: 'Bob', validatedPolicies: 3, tooFew: false },
				{ id: ann.id, name: 'Ann', validatedPolicies: 3, tooFew: false },
			],
			perCandidate: 3,
			policyCount: 6,
			duplicates: [],
			voters: 2000,
			problem: null,
		})
		const error = seen.samplingError ?? 0
		expect(error).toBeCloseTo(0.0112, 4)
		for (const { firstPlaceShare } of seen.candidates) {
			expect(Math.abs((firstPlaceShare ?? 0) - 0.5)).toBeLessThan(5 * error)
		}
		expect(await preview([bob.id, ann.id])).toEqual(seen)
	})

	it('flags a candidate with too few policies and limits the others', async () => {
		const { election, ann, bob } = await makeCatalogue(server, admin)
		const eve = await makeCandidate(admin, 'Eve', [election.id])
		await addPolicies(server, eve.id, ['Eve says one'])
		const seen = await preview([ann.id, bob.id, eve.id], election.id)
		expect(seen.candidates.map(({ tooFew }) => tooFew)).toEqual([false, false, true])
		expect(seen).toMatchObject({ perCandidate: 1, policyCount: 3, problem: null })
	})

	it('finds duplicates regardless of case, spaces, and punctuation', async () => {
		const { ann, bob } = await makeCatalogue(server, admin)
		await addPolicies(server, ann.id, ['Lower taxes, now!', 'Same words', 'same  words'])
		await addPolicies(server, bob.id, ['lower taxes – NOW', 'Lower tax'])
		expect((await preview([ann.id, bob.id])).duplicates).toEqual(
			expect.arrayContaining([
				{
					text: expect.stringMatching(/lower taxes/i),
					candidates: expect.arrayContaining(['Ann', 'Bob']),
				},
				{ text: expect.stringMatching(/same +words/i), candidates: ['Ann'] },
			]),
		)
	})

	it('counts positions on the statements of others before it finds a problem', async () => {
		const { election, ann, bob } = await makeCatalogue(server, admin)
		const eve = await makeCandidate(admin, 'Eve', [election.id])
		const statements = await server.db.select().from(policies)
		const [one] = statements.filter(({ candidateId }) => candidateId === ann.id)
		await addPositions(server, [{ policyId: one?.id ?? '', candidateId: eve.id, value: 2 }])
		expect((await preview([ann.id, bob.id, eve.id])).problem).toBeNull()
		expect((await preview([bob.id, eve.id])).problem).toBe('No validated policies yet for: Eve.')
	})

	it('explains an invalid quiz and omits shares without policies', async () => {
		const { election, ann } = await makeCatalogue(server, admin)
		const eve = await makeCandidate(admin, 'Eve')
		const seen = await preview([ann.id, eve.id])
		expect(seen).toMatchObject({
			perCandidate: 0,
			voters: 0,
			samplingError: null,
			problem: 'No validated policies yet for: Eve.',
		})
		expect(seen.candidates).toMatchObject([
			{ tooFew: false, firstPlaceShare: null },
			{ tooFew: true, firstPlaceShare: null },
		])
		expect((await preview([ann.id, eve.id], election.id)).problem).toBe(
			'Eve is not in this election.',
		)
		expect((await preview([ann.id])).problem).toBe('This quiz needs at least 2 candidates.')
		expect((await preview([])).problem).toBe('This quiz needs at least 2 candidates.')
	})

	it('refuses an unknown candidate', async () => {
		const { ann } = await makeCatalogue(server, admin)
		const body = { candidateIds: [ann.id, '7'], quizType: 'SCALE' as const }
		expect(refusalOf(await admin.call(rows.preview, { body }))).toMatchObject({
			status: 400,
			errors: [{ path: 'candidateIds.1' }],
		})
	})

	it('simulates fewer voters for large quizzes without blocking other calls', async () => {
		const { ann, bob } = await makeCatalogue(server, admin)
		for (const { id, name } of [ann, bob]) {
			await addPolicies(
				server,
				id,
				Array.from({ length: 400 }, (_, at) => `${name} says ${at}`),
			)
		}
		let done = false
		const seen = preview([ann.id, bob.id]).finally(() => {
			done = true
		})
		const health = await server.call(endpoints.health.check, {})
		expect(health.ok).toBe(true)
		expect(done).toBe(false)
		expect((await seen).voters).toBeLessThan(2000)
	})
})
