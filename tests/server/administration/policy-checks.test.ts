import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/index.ts'
import {
	addPolicies,
	candidateFields,
	makeCandidate,
	makeElection,
} from '../../support/administration.ts'
import { refusalOf, replyOf } from '../../support/quizzes.ts'
import { createTestServer, type TestServer, type Voter } from '../../support/server.ts'

const { policyChecks: rows, managePolicies, manageCandidates, manageElections } = endpoints

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

describe('policy checks', () => {
	it('report errors and possible bias for each policy', async () => {
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

	it('recognize only names of candidates in the same elections', async () => {
		const [mayor, senate] = [
			await makeElection(admin),
			await makeElection(admin, { name: 'Senate' }),
		]
		const ann = await makeCandidate(admin, 'Ann Okonkwo', [mayor.id])
		await makeCandidate(admin, 'Huey Zuckerbrot', [senate.id, mayor.id])
		const gone = await makeCandidate(admin, 'Gus Ribbentrop', [mayor.id])
		replyOf(await admin.call(manageCandidates.remove, { params: { id: gone.id } }))
		await makeCandidate(admin, 'Sue Wojcicki', [senate.id])
		await addPolicies(server, ann.id, [
			'The county should undo what Zuckerbrot, Ribbentrop and Wojcicki did.',
		])
		const params = { candidateId: ann.id }
		const [policy] = replyOf(await admin.call(managePolicies.ofCandidate, { params }))
		const id = policy?.id ?? ''
		const named = { valid: false, errors: ['It names a candidate or a party: “Zuckerbrot”'] }
		expect(await batch([id])).toMatchObject({ [id]: named })
		expect(replyOf(await admin.call(rows.validate, { params: { id } }))).toMatchObject(named)
		replyOf(await admin.call(manageElections.remove, { params: { id: mayor.id } }))
		expect(await batch([id])).toMatchObject({ [id]: { valid: true, errors: [] } })
	})

	it('recognize parties of all candidates in the same elections', async () => {
		const mayor = await makeElection(admin)
		const standing = async (name: string, party: string): Promise<string> => {
			const body = { ...candidateFields(name, [mayor.id]), party }
			return replyOf(await admin.call(manageCandidates.create, { body })).id
		}
		const ann = await standing('Ann Okonkwo', 'Harbour Party')
		await standing('Huey Zuckerbrot', 'Valley Party')
		const text = 'The county should publish what leaders of the Harbour and Valley parties earn.'
		await addPolicies(server, ann, [text])
		const params = { candidateId: ann }
		const [policy] = replyOf(await admin.call(managePolicies.ofCandidate, { params }))
		const id = policy?.id ?? ''
		expect((await batch([id]))[id]?.errors).toEqual([
			'It names a candidate or a party: “Harbour”',
			'It names a candidate or a party: “Valley parties”',
		])
	})

	it('report an unknown id and refuse an empty batch', async () => {
		const unknown = randomUUID()
		expect(await batch([unknown])).toMatchObject({
			[unknown]: { valid: false, errors: ['This policy does not exist'] },
		})
		const none = refusalOf(await admin.call(rows.prepareBatch, { body: { policyIds: [] } }))
		expect(none.errors).toEqual([
			{ path: 'policyIds', message: 'Policy ids must have at least one id' },
		])
	})

	it('give one policy the batch result and keep its status', async () => {
		const [, loaded = ''] = ids
		const one = replyOf(await admin.call(rows.validate, { params: { id: loaded } }))
		expect(one).toEqual((await batch([loaded]))[loaded])
		const policy = replyOf(await admin.call(managePolicies.get, { params: { id: loaded } }))
		expect(policy.validationStatus).toBe('VALIDATED')
	})

	it('require review below clarity 7 or above bias 3', async () => {
		const { id: candidateId } = await makeCandidate(admin, 'Cyd Meadows')
		await addPolicies(server, candidateId, [
			'Seek to build tram lines along both rivers.',
			'The county needs better schools in every village.',
			'The county should end the “toll” on radical roads!',
			'The county should always end tolls on radical roads!',
		])
		const all = replyOf(await admin.call(managePolicies.ofCandidate, { params: { candidateId } }))
		const found = await batch(all.map(({ id }) => id))
		const scores = Object.values(found).map(({ clarityScore, biasScore, needsReview }) => [
			...[clarityScore, biasScore, needsReview],
		])
		expect(
			scores.toSorted((a, b) => Number(a[1]) - Number(b[1]) || Number(b[0]) - Number(a[0])),
		).toEqual([
			[7, 0, false],
			[6.8, 0, true],
			[8.2, 3, false],
			[8.2, 3.1, true],
		])
	})

	it('explain the importance and rank priorities above small steps', async () => {
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
