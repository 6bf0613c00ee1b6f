import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { extractions } from '#server/db/schema.ts'
import { makeCandidate } from '../support/administration.ts'
import { COME_BACK, faultAt } from '../support/crash-points.ts'
import { PLATFORM } from '../support/extraction.ts'
import { replyOf } from '../support/quizzes.ts'
import { createTestServer, type TestServer, type Voter } from '../support/server.ts'
import { watching } from '../support/statements.ts'

const { managePolicies, policyExtraction: rows } = endpoints

/** So many policies are in {@link PLATFORM}. */
const POLICIES = 5
/** After so long, in ms, an extraction that nobody works on is told as interrupted. */
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

/** What is told of every extraction of a candidate, once those that nobody works on are given up. */
const toldOf = async (candidateId: string) => {
	server.clock.now = new Date(server.clock.now.getTime() + GIVEN_UP_MS)
	const found = await server.db
		.select({ id: extractions.id })
		.from(extractions)
		.where(eq(extractions.candidateId, candidateId))
	const told = found.map(({ id }) => admin.call(rows.get, { params: { id } }))
	return (await Promise.all(told)).map(replyOf)
}

/** It has its policies and the source that they are quoted from, or it is said that it failed. */
const expectWhole = async (candidateId: string): Promise<void> => {
	for (const { id, status, result } of await toldOf(candidateId)) {
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

/** Extracts once more and saves what is proposed. @returns how many policies the candidate then has. */
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

describe('whatever statement the database is lost at, an extraction', () => {
	it.each(['before', 'after'] as const)(
		'has its policies and their source, or is said to have failed; the next one proposes each once (lost %s it)',
		async (moment) => {
			let n = 1
			for (let struck = () => true; struck(); n++) {
				const { id: candidateId } = await makeCandidate(admin, 'Ann Meadows')
				const fault = faultAt(n, moment)
				struck = fault.struck
				const first = await watching(fault.watch, () => extract(String(candidateId)))
				if (!first.ok) expect(first.error).toMatchObject(COME_BACK)
				await expectWhole(String(candidateId))
				expect(await extractAndSave(String(candidateId))).toBe(POLICIES)
				expect(n).toBeLessThan(60)
			}
			expect(n).toBeGreaterThan(5)
		},
		180_000,
	)
})
