import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { policies } from '#server/db/schema.ts'
import { completed, refusalOf, replyOf, started } from '../../support/quizzes.ts'
import { createTestServer, type TestServer, type Voter } from '../../support/server.ts'

const { quotes } = endpoints

let server: TestServer
let voter: Voter
beforeEach(async () => {
	server = await createTestServer({ sample: true })
	voter = await server.registerVoter()
})

const quote = (id: string | undefined) =>
	server.db
		.update(policies)
		.set({
			quote: 'We pledge ourselves to a tariff for revenue only.',
			source: 'Platform of 1912',
			sourceUrl: 'https://example.org/platform',
		})
		.where(eq(policies.id, id ?? ''))
const ask = (who: Voter, attemptId: string) => who.call(quotes.ofAttempt, { params: { attemptId } })

describe('quotes behind an attempt', () => {
	it('are available after completion for policies that have one', async () => {
		const done = await completed(voter, 'SCALE')
		const [first] = done.allPolicies
		await quote(first?.id)
		expect(replyOf(await ask(voter, done.attemptId))).toEqual([
			{
				policyId: first?.id,
				quote: 'We pledge ourselves to a tariff for revenue only.',
				source: 'Platform of 1912',
				url: 'https://example.org/platform',
			},
		])
	})

	// They would reveal whose policy it is.
	it('are hidden before completion', async () => {
		const { attemptId, allPolicies } = await started(voter, 'SCALE')
		await quote(allPolicies[0]?.id)
		expect(refusalOf(await ask(voter, attemptId))).toMatchObject({
			status: 409,
			message: 'This quiz is not completed yet.',
		})
	})
})
