import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { policies } from '#server/db/schema.ts'
import { ifMatch, makeCandidate, makeCatalogue } from '../../support/administration.ts'
import { refusalOf, replyOf } from '../../support/quizzes.ts'
import { createTestServer, type TestServer, type Voter } from '../../support/server.ts'

const { managePolicies: rows, manageCandidates, candidates, history, quiz } = endpoints

let server: TestServer
let admin: Voter
beforeEach(async () => {
	server = await createTestServer()
	admin = await server.registerVoter('ada', ['ROLE_ADMIN'])
})

const TEXT = 'Raise the minimum wage to fifteen dollars.'

const make = async (candidateId: string, fields: object = {}) =>
	replyOf(
		await admin.call(rows.create, {
			body: { candidateId, text: TEXT, category: 'ECONOMY', ...fields },
		}),
	)

const ofCandidate = async (candidateId: string) =>
	replyOf(await admin.call(rows.ofCandidate, { params: { candidateId } }))

const words = (count: number) => Array.from({ length: count }, (_, n) => `word${n}`).join(' ')

describe('policy', () => {
	it('gets the specified defaults', async () => {
		const ann = await makeCandidate(admin, 'Ann')
		const made = await make(ann.id)
		expect(made).toEqual({
			id: made.id,
			candidateId: ann.id,
			text: TEXT,
			category: 'ECONOMY',
			importance: 1,
			complexityLevel: null,
			clarityScore: null,
			biasScore: null,
			effectivenessScore: null,
			priority: 3,
			prioritySource: null,
			validationStatus: 'PENDING',
			keywords: [],
			source: null,
			background: null,
			backgroundSource: null,
			setByHand: [],
			overrideReason: null,
			quote: null,
			sourceUrl: null,
			createdAt: server.clock.now.toISOString(),
			etag: '"1"',
		})
		expect(await ofCandidate(ann.id)).toEqual([made])
	})

	it('accepts a client id and refuses a duplicate', async () => {
		const ann = await makeCandidate(admin, 'Ann')
		const id = randomUUID()
		expect((await make(ann.id, { id })).id).toBe(id)
		const body = { id, candidateId: ann.id, text: TEXT, category: 'ECONOMY' as const }
		expect(refusalOf(await admin.call(rows.create, { body }))).toMatchObject({
			status: 409,
			message: 'Another policy already has this id.',
		})
		expect(await ofCandidate(ann.id)).toHaveLength(1)
	})

	it('is refused with all messages at their fields', async () => {
		const body = {
			text: 'Too few words here',
			category: 'SPORT' as never,
			importance: 3,
			priority: 2.5,
			complexityLevel: 6,
			clarityScore: 11,
			validationStatus: 'DONE' as never,
		}
		const { status, errors } = refusalOf(await admin.call(rows.create, { body }))
		expect(status).toBe(400)
		expect(Object.fromEntries((errors ?? []).map(({ path, message }) => [path, message]))).toEqual({
			text: 'Policy text must be 5 to 100 words',
			category: 'Category is required',
			importance: 'Importance must be at most 2',
			priority: 'Priority must be a whole number',
			complexityLevel: 'Complexity must be at most 5',
			clarityScore: 'Clarity must be at most 10',
			validationStatus: 'Status must be one of PENDING, VALIDATED, NEEDS_REVIEW, REJECTED',
			candidateId: 'Candidate is required',
		})
	})

	it('refuses an importance outside steps of 0.1 under either field name', async () => {
		const ann = await makeCandidate(admin, 'Ann')
		const fields = { candidateId: ann.id, text: TEXT, category: 'ECONOMY' as const }
		const message = 'Importance must be in steps of 0.1'
		for (const name of ['importance', 'suggestedImportance']) {
			const body = { ...fields, [name]: 1.25 }
			expect(refusalOf(await admin.call(rows.create, { body }))).toMatchObject({
				status: 400,
				errors: [{ path: name, message }],
			})
		}
		for (const importance of [0.5, 0.7, 1.1, 1.9, 2]) {
			expect((await make(ann.id, { importance })).importance).toBe(importance)
		}
	})

	it('keeps an existing importance between steps but refuses a new one', async () => {
		const ann = await makeCandidate(admin, 'Ann')
		const { id } = await make(ann.id)
		await server.db.update(policies).set({ importance: 1.25 })
		const change = (importance: number) =>
			admin.call(rows.update, {
				params: { id },
				body: { text: TEXT, category: 'HEALTHCARE' as const, importance },
			})
		expect(replyOf(await change(1.25))).toMatchObject({ category: 'HEALTHCARE', importance: 1.25 })
		expect(refusalOf(await change(1.35))).toMatchObject({
			status: 400,
			errors: [{ path: 'importance', message: 'Importance must be in steps of 0.1' }],
		})
		expect(replyOf(await change(1.3)).importance).toBe(1.3)
	})

	it('refuses an unknown or deleted candidate at the field', async () => {
		const ann = await makeCandidate(admin, 'Ann')
		await admin.call(manageCandidates.remove, { params: { id: ann.id } })
		for (const candidateId of [ann.id, randomUUID()]) {
			const body = { candidateId, text: TEXT, category: 'ECONOMY' as const }
			expect(refusalOf(await admin.call(rows.create, { body }))).toMatchObject({
				status: 400,
				errors: [{ path: 'candidateId', message: 'This candidate no longer exists' }],
			})
		}
		expect(
			refusalOf(await admin.call(rows.ofCandidate, { params: { candidateId: ann.id } })).status,
		).toBe(404)
	})

	it('is replaced as a whole and can change to any status', async () => {
		const ann = await makeCandidate(admin, 'Ann')
		const made = await make(ann.id)
		let etag = made.etag
		for (const validationStatus of ['REJECTED', 'NEEDS_REVIEW', 'VALIDATED', 'PENDING'] as const) {
			const body = {
				...{ text: TEXT, category: 'HEALTHCARE' as const, suggestedImportance: 1.4 },
				...{ keywords: [' wage, pay', 'pay'], clarityScore: 8, priority: 5, validationStatus },
			}
			const params = { id: made.id }
			const changed = replyOf(await admin.call(rows.update, { params, body }, ifMatch(etag)))
			expect(changed).toMatchObject({
				...{ category: 'HEALTHCARE', importance: 1.4, keywords: ['wage', 'pay'] },
				...{ clarityScore: 8, priority: 5, validationStatus },
			})
			etag = changed.etag
		}
		expect(etag).toBe('"5"')
	})

	it('keeps an existing short text but refuses a new one', async () => {
		const { ann } = await makeCatalogue(server, admin)
		const [short] = await ofCandidate(ann.id)
		const update = (text: string) =>
			admin.call(rows.update, {
				params: { id: short?.id ?? '' },
				body: { text, category: 'ECONOMY', validationStatus: 'VALIDATED' },
			})
		const text = short?.text ?? ''
		expect(replyOf(await update(text)).validationStatus).toBe('VALIDATED')
		for (const other of ['A says nothing', words(101)]) {
			expect(refusalOf(await update(other))).toMatchObject({
				status: 400,
				errors: [{ path: 'text', message: 'Policy text must be 5 to 100 words' }],
			})
		}
	})
})

