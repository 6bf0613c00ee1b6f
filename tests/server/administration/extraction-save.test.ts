import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ProposedPolicy } from '#contract/admin/extraction.ts'
import { endpoints } from '#contract/index.ts'
import { extractions, policies, policySources } from '#server/db/schema.ts'
import { purgeExtractions } from '#server/services/extraction/read.ts'
import { makeCandidate } from '../../support/administration.ts'
import { PLATFORM } from '../../support/extraction.ts'
import { refusalOf, replyOf } from '../../support/quizzes.ts'
import { createTestServer, type TestServer, type Voter } from '../../support/server.ts'

const { policyExtraction: rows, managePolicies, history } = endpoints

let server: TestServer
let admin: Voter
let ann: { readonly id: string }
let proposed: readonly ProposedPolicy[]
let extractionId: string | null
beforeEach(async () => {
	server = await createTestServer()
	admin = await server.registerVoter('ada', ['ROLE_ADMIN'])
	ann = await makeCandidate(admin, 'Ann Meadows')
	const body = { source: PLATFORM, url: false, candidateId: ann.id }
	const result = replyOf(await admin.call(rows.extract, { body }))
	proposed = result.policies
	extractionId = result.extractionId
})
afterEach(() => server.extractor.close())

type Edited = { id?: string | null; text: string; category: 'ECONOMY' | 'EDUCATION' }
const edited = ({ id, text }: ProposedPolicy): Edited => ({ id, text, category: 'ECONOMY' })
const save = (editedPolicies: object[], { request = {}, key = randomUUID() as string } = {}) =>
	admin.call(
		rows.save,
		{
			body: {
				extractionRequest: { candidateId: ann.id, url: false, extractionId, ...request },
				editedPolicies: editedPolicies as Edited[],
			},
		},
		{ headers: { 'Idempotency-Key': `"${key}"` } },
	)
const saved = async () =>
	replyOf(await admin.call(managePolicies.ofCandidate, { params: { candidateId: ann.id } }))

