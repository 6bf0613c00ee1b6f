import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { PolicyFields } from '#contract/admin/policies.ts'
import { endpoints } from '#contract/index.ts'
import { candidateFields, makeElection } from '../../support/administration.ts'
import { refusalOf, replyOf } from '../../support/quizzes.ts'
import { createTestServer, type TestServer, type Voter } from '../../support/server.ts'
import { fileOf, importing } from '../../support/transfer.ts'

const {
	adminStats,
	history,
	manageCandidates,
	managePolicies: rows,
	manageQuizzes,
	policyChecks,
	policyExtraction,
} = endpoints

const NAMING = 'The county should undo what Zuckerbrot did to its roads.'
const PARTY = 'The county should publish what the Harbour Party spends on travel.'
const PLAIN = 'The county should repair every bridge by 2030.'
const REASON = 'The name is that of a road.'
const SAID = 'This statement names “Zuckerbrot”. Reword it, or give a reason to validate it anyway'

let server: TestServer
let admin: Voter
let electionId: string
let ann: string
let huey: string

const standing = async (name: string, party: string | null = null): Promise<string> => {
	const body = { ...candidateFields(name, [electionId]), party }
	return replyOf(await admin.call(manageCandidates.create, { body })).id
}

beforeEach(async () => {
	server = await createTestServer()
	admin = await server.registerVoter('ada', ['ROLE_ADMIN'])
	electionId = (await makeElection(admin)).id
	ann = await standing('Ann Okonkwo')
	huey = await standing('Huey Zuckerbrot', 'Harbour Party')
})

type Fields = Partial<PolicyFields> & { readonly text: string }

const bodyOf = (fields: Fields) => ({ category: 'ECONOMY' as const, ...fields })
const create = (fields: Fields) =>
	admin.call(rows.create, { body: { ...bodyOf(fields), candidateId: ann } })
const update = (id: string, fields: Fields) =>
	admin.call(rows.update, { params: { id }, body: bodyOf(fields) })
const stored = async (id: string) => replyOf(await admin.call(rows.get, { params: { id } }))
const VALIDATED = { validationStatus: 'VALIDATED' } as const

