import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/table.ts'
import { addPolicies, makeCandidate } from '../../support/administration.ts'
import { refusalOf, replyOf } from '../../support/quizzes.ts'
import { createTestServer, type TestServer, type Voter } from '../../support/server.ts'

const { policyChecks: rows, managePolicies } = endpoints

let server: TestServer
let admin: Voter
let ids: readonly string[]
beforeEach(async () => {
	server = await createTestServer()
	admin = await server.registerVoter('ada', ['ROLE_ADMIN'])
	const ann = await makeCandidate(admin, 'Ann Meadows')
	await addPolicies(server, ann.id, [
		'The county should hire 200 more teachers by 2028.',
		'Ann Meadows will stop the disastrous and corrupt waste of taxpayers’ money!',
		'More trams.',
	])
	const params = { candidateId: ann.id }
	const all = replyOf(await admin.call(managePolicies.ofCandidate, { params }))
	ids = ['teachers', 'disastrous', 'trams'].map(
		(word) => all.find(({ text }) => text.includes(word))?.id ?? '',
	)
})

const batch = async (policyIds: readonly string[]) =>
	replyOf(await admin.call(rows.prepareBatch, { body: { policyIds: [...policyIds] } })).validations

describe('checks of policies', () => {
	it('say of each what keeps it from being asked, and what may not be neutral', async () => {
		const [plain = '', loaded = '', short = ''] = ids
		const found = await batch(ids)
		expect(found[plain]).toMatchObject({
			valid: true,
			errors: [],
			warnings: [],
			needsReview: false,
			suggestedCategory: 'EDUCATION',
		})
		expect(found[loaded]).toMatchObject({
			valid: false,
			needsReview: true,
			errors: ['It names a candidate or a party: “Ann Meadows”'],
		})
		expect(found[loaded]?.warnings.join()).toContain('loaded words: “disastrous”')
		expect(found[loaded]?.biasScore).toBeGreaterThan(3)
		expect(found[short]?.errors).toEqual(['Policy text must be 5 to 100 words'])
	})

	it('say so of an id of no policy, and refuse none at all', async () => {
		const unknown = randomUUID()
		expect(await batch([unknown])).toMatchObject({
			[unknown]: { valid: false, errors: ['There is no such policy'] },
		})
		const none = refusalOf(await admin.call(rows.prepareBatch, { body: { policyIds: [] } }))
		expect(none.errors).toEqual([{ path: 'policyIds', message: 'must have at least one id' }])
	})

	it('of one policy are those of the batch, and leave its status as it is', async () => {
		const [, loaded = ''] = ids
		const one = replyOf(await admin.call(rows.validate, { params: { id: loaded } }))
		expect(one).toEqual((await batch([loaded]))[loaded])
		const policy = replyOf(await admin.call(managePolicies.get, { params: { id: loaded } }))
		expect(policy.validationStatus).toBe('VALIDATED')
	})

	it('of importance say why: a priority counts more than a small step', async () => {
		const importance = async (text: string) =>
			replyOf(await admin.call(rows.calculateImportance, { body: { text } }))
		const urgent = await importance('Our top priority is to spend a billion on every school.')
		const small = await importance('We will slightly extend a pilot of parking meters.')
		expect(urgent.importance).toBeGreaterThan(1)
		expect(urgent.reasons.join()).toContain('is called urgent or a priority')
		expect(small.importance).toBeLessThan(1)
		const missing = refusalOf(await admin.call(rows.calculateImportance, { body: { text: ' ' } }))
		expect(missing.errors).toEqual([{ path: 'text', message: 'Policy text is required' }])
	})
})