describe('deleted policy', () => {
	it('leaves quizzes, enters the history, and is restored unchanged', async () => {
		const { ann, quiz: made } = await makeCatalogue(server, admin)
		const before = await ofCandidate(ann.id)
		const [first] = before
		const params = { id: first?.id ?? '' }
		expect(replyOf(await admin.call(rows.remove, { params }))).toEqual({
			id: params.id,
			restorableUntil: '2026-12-21T12:00:00.000Z',
		})
		expect(replyOf(await admin.call(candidates.policies, { params: { id: ann.id } }))).toHaveLength(
			2,
		)
		for (const row of [rows.get, rows.remove]) {
			expect(refusalOf(await admin.call(row, { params })).status).toBe(404)
		}
		const begun = replyOf(await admin.call(quiz.start, { params: { compareQuizId: made.id } }))
		expect(JSON.stringify(begun)).not.toContain(first?.text)
		const log = replyOf(await admin.call(history.page, { query: { deleted: 'true' } }))
		expect(log.rows[0]).toMatchObject({ action: 'policy.deleted', name: first?.text })
		replyOf(await admin.call(rows.restore, { params }))
		expect(await ofCandidate(ann.id)).toEqual([{ ...first, etag: '"3"' }, ...before.slice(1)])
	})

	it('cannot be restored without its candidate', async () => {
		const ann = await makeCandidate(admin, 'Ann')
		const params = { id: (await make(ann.id)).id }
		await admin.call(rows.remove, { params })
		await admin.call(manageCandidates.remove, { params: { id: ann.id } })
		expect(refusalOf(await admin.call(rows.restore, { params }))).toMatchObject({
			status: 409,
			message: 'The candidate of this policy was deleted. Restore them first.',
		})
		await admin.call(manageCandidates.restore, { params: { id: ann.id } })
		replyOf(await admin.call(rows.restore, { params }))
		expect(await ofCandidate(ann.id)).toHaveLength(1)
	})
})

describe('policy statistics', () => {
	it('have no average and zero counts without policies', async () => {
		const stats = replyOf(await admin.call(rows.stats, {}))
		expect(stats).toMatchObject({ totalPolicies: 0, averageClarityScore: null })
		expect(stats.validationDistribution).toEqual(
			['PENDING', 'VALIDATED', 'NEEDS_REVIEW', 'REJECTED'].map((status) => ({ status, count: 0 })),
		)
	})

	it('exclude deleted policies and average available clarity scores', async () => {
		const ann = await makeCandidate(admin, 'Ann')
		await make(ann.id, { clarityScore: 9, validationStatus: 'VALIDATED' })
		await make(ann.id, { clarityScore: 4, category: 'HEALTHCARE' })
		await make(ann.id)
		const gone = await make(ann.id, { clarityScore: 0 })
		await admin.call(rows.remove, { params: { id: gone.id } })
		const stats = replyOf(await admin.call(rows.stats, {}))
		expect(stats).toMatchObject({ totalPolicies: 3, averageClarityScore: 6.5 })
		expect(stats.validationDistribution).toEqual([
			{ status: 'PENDING', count: 2 },
			{ status: 'VALIDATED', count: 1 },
			{ status: 'NEEDS_REVIEW', count: 0 },
			{ status: 'REJECTED', count: 0 },
		])
		expect(stats.categories?.slice(0, 2)).toEqual([
			{ category: 'ECONOMY', count: 2, averageClarityScore: 9 },
			{ category: 'HEALTHCARE', count: 1, averageClarityScore: 4 },
		])
	})
})