describe('statement naming a candidate or party of the election', () => {
	it.each([
		[NAMING, SAID],
		[PARTY, SAID.replace('Zuckerbrot', 'Harbour Party')],
		['The plan of Ann Okonkwo should be funded.', SAID.replace('Zuckerbrot', 'Ann Okonkwo')],
	])('cannot be created as validated: %s', async (text, message) => {
		const refused = refusalOf(await create({ text, ...VALIDATED }))
		expect(refused).toMatchObject({ status: 400, errors: [{ path: 'validationStatus', message }] })
		expect(replyOf(await create({ text })).validationStatus).toBe('PENDING')
	})

	it('cannot be validated by an update or a new text', async () => {
		const { id } = replyOf(await create({ text: NAMING }))
		expect(refusalOf(await update(id, { text: NAMING, ...VALIDATED })).status).toBe(400)
		const plain = replyOf(await create({ text: PLAIN, ...VALIDATED }))
		expect(refusalOf(await update(plain.id, { text: NAMING, ...VALIDATED })).status).toBe(400)
		expect((await stored(plain.id)).text).toBe(PLAIN)
		expect(replyOf(await update(id, { text: NAMING, validationStatus: 'REJECTED' }))).toMatchObject(
			{ validationStatus: 'REJECTED' },
		)
	})

	it('can be validated with a reason that enters the history', async () => {
		const { id } = replyOf(await create({ text: NAMING }))
		const allowed = { text: NAMING, ...VALIDATED, overrideReason: REASON }
		expect(replyOf(await update(id, allowed))).toMatchObject({
			validationStatus: 'VALIDATED',
			overrideReason: REASON,
		})
		const log = replyOf(await admin.call(history.page, { query: {} }))
		expect(log.rows[0]).toMatchObject({
			action: 'policy.updated',
			before: { overrideReason: null },
			after: { overrideReason: REASON, validationStatus: 'VALIDATED' },
		})
		// Repeated updates keep the reason, sent or not.
		replyOf(await update(id, { ...allowed, category: 'SOCIAL' }))
		replyOf(await update(id, { text: NAMING, ...VALIDATED }))
		expect((await stored(id)).overrideReason).toBe(REASON)
	})

	it('needs a new reason for other names and loses it with its status', async () => {
		const allowed = { text: NAMING, ...VALIDATED, overrideReason: REASON }
		const { id } = replyOf(await create(allowed))
		expect(refusalOf(await update(id, { ...allowed, text: PARTY })).errors).toEqual([
			{
				path: 'validationStatus',
				message:
					'This statement names “Harbour Party”. Reword it, or give a new reason to validate it anyway',
			},
		])
		replyOf(await update(id, { text: NAMING, validationStatus: 'PENDING' }))
		expect((await stored(id)).overrideReason).toBeNull()
		expect(refusalOf(await update(id, { text: NAMING, ...VALIDATED })).status).toBe(400)
	})

	it('cannot be saved as validated from a review without a reason', async () => {
		const editedPolicies = [
			{ text: PLAIN, category: 'ECONOMY' as const, ...VALIDATED },
			{ text: NAMING, category: 'ECONOMY' as const, ...VALIDATED },
		]
		const extractionRequest = { candidateId: ann, url: false, source: `${PLAIN} `.repeat(10) }
		const save = (edited: object[]) =>
			admin.call(
				policyExtraction.save,
				{ body: { extractionRequest, editedPolicies: edited as typeof editedPolicies } },
				{ headers: { 'Idempotency-Key': `"${randomUUID()}"` } },
			)
		const path = 'editedPolicies.1.validationStatus'
		expect(refusalOf(await save(editedPolicies)).errors).toEqual([{ path, message: SAID }])
		const [plain, naming] = editedPolicies
		replyOf(await save([{ ...plain }, { ...naming, overrideReason: REASON }]))
		const saved = replyOf(await admin.call(rows.ofCandidate, { params: { candidateId: ann } }))
		const reasons = new Map(saved.map(({ text, overrideReason }) => [text, overrideReason]))
		expect([...reasons]).toEqual(
			expect.arrayContaining([
				[PLAIN, null],
				[NAMING, REASON],
			]),
		)
	})

	it('is imported as pending even when marked validated', async () => {
		const policies = [NAMING, PARTY, PLAIN, 'The county should do what Ida Lampedusa wrote.'].map(
			(text) => ({ text, category: 'ECONOMY', ...VALIDATED }),
		)
		const file = {
			election: {
				id: electionId,
				name: 'Any',
				electionDate: '2026-12-03',
				jurisdiction: 'FEDERAL',
			},
			candidates: [
				{ id: ann, name: 'Ann Okonkwo', policies },
				{ name: 'Ida Lampedusa', policies: [] },
			],
		}
		for (const dryRun of [true, false]) {
			const { changes } = await importing(admin, [fileOf('a.json', file)], dryRun)
			const notes = changes.filter(({ table }) => table === 'policy').map(({ message }) => message)
			expect(notes.map((note) => note?.includes('not VALIDATED'))).toEqual([
				...[true, true, false, true],
			])
			expect(notes[0]).toContain(SAID)
		}
		const saved = replyOf(await admin.call(rows.ofCandidate, { params: { candidateId: ann } }))
		expect(saved.filter(({ validationStatus }) => validationStatus === 'VALIDATED')).toMatchObject([
			{ text: PLAIN },
		])
	})

	it('needs review when restored by itself or with its candidate', async () => {
		const text = 'The county should do what Ida Lampedusa wrote about roads.'
		const one = replyOf(await create({ text, ...VALIDATED })).id
		const other = replyOf(await create({ text: `${text} Twice.`, ...VALIDATED })).id
		const plain = replyOf(await create({ text: PLAIN, ...VALIDATED })).id
		replyOf(await admin.call(rows.remove, { params: { id: one } }))
		replyOf(await admin.call(manageCandidates.remove, { params: { id: ann } }))
		await standing('Ida Lampedusa')
		replyOf(await admin.call(manageCandidates.restore, { params: { id: ann } }))
		replyOf(await admin.call(rows.restore, { params: { id: one } }))
		for (const id of [one, other]) {
			expect((await stored(id)).validationStatus).toBe('NEEDS_REVIEW')
		}
		expect((await stored(plain)).validationStatus).toBe('VALIDATED')
	})
})

