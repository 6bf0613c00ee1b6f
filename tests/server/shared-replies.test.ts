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

const { candidates, elections, manageElections } = endpoints

let server: TestServer
let voter: Voter
let admin: Voter
beforeEach(async () => {
	server = await createTestServer({ sample: true })
	voter = await server.registerVoter()
	admin = await server.registerVoter('boss', ['ROLE_ADMIN'])
})

/** App of another process on the same database, with its own cache. */
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

/** Catalog paths that every voter's device reads, with ids of the samples. */
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
		`/compare-quizzes/${quizId}?include=material`,
		'/policy-knowledge-test/candidates',
		'/public/test-config/active',
		'/public/about',
	].map((path) => `/api${path}`)
}

const tagOf = (reply: Response): string => reply.headers.get('etag') ?? ''

describe('shared catalog reply', () => {
	it('has an ETag and returns 304 without a body when unchanged', async () => {
		for (const path of await pathsOf()) {
			const first = await read(path)
			expect(first.status, path).toBe(200)
			expect(tagOf(first), path).toMatch(/^W\/"[\da-f]{24}"$/)
			const again = await read(path, { 'if-none-match': tagOf(first) })
			expect(again.status, path).toBe(304)
			expect(await again.text()).toBe('')
			expect(tagOf(again)).toBe(tagOf(first))
			// Replies are no-store for caches; a client that keeps one revalidates it itself.
			expect([first, again].map(({ headers }) => headers.get('cache-control'))).toEqual([
				'no-store',
				'no-store',
			])
		}
	})

	it('has the same ETag in every process and encoding', async () => {
		for (const path of await pathsOf()) {
			const tag = tagOf(await read(path))
			expect(tagOf(await read(path, {}, otherProcess())), path).toBe(tag)
			for (const encoding of ['br', 'gzip']) {
				expect(tagOf(await read(path, { 'accept-encoding': encoding })), path).toBe(tag)
			}
		}
	})

	it('has a new ETag after a change by any process', async () => {
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

	it('is refused without sign-in even with a matching ETag', async () => {
		const path = '/api/elections/active'
		const tag = tagOf(await read(path))
		const stranger = await server.app.request(path, { headers: { 'if-none-match': tag } })
		expect(stranger.status).toBe(401)
		expect(stranger.headers.get('etag')).toBeNull()
	})
})

describe('personal reply', () => {
	it('has no ETag and is never 304 for another user', async () => {
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

const readsOf = async (table: string, work: () => Promise<unknown>): Promise<number> => {
	let reads = 0
	const before = (text: string): void => {
		if (text.includes(`from "${table}"`)) reads++
	}
	await watching({ before }, work)
	return reads
}

describe('concurrent identical reads', () => {
	it('share one database read and then use the cache', async () => {
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
		expect(later, 'a later call reads nothing either').toBe(0)
	})

	it('never receive the reply to another request', async () => {
		const all = replyOf(await voter.call(elections.list, {}))
		const paths = Array.from({ length: 60 }, (_, at) => all[at % all.length]?.id ?? '')
		const replies = await Promise.all(paths.map((id) => read(`/api/elections/${id}`)))
		const ids = await Promise.all(replies.map(async (reply) => (await reply.json()).id))
		expect(ids).toEqual(paths)
	})

	it("show an administrator's own change at once despite other readers", async () => {
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

describe('draw source', () => {
	it('is cached across voters and reloaded after a change', async () => {
		const begin = async () => started(await server.registerVoter(), 'SCALE')
		await begin()
		expect(await readsOf('policies', begin)).toBe(0)
		await server.db.update(policies).set({ text: sql`'Anew: ' || ${policies.text}` })
		const texts = (await begin()).allPolicies.map(({ text }) => text)
		expect(texts.filter((text) => !text.startsWith('Anew: '))).toEqual([])
	})
})

describe('catalog change counter', () => {
	it('grows with each change and survives compaction', async () => {
		const before = await countCatalogueChanges(server.db)
		await makeElection(admin)
		const after = await countCatalogueChanges(server.db)
		expect(Number(after)).toBeGreaterThan(Number(before))
		await compactCatalogueChanges(server.db)
		expect(await server.db.$count(catalogueChanges)).toBe(1)
		expect(await countCatalogueChanges(server.db)).toBe(after)
	})

	// They would invalidate every cache.
	it("ignores voters' answers", async () => {
		const before = await countCatalogueChanges(server.db)
		await answerAll(voter, await started(voter, 'POLICY_PICK'))
		expect(await countCatalogueChanges(server.db)).toBe(before)
	})
})
