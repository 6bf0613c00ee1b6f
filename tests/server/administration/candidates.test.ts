import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { policies, settings, testConfigurations } from '#server/db/schema.ts'
import {
	addPolicies,
	candidateFields,
	makeCandidate,
	makeCatalogue,
	makeElection,
	quizFields,
} from '../../support/administration.ts'
import { refusalOf, replyOf } from '../../support/quizzes.ts'
import { createTestServer, type TestServer, type Voter } from '../../support/server.ts'

const { manageCandidates: rows, manageElections, manageQuizzes, candidates, testConfig } = endpoints

let server: TestServer
let admin: Voter
beforeEach(async () => {
	server = await createTestServer()
	admin = await server.registerVoter('ada', ['ROLE_ADMIN'])
})

const read = async (id: string) => replyOf(await admin.call(rows.get, { params: { id } }))
const update = (id: string, electionIds: string[], name = 'Ann') =>
	admin.call(rows.update, { params: { id }, body: candidateFields(name, electionIds) })

const testPair = async (candidate1Id: string, candidate2Id: string, active = true) => {
	const id = crypto.randomUUID()
	const createdAt = server.clock.now
	await server.db
		.insert(testConfigurations)
		.values({ id, candidate1Id, candidate2Id, active, createdAt })
	await server.db
		.insert(settings)
		.values({ key: 'testFeature', value: { enabled: true }, updatedAt: createdAt })
		.onConflictDoNothing()
	return id
}

describe('candidate', () => {
	it('has several elections, with the first as the primary one', async () => {
		const [mayor, sheriff] = [await makeElection(admin), await makeElection(admin)]
		const ann = await makeCandidate(admin, 'Ann', [sheriff.id, mayor.id])
		expect(ann).toMatchObject({
			electionId: sheriff.id,
			electionIds: [sheriff.id, mayor.id],
			etag: '"1"',
			policyCount: 0,
			validatedCount: 0,
		})
		expect(await read(ann.id)).toEqual(ann)
		expect(replyOf(await update(ann.id, [mayor.id]))).toMatchObject({
			electionId: mayor.id,
			electionIds: [mayor.id],
			etag: '"2"',
		})
		expect(replyOf(await update(ann.id, []))).toMatchObject({ electionId: null, electionIds: [] })
	})

	it('is refused with a message for each field', async () => {
		const body = { name: '', website: 'example.org', logo: 'ftp://x' }
		const { status, errors } = refusalOf(await admin.call(rows.create, { body }))
		expect(status).toBe(400)
		expect(errors.map(({ path }) => path)).toEqual(['name', 'website', 'logo'])
	})

	it.each(['7', '00000000-0000-4000-8000-000000000000'])(
		'is refused for an unknown election: %s',
		async (electionId) => {
			const body = candidateFields('Ann', [electionId])
			const refused = refusalOf(await admin.call(rows.create, { body }))
			expect(refused).toMatchObject({ status: 400, errors: [{ path: 'electionIds' }] })
		},
	)

	it('is refused with an http logo and an explanation', async () => {
		const body = { ...candidateFields('Ann'), logo: 'http://pictures.example/ann.png' }
		expect(refusalOf(await admin.call(rows.create, { body })).errors).toEqual([
			{
				path: 'logo',
				message:
					'Logo must be a web address that begins with https://, or a picture that you upload',
			},
		])
	})

	it('is refused for a deleted election or a missing uploaded logo', async () => {
		const election = await makeElection(admin)
		await admin.call(manageElections.remove, { params: { id: election.id } })
		const body = candidateFields('Ann', [election.id])
		expect(refusalOf(await admin.call(rows.create, { body })).status).toBe(400)
		const logo = `/api/logos/${'0'.repeat(64)}.webp`
		const unknown = await admin.call(rows.create, { body: { ...candidateFields('Ann'), logo } })
		expect(refusalOf(unknown)).toMatchObject({ status: 400, errors: [{ path: 'logo' }] })
	})

	it('keeps its link to a deleted election through an update', async () => {
		const [mayor, sheriff] = [await makeElection(admin), await makeElection(admin)]
		const ann = await makeCandidate(admin, 'Ann', [mayor.id, sheriff.id])
		await admin.call(manageElections.remove, { params: { id: mayor.id } })
		expect(replyOf(await update(ann.id, [sheriff.id])).electionIds).toEqual([sheriff.id])
		await admin.call(manageElections.restore, { params: { id: mayor.id } })
		expect((await read(ann.id)).electionIds).toEqual([sheriff.id, mayor.id])
	})

	it('lists the consequences of a deletion beforehand', async () => {
		const { election, ann, bob, quiz } = await makeCatalogue(server, admin)
		const eve = await makeCandidate(admin, 'Eve', [election.id])
		const ids = [ann.id, bob.id, eve.id]
		const body = quizFields(election.id, ids, 'All three')
		await admin.call(manageQuizzes.create, { body })
		await testPair(ann.id, bob.id)
		await testPair(ann.id, eve.id, false)
		const params = { id: ann.id }
		expect(replyOf(await admin.call(rows.consequences, { params }))).toEqual({
			policies: 3,
			quizzes: { count: 2, names: ['All three', quiz.name] },
			invalidQuizzes: 1,
			testConfigurations: 1,
		})
	})
})