const attention = async () => replyOf(await admin.call(adminStats.attention, {})).concerns
const previewed = async () => {
	const body = { candidateIds: [ann, huey], quizType: 'SCALE' as const, electionId }
	return replyOf(await admin.call(manageQuizzes.preview, { body })).concerns
}

describe('concerns of validated statements', () => {
	it('count in the quiz preview and the attention list', async () => {
		replyOf(await create({ text: PLAIN, ...VALIDATED }))
		expect(await attention()).toEqual({ total: 0, rows: [] })
		expect(await previewed()).toEqual({ count: 0, naming: [] })
		replyOf(await create({ text: 'The county should cut both taxes and spending.', ...VALIDATED }))
		const text = 'The county should do what Ida Lampedusa wrote about roads.'
		const { id } = replyOf(await create({ text, ...VALIDATED }))
		expect(await attention()).toMatchObject({ rows: [{ id: ann, count: 1, naming: 0 }] })
		expect(await previewed()).toEqual({ count: 1, naming: [] })
		// A new candidate is named by a validated statement.
		await standing('Ida Lampedusa')
		expect(await attention()).toEqual({
			total: 1,
			rows: [{ id: ann, name: 'Ann Okonkwo', count: 2, naming: 1 }],
		})
		const naming = [{ text, candidate: 'Ann Okonkwo', names: ['Ida Lampedusa'], field: 'text' }]
		expect(await previewed()).toEqual({ count: 2, naming })
		replyOf(await update(id, { text, ...VALIDATED, overrideReason: REASON }))
		expect(await attention()).toMatchObject({ rows: [{ id: ann, count: 1, naming: 0 }] })
		expect(await previewed()).toEqual({ count: 1, naming: [] })
	})
})

