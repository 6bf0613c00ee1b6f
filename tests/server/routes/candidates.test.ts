import { and, eq, inArray } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { candidateElections, categoryWeights, elections, policies } from '#server/db/schema.ts'
import { election1912, raw, replyOf } from '../../support/quizzes.ts'
import { createTestServer, type TestServer, type Voter } from '../../support/server.ts'

const { candidates, policies: policyCalls } = endpoints

let server: TestServer
let voter: Voter
beforeEach(async () => {
	server = await createTestServer({ sample: true })
	voter = await server.registerVoter()
})

const of1912 = async () => {
	const params = { electionId: (await election1912(voter)).id }
	return replyOf(await voter.call(candidates.ofElection, { params }))
}
const policiesOf = async (id: string) =>
	replyOf(await voter.call(candidates.policies, { params: { id } }))

describe('candidates', () => {
	it('lists the candidates of an election by name', async () => {
		expect((await of1912()).map(({ name }) => name)).toEqual([
			'Eugene V. Debs',
			'Theodore Roosevelt',
			'William Howard Taft',
			'Woodrow Wilson',
		])
	})

	it('returns electionId and electionIds, primary election first', async () => {
		const [debs] = await of1912()
		const [other] = await server.db
			.select()
			.from(elections)
			.where(eq(elections.electionDate, '1896-11-03'))
		const link = { candidateId: debs?.id ?? '', electionId: other?.id ?? '', position: 1 }
		await server.db.insert(candidateElections).values(link)
		const reply = await raw(server, `/api/candidates/${debs?.id}`, { token: voter.token })
		const ids = [debs?.electionId, other?.id]
		expect(reply.body).toMatchObject({ electionId: debs?.electionId, electionIds: ids })
	})
})

describe('policies of a candidate', () => {
	it('include only validated ones', async () => {
		const [debs] = await of1912()
		const all = await policiesOf(debs?.id ?? '')
		const [first, second, third] = all.map(({ id }) => id)
		const statuses = { PENDING: first, NEEDS_REVIEW: second, REJECTED: third }
		for (const [validationStatus, id = ''] of Object.entries(statuses)) {
			await server.db
				.update(policies)
				.set({ validationStatus: validationStatus as 'PENDING' })
				.where(eq(policies.id, id))
		}
		const left = await policiesOf(debs?.id ?? '')
		expect(left).toHaveLength(all.length - 3)
		expect(left.every((policy) => policy.validationStatus === 'VALIDATED')).toBe(true)
		// The alternative path returns the same.
		const params = { candidateId: debs?.id ?? '' }
		expect(replyOf(await voter.call(policyCalls.ofCandidate, { params }))).toEqual(left)
	})

	it('have a weight of importance times category weight', async () => {
		const [debs] = await of1912()
		const id = debs?.id ?? ''
		await server.db
			.update(policies)
			.set({ importance: 1.1, clarityScore: 6.5, complexityLevel: 4 })
			.where(and(eq(policies.candidateId, id), eq(policies.category, 'SOCIAL')))
		await server.db
			.update(categoryWeights)
			.set({ weight: 1.1 })
			.where(inArray(categoryWeights.category, ['SOCIAL']))
		const all = await policiesOf(id)
		const social = all.find((policy) => policy.category === 'SOCIAL')
		expect(social).toMatchObject({ importance: 1.1, weight: 1.21, clarity: 6.5, complexity: 4 })
		expect(all.find((policy) => policy.category === 'GOVERNANCE')?.weight).toBe(1)
	})
})
