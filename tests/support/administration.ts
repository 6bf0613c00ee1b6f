import { randomUUID } from 'node:crypto'
import type { ElectionFields } from '#contract/admin/elections.ts'
import { endpoints } from '#contract/index.ts'
import { policies } from '#server/db/schema.ts'
import { replyOf } from './quizzes.ts'
import type { TestServer, Voter } from './server.ts'

const { manageCandidates, manageElections, manageQuizzes } = endpoints

/** Input fields of an election. */
export const electionFields = (fields: Partial<ElectionFields> = {}): ElectionFields => ({
	name: 'Mayor of Austin',
	electionDate: '2026-12-01',
	jurisdiction: 'CITY',
	state: 'Texas',
	county: null,
	city: 'Austin',
	zipCode: null,
	active: true,
	...fields,
})

/** Creates an election. */
export const makeElection = async (admin: Voter, fields: Partial<ElectionFields> = {}) =>
	replyOf(await admin.call(manageElections.create, { body: electionFields(fields) }))

/** Input fields of a candidate. */
export const candidateFields = (name: string, electionIds: string[] = []) => ({
	name,
	website: 'https://candidate.example.org',
	logo: null,
	party: null,
	electionIds,
})

/** Creates a candidate. */
export const makeCandidate = async (admin: Voter, name: string, electionIds: string[] = []) =>
	replyOf(await admin.call(manageCandidates.create, { body: candidateFields(name, electionIds) }))

/** Adds validated policies to a candidate. */
export const addPolicies = (server: TestServer, candidateId: string, texts: readonly string[]) =>
	server.db.insert(policies).values(
		texts.map((text) => ({
			id: randomUUID(),
			candidateId,
			text,
			category: 'ECONOMY' as const,
			validationStatus: 'VALIDATED' as const,
			createdAt: server.clock.now,
		})),
	)

/** Input fields of a quiz that is open on the tests' day. */
export const quizFields = (electionId: string, candidateIds: string[], name = 'Who is it?') => ({
	name,
	electionId,
	candidateIds,
	startDate: '2026-11-01',
	endDate: '2026-12-01',
	active: true,
	quizType: 'SCALE' as const,
})

/** Creates an election with two candidates, three policies each, and a quiz. */
export const makeCatalogue = async (server: TestServer, admin: Voter) => {
	const election = await makeElection(admin)
	const ann = await makeCandidate(admin, 'Ann', [election.id])
	const bob = await makeCandidate(admin, 'Bob', [election.id])
	for (const { id, name } of [ann, bob]) {
		const who = name[0] ?? ''
		await addPolicies(server, id, [`${who} says one`, `${who} says two`, `${who} says three`])
	}
	const body = quizFields(election.id, [ann.id, bob.id])
	const quiz = replyOf(await admin.call(manageQuizzes.create, { body }))
	return { election, ann, bob, quiz }
}

/** If-Match header for optimistic locking. */
export const ifMatch = (etag: string | undefined) => ({ headers: { 'If-Match': etag ?? '' } })
