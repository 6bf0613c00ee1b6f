import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { extractions, policySources } from '#server/db/schema.ts'
import { purgeExtractions } from '#server/services/extraction/read.ts'
import { makeCandidate, makeElection } from '../../support/administration.ts'
import { ended, PLATFORM, PLATFORM_PAGE } from '../../support/extraction.ts'
import { startModelServer } from '../../support/model-server.ts'
import { type PageServer, servePages } from '../../support/page-server.ts'
import { refusalOf, replyOf } from '../../support/quizzes.ts'
import { createTestServer, type TestServer, type Voter } from '../../support/server.ts'

const { managePolicies, policyExtraction: rows } = endpoints
const DAY_MS = 86_400_000

let server: TestServer
let admin: Voter
let ann: { readonly id: string }
let pages: PageServer | undefined
beforeEach(async () => {
	server = await createTestServer()
	admin = await server.registerVoter('ada', ['ROLE_ADMIN'])
	ann = await makeCandidate(admin, 'Ann Meadows')
})
afterEach(async () => {
	// Running extractions would write to the next test's tables.
	await server.extractor.close()
	await pages?.stop()
	pages = undefined
})

const extract = (source = PLATFORM, url = false) =>
	admin.call(rows.extract, { body: { source, url, candidateId: ann.id } })
const begin = (body: Partial<Parameters<typeof beginning>[0]> = {}) => beginning(body)
const beginning = (body: {
	id?: string
	kind?: 'URL' | 'TEXT' | 'FILE'
	source?: string
	fileName?: string
}) =>
	admin.call(rows.begin, {
		body: { kind: 'TEXT', source: PLATFORM, candidateId: ann.id, ...body },
	})
const sourceOf = async (id: string | null) =>
	replyOf(await admin.call(rows.source, { params: { id: id ?? '' } }))
const listed = async () =>
	replyOf(await admin.call(rows.ofCandidate, { params: { candidateId: ann.id } }))