describe('deleted candidate', () => {
	it('loses its policies, leaves its quizzes, and ends its test', async () => {
		const { election, ann, bob, quiz } = await makeCatalogue(server, admin)
		await testPair(ann.id, bob.id)
		const params = { id: ann.id }
		replyOf(await admin.call(rows.remove, { params }))
		for (const row of [rows.get, candidates.get, candidates.policies, rows.remove]) {
			expect(refusalOf(await admin.call(row, { params })).status).toBe(404)
		}
		const standing = await admin.call(candidates.ofElection, {
			params: { electionId: election.id },
		})
		expect(replyOf(standing).map(({ id }) => id)).toEqual([bob.id])
		expect(replyOf(await admin.call(rows.list, {})).map(({ id }) => id)).toEqual([bob.id])
		const compared = replyOf(
			await admin.call(endpoints.compareQuizzes.get, { params: { id: quiz.id } }),
		)
		expect(compared.candidateIds).toEqual([bob.id])
		expect(replyOf(await admin.call(manageQuizzes.get, { params: { id: quiz.id } }))).toMatchObject(
			{
				valid: false,
				message: 'This quiz needs at least 2 candidates.',
			},
		)
		expect(refusalOf(await server.call(testConfig.active, {})).status).toBe(404)
		const start = { candidate1Id: ann.id, candidate2Id: bob.id, numberOfPolicies: 2 }
		const named = await server.call(endpoints.knowledgeTest.start, { body: start })
		expect(refusalOf(named).status).toBe(400)
	})

	it('is restored with its policies, quizzes, and test', async () => {
		const { ann, bob, quiz } = await makeCatalogue(server, admin)
		await testPair(ann.id, bob.id)
		const [earlier] = await server.db
			.select()
			.from(policies)
			.where(eq(policies.candidateId, ann.id))
		await server.db
			.update(policies)
			.set({ deletedAt: server.clock.now })
			.where(eq(policies.id, earlier?.id ?? ''))
		const params = { id: ann.id }
		replyOf(await admin.call(rows.remove, { params }))
		const restored = replyOf(await admin.call(rows.restore, { params }))
		expect(restored).toMatchObject({ name: 'Ann', policyCount: 2, validatedCount: 2 })
		expect(replyOf(await admin.call(manageQuizzes.get, { params: { id: quiz.id } }))).toMatchObject(
			{
				valid: true,
				policyCount: 4,
			},
		)
		expect(replyOf(await server.call(testConfig.active, {})).candidate1Id).toBe(ann.id)
	})

	it('is restored without its test if another pair is active', async () => {
		const { ann, bob } = await makeCatalogue(server, admin)
		const eve = await makeCandidate(admin, 'Eve')
		await testPair(ann.id, bob.id)
		const params = { id: ann.id }
		await admin.call(rows.remove, { params })
		await testPair(eve.id, bob.id)
		replyOf(await admin.call(rows.restore, { params }))
		expect(replyOf(await server.call(testConfig.active, {})).candidate1Id).toBe(eve.id)
	})
})

describe('candidate list', () => {
	it('sorts by name, pages, filters by election, and searches', async () => {
		const election = await makeElection(admin)
		for (const name of ['Zoë', 'Ann', 'Ann', 'Bob']) {
			await makeCandidate(admin, name, name === 'Ann' ? [election.id] : [])
		}
		const body = { ...candidateFields('Kim'), party: 'Green Party' }
		replyOf(await admin.call(rows.create, { body }))
		const names = async (query: Record<string, string>) => {
			const page = replyOf(await admin.call(rows.page, { query }))
			return { names: page.rows.map(({ name }) => name), next: page.next, total: page.total }
		}
		expect((await names({})).names).toEqual(['Ann', 'Ann', 'Bob', 'Kim', 'Zoë'])
		const first = await names({ size: '1' })
		const second = await names({ size: '2', after: first.next ?? '' })
		expect(second.names).toEqual(['Ann', 'Bob'])
		expect(await names({ electionId: election.id })).toMatchObject({
			names: ['Ann', 'Ann'],
			total: 2,
		})
		expect((await names({ search: 'zoe' })).names).toEqual(['Zoë'])
		expect((await names({ search: 'gre par' })).names).toEqual(['Kim'])
		expect((await names({ electionId: '7' })).names).toEqual([])
	})

	it('counts all and validated policies, excluding deleted ones', async () => {
		const ann = await makeCandidate(admin, 'Ann')
		await addPolicies(server, ann.id, ['one', 'two', 'three'])
		const [one, two] = await server.db.select().from(policies)
		const set = async (id: string | undefined, values: Partial<typeof policies.$inferInsert>) =>
			server.db
				.update(policies)
				.set(values)
				.where(eq(policies.id, id ?? ''))
		await set(one?.id, { validationStatus: 'PENDING' })
		await set(two?.id, { deletedAt: server.clock.now })
		const counts = { policyCount: 2, validatedCount: 1 }
		expect(replyOf(await admin.call(rows.page, { query: {} })).rows).toMatchObject([counts])
		expect(replyOf(await admin.call(rows.list, {}))).toMatchObject([counts])
	})
})