describe('reviewed policies', () => {
	it('are saved as edited with the quoted source', async () => {
		const quote = 'We will hire 200 more teachers by 2028.'
		const first = proposed.find((each) => each.quote === quote)
		const second = proposed.find((each) => each !== first)
		if (!first || !second) throw new Error('nothing was proposed')
		const mine = { text: 'The county should have a youth parliament.', category: 'EDUCATION' }
		const result = replyOf(
			await save([
				{
					...edited(first),
					text: 'Hire 200 more teachers in schools.',
					validationStatus: 'VALIDATED',
				},
				edited(second),
				mine,
			]),
		)
		expect(result).toMatchObject({ status: 'SUCCESS', errors: [], warnings: [], totalSaved: 3 })
		const byText = new Map((await saved()).map((policy) => [policy.text, policy]))
		expect(byText.get('Hire 200 more teachers in schools.')).toMatchObject({
			id: first.id,
			quote,
			validationStatus: 'VALIDATED',
		})
		expect(byText.get(mine.text)).toMatchObject({ quote: null, sourceUrl: null })
	})

	// A client must not be able to attribute words to a candidate.
	it('ignore quotes in the request', async () => {
		const [first] = proposed
		if (!first) throw new Error('nothing was proposed')
		replyOf(
			await save([
				{ ...edited(first), quote: 'I will do nothing.', quoteStart: 0 },
				{
					text: 'Something that was never said at all.',
					category: 'ECONOMY',
					quote: 'We will freeze bus fares for three years.',
				},
			]),
		)
		expect((await saved()).map(({ quote }) => quote).toSorted()).toEqual([first.quote, null])
	})

	it('lose a quote that is not in the stored source verbatim', async () => {
		const [first] = proposed
		if (!first) throw new Error('nothing was proposed')
		await server.db.update(policySources).set({ text: 'Something else was stored.' })
		replyOf(await save([edited(first)]))
		expect(await saved()).toMatchObject([{ quote: null, sourceUrl: null }])
	})

	it('find their extraction by its source without an id', async () => {
		const [first] = proposed
		if (!first) throw new Error('nothing was proposed')
		replyOf(await save([edited(first)], { request: { extractionId: null, source: PLATFORM } }))
		expect(await saved()).toMatchObject([{ quote: first.quote }])
	})

	it('warn about missing quotes when the source is not stored', async () => {
		const request = { extractionId: null, source: 'something that was never extracted' }
		const result = replyOf(await save([{ ...edited(proposed[0] as ProposedPolicy) }], { request }))
		expect(result).toMatchObject({
			totalSaved: 1,
			warnings: [
				'The source of these policies is no longer stored, so they were saved without quotes',
			],
		})
	})

	it('are saved once and refuse a second save of the extraction', async () => {
		const all = proposed.map(edited)
		const key = randomUUID()
		const first = replyOf(await save(all, { key }))
		expect(replyOf(await save(all, { key }))).toEqual(first)
		expect(refusalOf(await save(all))).toMatchObject({
			status: 409,
			message: 'Policies of this extraction were already saved.',
		})
		expect(await saved()).toHaveLength(5)
		expect((await server.db.select().from(extractions))[0]?.savedAt).toEqual(server.clock.now)
	})

	it('are not proposed again by a later extraction', async () => {
		const [first, second] = proposed
		if (!first || !second) throw new Error('nothing was proposed')
		replyOf(
			await save([{ ...edited(first), text: 'Employ two hundred more teachers.' }, edited(second)]),
		)
		const source = `${PLATFORM}\n\nWe will plant a tree for every child that is born here.`
		const body = { source, url: false, candidateId: ann.id }
		const again = replyOf(await admin.call(rows.extract, { body }))
		expect(again.status).toBe('SUCCESS')
		const quotes = again.policies.map(({ quote }) => quote)
		expect(quotes).toHaveLength(4)
		expect(quotes).not.toContain(first.quote)
		expect(quotes).not.toContain(second.quote)
		expect(again.dropped.filter(({ reason }) => reason === 'saved')).toHaveLength(2)
		replyOf(await save(again.policies.map(edited), { request: { extractionId: null, source } }))
		expect(replyOf(await admin.call(rows.extract, { body }))).toMatchObject({
			status: 'WARNINGS',
			policies: [],
			warnings: ['All policies that were found are already saved'],
		})
	})

	it('are saved once across two extractions of the same page', async () => {
		const body = { source: PLATFORM, url: false, candidateId: ann.id }
		const other = replyOf(await admin.call(rows.extract, { body }))
		replyOf(await save(proposed.slice(0, 3).map(edited)))
		const request = { extractionId: other.extractionId }
		const all = [
			...other.policies.map(edited),
			{ text: 'The county should have a youth parliament.', category: 'EDUCATION' },
		]
		expect(replyOf(await save(all, { request }))).toMatchObject({
			totalSaved: 3,
			warnings: ['Policies that the candidate already had, not saved again: 3'],
		})
		expect(await saved()).toHaveLength(6)
	})

	it('are saved once when two administrators save concurrently', async () => {
		const body = { source: PLATFORM, url: false, candidateId: ann.id }
		const other = replyOf(await admin.call(rows.extract, { body }))
		const replies = await Promise.all([
			save(proposed.map(edited)),
			save(other.policies.map(edited), { request: { extractionId: other.extractionId } }),
		])
		const late = replies.filter(({ ok }) => !ok).map(refusalOf)
		expect(late).toMatchObject([
			{ status: 409, message: 'Policies of this extraction were already saved.' },
		])
		expect(await saved()).toHaveLength(proposed.length)
	})

	it('leave the extraction open when none of it was saved', async () => {
		const mine = { text: 'The county should have a youth parliament.', category: 'EDUCATION' }
		replyOf(await save([mine], { request: { extractionId: null, source: PLATFORM } }))
		const params = { candidateId: ann.id }
		expect(replyOf(await admin.call(rows.ofCandidate, { params }))).toHaveLength(1)
		replyOf(await save(proposed.map(edited)))
		expect(replyOf(await admin.call(rows.ofCandidate, { params }))).toEqual([])
		const one = { params: { id: extractionId ?? '' } }
		expect(replyOf(await admin.call(rows.get, one)).savedAt).toBe(server.clock.now.toISOString())
	})

	it('refuse an importance outside steps of 0.1', async () => {
		const [first] = proposed
		if (!first) throw new Error('nothing was proposed')
		expect(refusalOf(await save([{ ...edited(first), importance: 1.25 }]))).toMatchObject({
			status: 400,
			errors: [
				{ path: 'editedPolicies.0.importance', message: 'Importance must be in steps of 0.1' },
			],
		})
		replyOf(await save([{ ...edited(first), importance: 1.7 }]))
		expect(await saved()).toMatchObject([{ importance: 1.7 }])
	})

	it('are saved all or none', async () => {
		const [first, second] = proposed.map(edited)
		const refusal = refusalOf(await save([{ ...first }, { ...second, text: 'Too short.' }]))
		expect(refusal).toMatchObject({
			status: 400,
			errors: [{ path: 'editedPolicies.1.text', message: 'Policy text must be 5 to 100 words' }],
		})
		expect(await server.db.$count(policies)).toBe(0)
	})

	it('refuse an unknown extraction or candidate', async () => {
		const all = proposed.map(edited)
		const gone = randomUUID()
		expect(refusalOf(await save(all, { request: { extractionId: gone } })).status).toBe(404)
		expect(refusalOf(await save(all, { request: { candidateId: gone } }))).toMatchObject({
			status: 400,
			errors: [
				{
					path: 'extractionRequest.candidateId',
					message: 'This candidate no longer exists',
				},
			],
		})
	})

	it('enter the history one by one and as an extraction', async () => {
		replyOf(await save(proposed.slice(0, 2).map(edited)))
		const { rows: changes } = replyOf(await admin.call(history.page, { query: {} }))
		expect(changes.map(({ action }) => action).slice(0, 4)).toEqual([
			'extraction.saved',
			'policy.created',
			'policy.created',
			'candidate.created',
		])
		expect(changes[1]?.after).toMatchObject({ quote: expect.stringContaining('We will') })
	})

	it('keep their source as long as a policy refers to it', async () => {
		replyOf(await save(proposed.slice(0, 1).map(edited)))
		await purgeExtractions(server.db, new Date(server.clock.now.getTime() + 30 * 86_400_000))
		expect(await server.db.$count(extractions)).toBe(0)
		expect(await server.db.$count(policySources)).toBe(1)
	})
})