describe('extraction', () => {
	it('proposes policies of a text with verbatim quotes', async () => {
		const result = replyOf(await extract())
		expect(result).toMatchObject({ status: 'SUCCESS', warnings: [], errors: [] })
		expect(result.policies.map(({ category }) => category)).toEqual([
			'EDUCATION',
			'EDUCATION',
			'ECONOMY',
			'ECONOMY',
			'HEALTHCARE',
		])
		expect(result.methodology).toContain('rules of thumb')
		expect(result.confidenceScore).toBeGreaterThan(0)
		const { text } = await sourceOf(result.extractionId)
		for (const { quote, quoteStart } of result.policies) {
			expect(text.slice(Number(quoteStart)).startsWith(quote ?? '-')).toBe(true)
		}
	})

	it("flags names of the election's candidates without changing the result", async () => {
		const source = `${PLATFORM}\n\nWe will scrap the toll that Zuckerbrot introduced in 2019.\n\nZuckerbrot will raise the fares of all buses.`
		const alone = replyOf(await extract(source)).policies
		const { id } = await makeElection(admin)
		await makeCandidate(admin, 'Huey Zuckerbrot', [id])
		ann = await makeCandidate(admin, 'Ann Meadows', [id])
		const beside = replyOf(await extract(source)).policies
		expect(beside.map(({ text }) => text)).toEqual(alone.map(({ text }) => text))
		const named = (policies: typeof beside) =>
			policies.flatMap(({ concerns }) =>
				concerns.flatMap(({ concern, words }) => (concern === 'name' ? [words] : [])),
			)
		expect(named(alone)).toEqual([])
		expect(new Set(named(beside))).toEqual(new Set(['Zuckerbrot']))
	})

	it('reads a web page and stores its title', async () => {
		pages = await servePages((_, reply) => {
			reply.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(PLATFORM_PAGE)
		})
		server = await createTestServer({ extraction: { allow: [`127.0.0.1:${pages.port}`] } })
		admin = await server.registerVoter('ada', ['ROLE_ADMIN'])
		ann = await makeCandidate(admin, 'Ann Meadows')
		const result = replyOf(await extract(`${pages.url}/platform`, true))
		expect(result.policies).toHaveLength(5)
		expect(await sourceOf(result.extractionId)).toMatchObject({
			url: `${pages.url}/platform`,
			title: 'Ann Meadows: what I stand for',
		})
	})

	it('explains why an address cannot be read', async () => {
		pages = await servePages()
		expect(replyOf(await extract(pages.url, true))).toMatchObject({
			status: 'FAILED',
			policies: [],
			errors: ['The address can use port 80 or 443 only'],
		})
		expect(pages.asked).toEqual([])
	})

	it.each([
		['TEXT', 'word '.repeat(49), 'Please provide more content (at least 50 words)'],
		['URL', 'no address', 'Please enter a valid URL'],
		['FILE', 'A'.repeat(7_000_000), 'The source must be at most 5 MB'],
	] as const)('refuses an invalid source of kind %s', async (kind, source, message) => {
		expect(refusalOf(await begin({ kind, source }))).toMatchObject({
			status: 400,
			errors: [{ path: 'source', message }],
		})
	})

	it('warns about a text without policies', async () => {
		const result = replyOf(await extract('The party on the green was a great success. '.repeat(8)))
		expect(result).toMatchObject({
			status: 'WARNINGS',
			policies: [],
			warnings: ['No policy was found in this source'],
		})
	})

	it('runs in the background and can be found again', async () => {
		const id = randomUUID()
		const begun = replyOf(await begin({ id }))
		expect(begun).toMatchObject({ id, candidateId: ann.id, status: 'RUNNING' })
		expect(begun.source).toContain('Ann Meadows for the county')
		const done = await ended(admin, id)
		expect(done).toMatchObject({ status: 'SUCCESS', stage: null, policyCount: 5 })
		expect(done.result?.policies).toHaveLength(5)
		expect(await listed()).toMatchObject([{ id, policyCount: 5, result: null }])
	})

	it('starts once per id and refuses another source under it', async () => {
		const id = randomUUID()
		expect(replyOf(await begin({ id })).id).toBe(id)
		expect(replyOf(await begin({ id })).id).toBe(id)
		expect(refusalOf(await begin({ id, source: `${PLATFORM} And more.` }))).toMatchObject({
			status: 409,
			message: 'Another extraction already has this id.',
		})
		expect(await server.db.$count(extractions)).toBe(1)
	})

	it('stops without a result when cancelled', async () => {
		const slow = servePages(() => undefined)
		pages = await slow
		server = await createTestServer({ extraction: { allow: [`127.0.0.1:${pages.port}`] } })
		admin = await server.registerVoter('ada', ['ROLE_ADMIN'])
		ann = await makeCandidate(admin, 'Ann Meadows')
		const { id } = replyOf(await begin({ kind: 'URL', source: pages.url }))
		replyOf(await admin.call(rows.cancel, { params: { id } }))
		// The page never answers, so only the cancellation ends it.
		await server.extractor.close()
		expect(await ended(admin, id)).toMatchObject({ status: 'CANCELLED', result: null })
		expect(await listed()).toEqual([])
	})

	it('stays running while it waits in the queue', async () => {
		pages = await servePages(() => undefined)
		server = await createTestServer({ extraction: { allow: [`127.0.0.1:${pages.port}`] } })
		admin = await server.registerVoter('ada', ['ROLE_ADMIN'])
		ann = await makeCandidate(admin, 'Ann Meadows')
		const source = pages.url
		const begun = await Promise.all([0, 1, 2].map(() => begin({ kind: 'URL', source })))
		const ids = begun.map((reply) => replyOf(reply).id)
		server.clock.now = new Date(server.clock.now.getTime() + 61_000)
		await expect
			.poll(async () => (await listed()).map(({ status }) => status))
			.toEqual(['RUNNING', 'RUNNING', 'RUNNING'])
		expect(pages.asked).toHaveLength(2)
		for (const id of ids) replyOf(await admin.call(rows.cancel, { params: { id } }))
		await server.extractor.close()
	})

	it("hides addresses of the operator's network from voters", async () => {
		pages = await servePages((_, reply) => {
			reply.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(PLATFORM_PAGE)
		})
		server = await createTestServer({ extraction: { allow: [`127.0.0.1:${pages.port}`] } })
		admin = await server.registerVoter('ada', ['ROLE_ADMIN'])
		ann = await makeCandidate(admin, 'Ann Meadows')
		const { extractionId, policies } = replyOf(await extract(pages.url, true))
		const extractionRequest = { candidateId: ann.id, url: true, extractionId }
		const editedPolicies = policies.map(({ id, text }) => ({
			...{ id, text },
			category: 'ECONOMY' as const,
		}))
		replyOf(await admin.call(rows.save, { body: { extractionRequest, editedPolicies } }))
		const params = { candidateId: ann.id }
		const saved = replyOf(await admin.call(managePolicies.ofCandidate, { params }))
		expect(saved.map(({ sourceUrl }) => sourceUrl)).toEqual(Array(5).fill(null))
		expect((await sourceOf(extractionId)).url).toBe(pages.url)
	})

	it('is no longer listed when discarded, saved, or a week old', async () => {
		const { extractionId } = replyOf(await extract())
		expect(await listed()).toHaveLength(1)
		server.clock.now = new Date(server.clock.now.getTime() + 8 * DAY_MS)
		expect(await listed()).toEqual([])
		server.clock.now = new Date(server.clock.now.getTime() - 8 * DAY_MS)
		replyOf(await admin.call(rows.cancel, { params: { id: extractionId ?? '' } }))
		expect(await listed()).toEqual([])
	})

	it('fails as interrupted when its process is gone', async () => {
		const { id } = replyOf(await begin())
		await ended(admin, id)
		await server.db
			.update(extractions)
			.set({ status: 'RUNNING', result: null })
			.where(eq(extractions.id, id))
		server.clock.now = new Date(server.clock.now.getTime() + 61_000)
		expect(await ended(admin, id)).toMatchObject({
			status: 'FAILED',
			result: { errors: ['The extraction was interrupted'] },
		})
	})

	it('requires an administrator and an existing candidate', async () => {
		const voter = await server.registerVoter()
		const body = { source: PLATFORM, url: false, candidateId: ann.id }
		expect(refusalOf(await voter.call(rows.extract, { body })).status).toBe(403)
		const unknown = { ...body, candidateId: randomUUID() }
		expect(refusalOf(await admin.call(rows.extract, { body: unknown })).status).toBe(404)
	})

	it('rewords with a language model and falls back with a warning', async () => {
		const model = await startModelServer(({ quotes }) =>
			quotes.length > 0 && model.asked.length === 1
				? {
						statements: quotes.map(({ number, statement }) => ({
							number,
							text: statement.replace('Hire 200 more teachers', 'Hire 200 teachers more'),
							category: 'GOVERNANCE',
						})),
						merges: [],
					}
				: 'nonsense',
		)
		try {
			const log: string[] = []
			server = await createTestServer({
				extraction: { model: model.settings },
				log: (_, event) => log.push(event),
			})
			admin = await server.registerVoter('ada', ['ROLE_ADMIN'])
			ann = await makeCandidate(admin, 'Ann Meadows')
			const improved = replyOf(await extract())
			expect(improved.status).toBe('SUCCESS')
			expect(improved.methodology).toContain('language model')
			expect(improved.policies[0]).toMatchObject({ category: 'GOVERNANCE', engine: 'MODEL' })
			const plain = replyOf(await extract())
			expect(plain).toMatchObject({
				status: 'WARNINGS',
				warnings: [
					'The language model could not be used: it gave no answer or refused to. These policies come from the built-in extraction.',
				],
			})
			expect(plain.policies.map(({ engine }) => engine)).toEqual(Array(5).fill('BUILT_IN'))
			expect(log).toEqual(['language model failed'])
			expect(replyOf(await admin.call(rows.health, {}))).toMatchObject({ engine: 'MODEL' })
		} finally {
			await model.stop()
		}
	})

	it('reports its health and engine', async () => {
		expect(replyOf(await admin.call(rows.health, {}))).toEqual({
			status: 'UP',
			engine: 'BUILT_IN',
			model: null,
			running: 0,
		})
	})

	it('is deleted after a week with its unused source', async () => {
		replyOf(await extract())
		await purgeExtractions(server.db, server.clock.now)
		expect(await server.db.$count(extractions)).toBe(1)
		await purgeExtractions(server.db, new Date(server.clock.now.getTime() + 8 * DAY_MS))
		expect(await server.db.$count(extractions)).toBe(0)
		expect(await server.db.$count(policySources)).toBe(0)
	})
})
