import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { extractions } from '#server/db/schema.ts'
import { makeCandidate } from '../support/administration.ts'
import { faultAt, RETRYABLE } from '../support/crash-points.ts'
import { PLATFORM } from '../support/extraction.ts'
import { replyOf } from '../support/quizzes.ts'
import { createTestServer, type TestServer, type Voter } from '../support/server.ts'
import { watching } from '../support/statements.ts'

const { managePolicies, policyExtraction: rows } = endpoints

/** Number of policies in {@link PLATFORM}. */
const POLICIES = 5
/** Time after which an abandoned extraction counts as interrupted, in ms. */
const GIVEN_UP_MS = 61_000

let server: TestServer
let admin: Voter
beforeEach(async () => {
	server = await createTestServer({ log: () => undefined })
	admin = await server.registerVoter('ada', ['ROLE_ADMIN'])
})
afterEach(() => server.extractor.close())

const extract = (candidateId: string) =>
	admin.call(rows.extract, { body: { source: PLATFORM, url: false, candidateId } })

/** Returns all extractions of a candidate after abandoned ones have expired. */
const extractionsOf = async (candidateId: string) => {
	server.clock.now = new Date(server.clock.now.getTime() + GIVEN_UP_MS)
	const found = await server.db
		.select({ id: extractions.id })
		.from(extractions)
		.where(eq(extractions.candidateId, candidateId))
	const replies = found.map(({ id }) => admin.call(rows.get, { params: { id } }))
	return (await Promise.all(replies)).map(replyOf)
}

/** Asserts that each extraction has its policies with their source, or has failed. */
const expectWhole = async (candidateId: string): Promise<void> => {
	for (const { id, status, result } of await extractionsOf(candidateId)) {
		if (status === 'FAILED') {
			expect(result?.policies).toEqual([])
			continue
		}
		expect(status).toBe('SUCCESS')
		expect(result?.policies).toHaveLength(POLICIES)
		const { text } = replyOf(await admin.call(rows.source, { params: { id: String(id) } }))
		for (const { quote } of result?.policies ?? []) expect(text).toContain(quote)
	}
}

/** Extracts and saves the proposals. @returns the candidate's number of policies. */
const extractAndSave = async (candidateId: string): Promise<number> => {
	const { extractionId, policies } = replyOf(await extract(candidateId))
	const editedPolicies = policies.map(({ id, text }) => ({
		...{ id: String(id), text },
		category: 'ECONOMY' as const,
	}))
	const extractionRequest = { candidateId, extractionId: String(extractionId) }
	replyOf(await admin.call(rows.save, { body: { extractionRequest, editedPolicies } }))
	const params = { candidateId }
	return replyOf(await admin.call(managePolicies.ofCandidate, { params })).length
}

describe('extraction with a database failure', () => {
	it.each(['before', 'after'] as const)(
		'is complete or failed and retried without duplicates (lost %s a statement)',
		async (moment) => {
			let n = 1
			for (let struck = () => true; struck(); n++) {
				const { id: candidateId } = await makeCandidate(admin, 'Ann Meadows')
				const fault = faultAt(n, moment)
				struck = fault.struck
				const first = await watching(fault.watch, () => extract(String(candidateId)))
				if (!first.ok) expect(first.error).toMatchObject(RETRYABLE)
				await expectWhole(String(candidateId))
				expect(await extractAndSave(String(candidateId))).toBe(POLICIES)
				expect(n).toBeLessThan(60)
			}
			expect(n).toBeGreaterThan(5)
		},
		180_000,
	)
})
