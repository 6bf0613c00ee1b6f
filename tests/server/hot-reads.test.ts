import { sql } from 'drizzle-orm'
import type { Hono } from 'hono'
import { beforeEach, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { createApp } from '#server/app.ts'
import { compactCatalogueChanges, countCatalogueChanges } from '#server/db/audit.ts'
import { catalogueChanges, policies } from '#server/db/schema.ts'
import { createTokens } from '#server/services/auth/sign-in.ts'
import { electionFields, makeElection } from '../support/administration.ts'
import { answerAll, election1912, quiz1912, replyOf, started } from '../support/quizzes.ts'
import { createTestServer, TEST_SECRET, type TestServer, type Voter } from '../support/server.ts'
import { watching } from '../support/statements.ts'

// What every device asks for and what is the same for all of them.

const { candidates, elections, manageElections } = endpoints

let server: TestServer
let voter: Voter
let admin: Voter
beforeEach(async () => {
	server = await createTestServer({ sample: true })
	voter = await server.registerVoter()
	admin = await server.registerVoter('boss', ['ROLE_ADMIN'])
})

/** The server as another process has it: on the same database, with a memory of its own. */
const otherProcess = (): Hono => {
	const { db, clock, links, extractor } = server
	const now = () => clock.now
	const tokens = createTokens(TEST_SECRET, now)
	return createApp({ db, clock: now, tokens, log: () => undefined, links, extractor })
}

const read = (path: string, headers: Record<string, string> = {}, app = server.app) =>
	Promise.resolve(
		app.request(path, { headers: { authorization: `Bearer ${voter.token}`, ...headers } }),
	)

/** What voters' devices read of the catalogue, by the samples' ids. */
const pathsOf = async (): Promise<string[]> => {
	const { id } = await election1912(voter)
	const quizId = await quiz1912(voter, 'SCALE')
	const standing = replyOf(await voter.call(candidates.ofElection, { params: { electionId: id } }))
	const candidateId = standing[0]?.id
	return [
		'/elections',
		'/elections/active',
		`/elections/${id}`,
		`/candidates/election/${id}`,
		`/candidates/${candidateId}`,
		`/candidates/${candidateId}/policies`,
		`/policies/candidate/${candidateId}/enhanced`,
		`/compare-quizzes/election/${id}`,
		`/compare-quizzes/${quizId}`,
		'/policy-knowledge-test/candidates',
		'/public/test-config/active',
	].map((path) => `/api${path}`)
}

const tagOf = (reply: Response): string => reply.headers.get('etag') ?? ''

describe('a reply that is the same for everybody', () => {
	it('says its version, and is 304 without a body for whoever has that already', async () => {
		for (const path of await pathsOf()) {
			const first = await read(path)
			expect(first.status, path).toBe(200)
			expect(tagOf(first), path).toMatch(/^W\/"[\da-f]{24}"$/)
			const again = await read(path, { 'if-none-match': tagOf(first) })
			expect(again.status, path).toBe(304)
			expect(await again.text()).toBe('')
			expect(tagOf(again)).toBe(tagOf(first))
			// Nothing of the API is kept by what does not ask to.
			expect([first, again].map(({ headers }) => headers.get('cache-control'))).toEqual([
				'no-store',
				'no-store',
			])
		}
	})

	it('has the same version from every process and in every encoding, because a device comes to any of them', async () => {
		for (const path of await pathsOf()) {
			const tag = tagOf(await read(path))
			expect(tagOf(await read(path, {}, otherProcess())), path).toBe(tag)
			for (const encoding of ['br', 'gzip']) {
				expect(tagOf(await read(path, { 'accept-encoding': encoding })), path).toBe(tag)
			}
		}
	})

	it('has another version after a change, whichever process made it', async () => {
		const election = await makeElection(admin)
		const path = '/api/elections/active'
		for (const app of [server.app, otherProcess()]) {
			const before = tagOf(await read(path))
			const name = `Mayor after ${before.slice(3, -1)}`
			const changed = await app.request(`/api/elections/${election.id}`, {
				method: 'PUT',
				headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
				body: JSON.stringify(electionFields({ name })),
			})
			expect(changed.status).toBe(200)
			const after = await read(path, { 'if-none-match': before })
			expect(after.status).toBe(200)
			expect(await after.text()).toContain(name)
			expect(tagOf(after)).not.toBe(before)
		}
	})

	it('is given to nobody who may not call, whatever version they name', async () => {
		const path = '/api/elections/active'
		const tag = tagOf(await read(path))
		const stranger = await server.app.request(path, { headers: { 'if-none-match': tag } })
		expect(stranger.status).toBe(401)
		expect(stranger.headers.get('etag')).toBeNull()
	})
})

describe('a reply about one person', () => {
	it('is no version of anything, and is never 304 for another', async () => {
		const other = await server.registerVoter()
		const { attemptId } = await started(voter, 'SCALE')
		const quizId = await quiz1912(voter, 'SCALE')
		const paths = ['/users/profile', '/quiz/history', `/v2/quiz/state/${attemptId}`]
		for (const path of [...paths, `/compare-quizzes/${quizId}/validate`]) {
			const [own, others] = await Promise.all(
				[voter, other].map(({ token }) =>
					read(`/api${path}`, { authorization: `Bearer ${token}`, 'if-none-match': '*' }),
				),
			)
			expect(own?.status, path).toBe(200)
			expect(own?.headers.get('etag'), path).toBeNull()
			expect(others?.status, path).not.toBe(304)
			if (!path.includes('validate')) expect(await others?.text()).not.toBe(await own?.text())
		}
	})
})

/** How many statements read a table while something is done. */
const readsOf = async (table: string, work: () => Promise<unknown>): Promise<number> => {
	let reads = 0
	const before = (text: string): void => {
		if (text.includes(`from "${table}"`)) reads++
	}
	await watching({ before }, work)
	return reads
}

describe('many calls for the same at once', () => {
	it('cost one read of the catalogue and not a hundred: an evening’s debate sends everybody at once', async () => {
		const many = await readsOf('elections', async () => {
			const replies = await Promise.all(
				Array.from({ length: 100 }, () => read('/api/elections/active')),
			)
			const texts = await Promise.all(replies.map((reply) => reply.text()))
			expect(new Set(texts).size).toBe(1)
			expect(replies.every(({ status }) => status === 200)).toBe(true)
		})
		expect(many).toBe(1)
		const later = await readsOf('elections', () => read('/api/elections/active'))
		expect(later, 'nor does a later one, as long as nothing changes').toBe(0)
	})

	it('never give one the reply to another question', async () => {
		const all = replyOf(await voter.call(elections.list, {}))
		const paths = Array.from({ length: 60 }, (_, at) => all[at % all.length]?.id ?? '')
		const replies = await Promise.all(paths.map((id) => read(`/api/elections/${id}`)))
		const ids = await Promise.all(replies.map(async (reply) => (await reply.json()).id))
		expect(ids).toEqual(paths)
	})

	it('never give an administrator what was there before their own change, whoever else is reading', async () => {
		const election = await makeElection(admin)
		const others: Promise<Response>[] = []
		for (let round = 0; round < 10; round++) {
			for (let reader = 0; reader < 10; reader++) others.push(read('/api/elections/active'))
			const body = electionFields({ name: `Mayor ${round}` })
			replyOf(await admin.call(manageElections.update, { params: { id: election.id }, body }))
			const seen = replyOf(await admin.call(elections.active, {}))
			expect(seen.find(({ id }) => id === election.id)?.name).toBe(`Mayor ${round}`)
		}
		await Promise.all(others)
	})
})

describe('what an attempt is drawn from', () => {
	it('is read once for all who begin, and anew after a change: nobody answers a statement that was withdrawn', async () => {
		const begin = async () => started(await server.registerVoter(), 'SCALE')
		await begin()
		expect(await readsOf('policies', begin)).toBe(0)
		await server.db.update(policies).set({ text: sql`'Anew: ' || ${policies.text}` })
		const texts = (await begin()).allPolicies.map(({ text }) => text)
		expect(texts.filter((text) => !text.startsWith('Anew: '))).toEqual([])
	})
})

describe('the count of changes', () => {
	it('grows with each change, and is the same when housekeeping has made one row of many', async () => {
		const before = await countCatalogueChanges(server.db)
		await makeElection(admin)
		const after = await countCatalogueChanges(server.db)
		expect(Number(after)).toBeGreaterThan(Number(before))
		await compactCatalogueChanges(server.db)
		expect(await server.db.$count(catalogueChanges)).toBe(1)
		expect(await countCatalogueChanges(server.db)).toBe(after)
	})

	it('does not grow with what voters do: their answers would have everything read anew', async () => {
		const before = await countCatalogueChanges(server.db)
		await answerAll(voter, await started(voter, 'POLICY_PICK'))
		expect(await countCatalogueChanges(server.db)).toBe(before)
	})
})