describe('background of a statement', () => {
	const SOURCED = { background: 'Four bridges are closed.', backgroundSource: 'County register' }

	it('is stored with its source, kept when a change omits it, and recorded', async () => {
		const made = replyOf(await create({ text: PLAIN, ...SOURCED }))
		expect(made).toMatchObject(SOURCED)
		const kept = replyOf(await update(made.id, { text: PLAIN, ...VALIDATED }))
		expect(kept).toMatchObject({ ...SOURCED, validationStatus: 'VALIDATED' })
		const none = { background: null, backgroundSource: null }
		expect(replyOf(await update(made.id, { text: PLAIN, ...none }))).toMatchObject(none)
		const { rows: entries } = replyOf(
			await admin.call(history.page, { query: { target: made.id } }),
		)
		expect(entries[0]).toMatchObject({ before: SOURCED, after: none })
	})

	it('needs a source and is at most 300 characters', async () => {
		const { id } = replyOf(await create({ text: PLAIN, ...SOURCED }))
		const message = 'A background needs a source'
		for (const fields of [
			{ background: 'Four bridges are closed.' },
			{ background: 'Four bridges are closed.', backgroundSource: ' ' },
			{ backgroundSource: null },
		]) {
			for (const reply of [
				await create({ text: PLAIN, ...fields }),
				await update(id, { text: PLAIN, ...fields }),
			]) {
				expect(refusalOf(reply)).toMatchObject({
					status: 400,
					errors: [{ path: 'backgroundSource', message }],
				})
			}
		}
		const long = { background: 'b'.repeat(301), backgroundSource: 'County register' }
		expect(refusalOf(await create({ text: PLAIN, ...long }))).toMatchObject({
			errors: [{ path: 'background', message: 'Background must be at most 300 characters' }],
		})
	})

	it('must not name anybody when validated, unless a reason is given', async () => {
		const background = 'Zuckerbrot closed four bridges.'
		const fields = { ...SOURCED, background }
		const message = SAID.replace('This statement', 'The background of this statement')
		const refusal = { status: 400, errors: [{ path: 'background', message }] }
		expect(refusalOf(await create({ text: PLAIN, ...fields, ...VALIDATED }))).toMatchObject(refusal)
		const { id } = replyOf(await create({ text: PLAIN, ...fields }))
		// The stored background counts, though the change does not mention it.
		expect(refusalOf(await update(id, { text: PLAIN, ...VALIDATED }))).toMatchObject(refusal)
		const both = { text: NAMING, ...VALIDATED }
		expect(refusalOf(await update(id, both))).toMatchObject({
			errors: [{ path: 'validationStatus', message: SAID }],
		})
		const reasoned = { text: PLAIN, ...VALIDATED, overrideReason: REASON }
		expect(replyOf(await update(id, reasoned)).validationStatus).toBe('VALIDATED')
	})

	it.each(['A speech of Zuckerbrot', 'https://www.zuckerbrot2028.example/bridges'])(
		'must not come from somebody who is named: %s',
		async (backgroundSource) => {
			const fields = { text: PLAIN, ...SOURCED, backgroundSource }
			expect(refusalOf(await create({ ...fields, ...VALIDATED }))).toMatchObject({
				status: 400,
				errors: [{ path: 'background', message: expect.stringContaining('names “Zuckerbrot”') }],
			})
			const { id } = replyOf(await create(fields))
			const checked = replyOf(await admin.call(policyChecks.validate, { params: { id } }))
			expect(checked.errors).toEqual(['Its background names a candidate or a party: “Zuckerbrot”'])
		},
	)

	it('counts among the concerns of statements and is named in checks', async () => {
		const background = 'A disastrous plan, said Ida Lampedusa.'
		const { id } = replyOf(await create({ text: PLAIN, ...SOURCED, background, ...VALIDATED }))
		await standing('Ida Lampedusa')
		expect(await previewed()).toEqual({
			count: 1,
			naming: [
				{ text: PLAIN, candidate: 'Ann Okonkwo', names: ['Ida Lampedusa'], field: 'background' },
			],
		})
		expect(await attention()).toMatchObject({ rows: [{ id: ann, count: 1, naming: 1 }] })
		const checked = replyOf(await admin.call(policyChecks.validate, { params: { id } }))
		expect(checked).toMatchObject({
			valid: false,
			errors: ['Its background names a candidate or a party: “Ida Lampedusa”'],
			warnings: [expect.stringContaining('Its background uses loaded words')],
		})
	})

	it('may negate and combine, which a statement should not', async () => {
		const background = 'Four bridges are not open, and the county both owns and repairs them.'
		replyOf(await create({ text: PLAIN, ...SOURCED, background, ...VALIDATED }))
		expect(await previewed()).toEqual({ count: 0, naming: [] })
	})
})

describe('reworded policy', () => {
	const LONG =
		'Our urgent priority is to spend two billion dollars on every school, so that all children are taught in small classes.'
	const SHORT = 'Fund smaller classes in public schools.'

	it('is measured again except for values set by hand', async () => {
		const [first, second] = [LONG, `${LONG} Now.`]
		const measured = { importance: 1.6, clarityScore: 3, complexityLevel: 4 }
		const made = replyOf(await create({ text: first, ...measured, setByHand: [] }))
		const manual = { ...measured, setByHand: ['importance'] as const }
		const other = replyOf(await create({ text: second, ...manual, setByHand: ['importance'] }))
		const after = replyOf(await update(made.id, { text: SHORT, ...measured }))
		expect(after).toMatchObject({ importance: 1, complexityLevel: 1, setByHand: [] })
		expect(after.clarityScore).toBeGreaterThan(3)
		const file = {
			election: {
				id: electionId,
				name: 'Any',
				electionDate: '2026-12-03',
				jurisdiction: 'FEDERAL',
			},
			candidates: [
				{
					...{ id: ann, name: 'Ann Okonkwo' },
					policies: [{ id: other.id, text: SHORT.replace('Fund', 'Build'), category: 'ECONOMY' }],
				},
			],
		}
		await importing(admin, [fileOf('a.json', file)])
		expect(await stored(other.id)).toMatchObject({
			...{ text: SHORT.replace('Fund', 'Build'), importance: 1.6 },
			...{ complexityLevel: 1, setByHand: ['importance'] },
		})
	})
})
