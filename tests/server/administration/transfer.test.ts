import { randomUUID } from 'node:crypto'
import { and, eq, like } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/index.ts'
import {
	audit,
	candidateElections,
	candidates,
	compareQuizCandidates,
	compareQuizzes,
	elections,
	policies,
	testConfigurations,
} from '#server/db/schema.ts'
import { raw, refusalOf, replyOf } from '../../support/quizzes.ts'
import { createTestServer, type TestServer, type Voter } from '../../support/server.ts'
import { electionFile, exported, fileOf, importing, refusedIn } from '../../support/transfer.ts'

const { transfer, elections: reads, compareQuizzes: quizReads } = endpoints

let server: TestServer
let admin: Voter
beforeEach(async () => {
	server = await createTestServer()
	admin = await server.registerVoter(undefined, ['ROLE_ADMIN'])
})

const importedFile = async (content: unknown = electionFile()) => {
	const { electionIds } = await importing(admin, [fileOf('first.json', content)])
	const [id = ''] = electionIds
	const [file] = await exported(admin, id, 'json')
	return { id, file: JSON.parse(file?.text ?? '') as ReturnType<typeof parsedShape> }
}
const parsedShape = () => ({
	election: {} as Record<string, unknown>,
	quizzes: [] as (Record<string, unknown> & { candidates: string[] })[],
	candidates: [] as (Record<string, unknown> & { policies: Record<string, unknown>[] })[],
})
const rowsIn = async () =>
	Promise.all(
		[elections, candidates, policies, compareQuizzes, compareQuizCandidates, audit].map((table) =>
			server.db.$count(table),
		),
	)

describe('dry run', () => {
	it('lists changes line by line and writes nothing', async () => {
		const before = await rowsIn()
		const report = await importing(admin, [fileOf('a.json', electionFile())], true)
		expect(report).toMatchObject({
			written: false,
			electionIds: [],
			counts: { create: 6, update: 0, same: 0, refuse: 0 },
			cut: false,
		})
		expect(
			report.changes.map(({ line, table, action, name, message }) => [
				line,
				table,
				action,
				name,
				message,
			]),
		).toEqual([
			[2, 'election', 'create', 'Mayor of Austin', null],
			[8, 'quiz', 'create', 'Rate', null],
			[14, 'candidate', 'create', 'Ann', null],
			[17, 'policy', 'create', 'A is for parks.', 'of Ann; status VALIDATED'],
			[24, 'candidate', 'create', 'Bo', null],
			[27, 'policy', 'create', 'B is for parks.', 'of Bo; status VALIDATED'],
		])
		expect(await rowsIn()).toEqual(before)
	})

	it('lists refused rows first and cuts after a thousand changes', async () => {
		const many = Array.from({ length: 1500 }, (_, index) => ({
			text: `Point ${index}`,
			category: 'ECONOMY',
		}))
		const [ann, bo] = electionFile().candidates
		const bad = { name: 'Cy', policies: [{ text: 'C is for it.', category: 'PARKS' }] }
		const people = [{ ...ann, policies: many }, bo, bad]
		const report = await importing(
			admin,
			[fileOf('a.json', electionFile({ candidates: people }))],
			true,
		)
		expect(report.changes).toHaveLength(1000)
		expect(report.cut).toBe(true)
		expect(report.counts).toEqual({ create: 1506, update: 0, same: 0, refuse: 1 })
		expect(report.changes[0]).toMatchObject({
			action: 'refuse',
			table: 'policy',
			name: 'C is for it.',
			message: expect.stringContaining('category: must be one of ECONOMY'),
		})
	})
})

describe('import', () => {
	it('creates an election with an active quiz that voters can take', async () => {
		const quizzes = [{ name: 'Rate', quizType: 'SCALE', active: true }]
		const file = fileOf('a.json', electionFile({ quizzes }))
		const { written, electionIds } = await importing(admin, [file])
		expect(written).toBe(true)
		const voter = await server.registerVoter()
		const active = replyOf(await voter.call(reads.active, {}))
		expect(active.map(({ id }) => id)).toEqual(electionIds)
		const params = { electionId: electionIds[0] ?? '' }
		const [quiz] = replyOf(await voter.call(quizReads.ofElection, { params }))
		const valid = await voter.call(quizReads.validate, {
			params: { id: quiz?.id ?? '' },
		})
		expect(replyOf(valid)).toMatchObject({ valid: true, policyCount: 2 })
	})

	it('writes nothing if any line of any file is refused', async () => {
		const before = await rowsIn()
		const bad = electionFile({
			election: { ...electionFile().election, name: 'Other', electionDate: 'soon' },
		})
		const report = await importing(admin, [
			fileOf('good.json', electionFile()),
			fileOf('bad.json', bad),
		])
		expect(report).toMatchObject({ written: false, electionIds: [], counts: { refuse: 1 } })
		expect(refusedIn(report)).toEqual([
			'bad.json:4 election Other: electionDate: must be a day (YYYY-MM-DD)',
		])
		expect(await rowsIn()).toEqual(before)
	})

	it('enters each new record in the history like a manual change', async () => {
		const { electionIds } = await importing(admin, [fileOf('a.json', electionFile())])
		const [electionId] = electionIds
		const lines = await server.db
			.select()
			.from(audit)
			.where(like(audit.action, '%.created'))
			.orderBy(audit.id)
		expect(new Set(lines.map(({ actorId, before }) => [actorId, before].join()))).toEqual(
			new Set([`${admin.user.id},`]),
		)
		expect(lines.map(({ action, name }) => `${action} ${name}`)).toEqual([
			'election.created Mayor of Austin',
			'candidate.created Ann',
			'candidate.created Bo',
			'policy.created A is for parks.',
			'policy.created B is for parks.',
			'compareQuiz.created Rate',
		])
		const [election, ann, bo, policy, , quiz] = lines
		expect(election).toMatchObject({ target: electionId, after: { jurisdiction: 'FEDERAL' } })
		expect(ann?.after).toMatchObject({ electionId, electionIds: [electionId] })
		expect(policy?.after).toMatchObject({ candidateId: ann?.target, category: 'ENVIRONMENT' })
		expect(quiz?.after?.candidateIds).toEqual([ann?.target, bo?.target])
		expect(JSON.stringify(lines.map(({ after }) => after))).not.toMatch(
			/"(?:revised|deletedAt|search)"/,
		)
	})

	it('enters each election and the whole import in the history', async () => {
		const { electionIds } = await importing(admin, [fileOf('a.json', electionFile())])
		const rows = await server.db.select().from(audit).orderBy(audit.id)
		expect(rows.slice(-2)).toMatchObject([
			{
				action: 'election.imported',
				actorId: admin.user.id,
				target: electionIds[0],
				name: 'Mayor of Austin',
				before: null,
				after: { candidates: 2, policies: 2, quizzes: 1, files: ['a.json'] },
			},
			{
				action: 'import.imported',
				actorId: admin.user.id,
				name: 'a.json',
				after: { files: ['a.json'], create: 6, update: 0, same: 0 },
			},
		])
	})

	it('takes effect once per idempotency key unless refused', async () => {
		const headers = { 'idempotency-key': '"k1"', 'content-type': 'application/json' }
		const send = async (content: unknown) =>
			raw(server, '/api/admin/imports', {
				method: 'POST',
				token: admin.token,
				headers,
				body: JSON.stringify({ files: [fileOf('a.json', content)], dryRun: false }),
			})
		expect((await send({ election: 5 })).body).toMatchObject({ written: false })
		const first = await send(electionFile())
		expect(first.body).toMatchObject({ written: true })
		const second = await send(electionFile())
		expect(second.body).toEqual(first.body)
		expect(await server.db.$count(elections)).toBe(1)
		expect((await send(electionFile({ quizzes: [] }))).status).toBe(422)
	})

	it.each([
		['no file', { files: [], dryRun: true }, 'files'],
		['a file without a name', { files: [{ name: ' ', text: '' }], dryRun: true }, 'files.0.name'],
		['too many files', { files: Array(21).fill(fileOf('a', '')), dryRun: true }, 'files'],
		['no dry-run parameter', { files: [fileOf('a', '{}')] }, 'dryRun'],
	])('returns 400 for %s', async (_, body, path) => {
		const reply = await raw(server, '/api/admin/imports', {
			token: admin.token,
			json: body,
		})
		expect(reply.status).toBe(400)
		expect(reply.body).toMatchObject({ errors: [{ path }] })
	})

	it('accepts files of several megabytes', async () => {
		const about = 'x'.repeat(2_000_000)
		const report = await importing(admin, [fileOf('a.json', { about, ...electionFile() })], true)
		expect(report.counts.create).toBe(6)
	})
})

describe('partial import', () => {
	const sick = () => {
		const file = electionFile()
		const [ann, bo] = file.candidates
		const cy = { name: 'Cy', website: 'nowhere', policies: bo?.policies ?? [] }
		const policies = [{ text: 'Parks', category: 'PARKS' }, ...(bo?.policies ?? [])]
		return fileOf('a.json', { ...file, quizzes: [], candidates: [ann, { ...bo, policies }, cy] })
	}
	const send = async (body: Record<string, unknown>) =>
		replyOf(
			await admin.call(transfer.import, {
				body: { files: [sick()], dryRun: false, ...body },
			}),
		)

	it('is offered by the dry run with annotated files of the refused rows', async () => {
		const { counts, partial } = await send({ dryRun: true })
		expect(counts.refuse).toBe(2)
		// Cy's policy depends on Cy.
		expect(partial).toMatchObject({ counts: { create: 5, update: 0, same: 0 }, leftOut: 3 })
		const texts = Object.fromEntries(partial?.files.map(({ name, text }) => [name, text]) ?? [])
		expect(Object.keys(texts).toSorted()).toEqual([
			'left-out-candidates.csv',
			'left-out-policies.csv',
		])
		expect(texts['left-out-candidates.csv']).toMatch(
			/^,Mayor of Austin,Cy,.*,nowhere,.*,website: must be a web address\r?$/m,
		)
		expect(texts['left-out-policies.csv']).toContain('category: must be one of')
		expect(texts['left-out-policies.csv']).toContain('belongs to a candidate who is not imported')
	})

	it('writes the rest and accepts the corrected files later', async () => {
		const { partial } = await send({ dryRun: true })
		const report = await send({ leaveOut: partial?.leftOut })
		expect(report).toMatchObject({ written: true, counts: { create: 5 } })
		const corrected = (partial?.files ?? []).map(({ name, text }) => ({
			name,
			text: text.replace('PARKS', 'Environment').replace('nowhere', 'https://example.org/'),
		}))
		const again = await importing(admin, corrected)
		expect(again).toMatchObject({ written: true, counts: { create: 3, refuse: 0 } })
		expect(again.notes?.map(({ message }) => message)).toEqual([
			'Ignored columns: problem',
			'Ignored columns: problem',
		])
		expect(await server.db.$count(candidates)).toBe(3)
		expect(await server.db.$count(policies)).toBe(4)
	})

	it('writes nothing if more rows are refused than in the dry run', async () => {
		const report = await send({ leaveOut: 2 })
		expect(report.written).toBe(false)
		expect(await server.db.$count(elections)).toBe(0)
	})

	it('is not offered when nothing would remain', async () => {
		const report = await importing(
			admin,
			[fileOf('a.json', electionFile({ election: { name: 'X' } }))],
			true,
		)
		expect(report.counts.refuse).toBeGreaterThan(0)
		expect(report.partial).toBeUndefined()
	})

	it('leaves out a new quiz of all candidates if one is refused', async () => {
		const file = electionFile()
		const people = [...file.candidates, { name: 'Cy', website: 'nowhere', policies: [] }]
		const report = await importing(admin, [fileOf('a.json', { ...file, candidates: people })], true)
		expect(report.partial?.files.map(({ name }) => name).toSorted()).toEqual([
			'left-out-candidates.csv',
			'left-out-quizzes.csv',
		])
	})
})

describe('import templates', () => {
	it('can be imported together', async () => {
		const { files } = replyOf(await admin.call(transfer.importTemplates, {}))
		const report = await importing(admin, files, true)
		expect(refusedIn(report)).toEqual([])
		expect(report.counts.create).toBe(6)
	})
})

describe('imported candidate', () => {
	it('loses a logo over http with a note in the report', async () => {
		const people = [{ name: 'Ann', logo: 'http://pictures.example/ann.png' }, { name: 'Bo' }]
		const report = await importing(admin, [fileOf('a.json', electionFile({ candidates: people }))])
		const reported = report.changes.find(({ name }) => name === 'Ann')
		expect(reported?.message).toBe(
			'the logo is left out because its address does not start with https://',
		)
		const rows = await server.db.select({ logo: candidates.logo }).from(candidates)
		expect(rows).toEqual([{ logo: null }, { logo: null }])
	})
})

describe('imported policy', () => {
	it('defaults to pending and reports its status', async () => {
		const text = 'A is for parks.'
		const people = ['Ann', 'Bo'].map((name) => ({
			name,
			policies: [{ text, category: 'ECONOMY' }],
		}))
		const report = await importing(admin, [fileOf('a.json', electionFile({ candidates: people }))])
		const reported = report.changes.filter(({ table }) => table === 'policy')
		expect(reported.map(({ message }) => message)).toEqual([
			'of Ann; status PENDING',
			'of Bo; status PENDING',
		])
		const rows = await server.db.select().from(policies)
		expect(rows.map((row) => row.validationStatus)).toEqual(['PENDING', 'PENDING'])
	})

	it('is refused as a duplicate of an earlier row', async () => {
		const file = electionFile()
		const [ann] = file.candidates
		const twice = { ...ann, policies: [...(ann?.policies ?? []), ...(ann?.policies ?? [])] }
		const report = await importing(
			admin,
			[fileOf('a.json', { ...file, quizzes: [], candidates: [twice] })],
			true,
		)
		expect(refusedIn(report)).toEqual([
			expect.stringMatching(/text: is a duplicate of a\.json, line \d+$/),
		])
	})
})

describe('imported quiz', () => {
	const VALID = { validationStatus: 'VALIDATED' }
	const ANN = {
		name: 'Ann',
		policies: [{ text: 'A is for parks.', category: 'ENVIRONMENT', ...VALID }],
	}
	const active = (replaced: Record<string, unknown> = {}) =>
		electionFile({
			quizzes: [{ name: 'Rate', quizType: 'SCALE', active: true }],
			...replaced,
		})
	const notesOf = async (content: unknown, dryRun = true) => {
		const { changes } = await importing(admin, [fileOf('a.json', content)], dryRun)
		return changes.flatMap(({ table, notes }) => (table === 'quiz' ? (notes ?? []) : []))
	}

	// An administrator should first check the fairness of a new quiz.
	it('stays inactive unless the file activates it', async () => {
		const note = 'is not active until an administrator activates it'
		expect(await notesOf(electionFile())).toEqual([note])
		expect(await notesOf(electionFile(), false)).toEqual([note])
		const rows = await server.db.select({ active: compareQuizzes.active }).from(compareQuizzes)
		expect(rows).toEqual([{ active: false }])
	})

	it('is reported as active without concerns', async () => {
		expect(await notesOf(active())).toEqual(['will be active for voters'])
	})

	it('is reported as over or upcoming according to its dates', async () => {
		const on = (startDate: string, endDate: string) =>
			active({
				quizzes: [{ name: 'Rate', quizType: 'SCALE', active: true, startDate, endDate }],
			})
		expect(await notesOf(on('1912-01-01', '1912-11-05'))).toEqual([
			'is active, but its end date 1912-11-05 has passed',
		])
		expect(await notesOf(on('2199-01-01', '2199-11-05'))).toEqual([
			'will be active for voters from 2199-01-01',
		])
	})

	it('gets the same notes as others with the same candidates', async () => {
		const bo = { name: 'Bo', policies: ANN.policies }
		const quizzes = ['One', 'Two', 'Three'].map((name) => ({
			...{ name, quizType: 'SCALE', active: true },
		}))
		const notes = await notesOf(active({ quizzes, candidates: [ANN, bo] }))
		expect(notes.filter((note) => note.startsWith('duplicate statement'))).toHaveLength(3)
	})

	it('reports unfairness: too few, duplicate, or missing policies', async () => {
		const texts = ['More trams', 'Less tax', 'a is for PARKS!']
		const policies = texts.map((text) => ({ text, category: 'ECONOMY', ...VALID }))
		const bo = { name: 'Bo', policies }
		expect(await notesOf(active({ candidates: [ANN, bo] }))).toEqual([
			'will be active for voters',
			'fewer validated policies than the others, so everyone is limited to that number: Ann',
			'duplicate statement: “A is for parks.” (Ann, Bo)',
		])
		const waiting = policies.map((policy) => ({ ...policy, validationStatus: 'PENDING' }))
		const without = { name: 'Bo', policies: waiting }
		expect(await notesOf(active({ candidates: [ANN, without] }))).toEqual([
			'will be active for voters',
			'voters cannot take it yet: No validated policies yet for: Bo.',
			'fewer validated policies than the others, so everyone is limited to that number: Bo',
		])
	})

	it('reports a candidate favored by random answers', async () => {
		// One dominant policy makes a candidate's agreement vary more than that of others.
		const weighed = (name: string, least: number) => ({
			name,
			policies: Array.from({ length: 8 }, (_, index) => ({
				...{ text: `${name[0]} promises ${index}`, category: 'ECONOMY', ...VALID },
				importance: index === 0 ? 2 : least,
			})),
		})
		const candidates = [weighed('Ann', 0.5), ...['Bo', 'Cy', 'Di'].map((name) => weighed(name, 2))]
		const notes = await notesOf(active({ candidates }))
		expect(notes[1]).toMatch(
			/^random voters rank these first more or less often than chance explains: Ann/,
		)
	})

	it('is checked with both existing and changed policies', async () => {
		const { file } = await importedFile()
		const [ann, bo] = file.candidates
		const [quiz] = file.quizzes
		const open = { ...file, quizzes: [{ ...quiz, active: true }] }
		// Changes Ann's only policy; Bo's is not in the file.
		const changed = {
			...open,
			candidates: [{ ...ann, policies: [{ ...ann?.policies[0], text: 'b IS for parks' }] }],
		}
		expect(await notesOf(changed)).toEqual([
			'will be active for voters',
			'duplicate statement: “b IS for parks” (Ann, Bo)',
		])
		expect(await notesOf({ ...open, candidates: [ann, bo] }, false)).toEqual([
			'will be active for voters',
		])
		// Already active, so nothing changes.
		expect(await notesOf({ ...open, candidates: [ann, bo] })).toEqual([])
		const cy = {
			name: 'Cy',
			policies: [{ text: 'C is for trams.', category: 'ECONOMY', ...VALID }],
		}
		const other = { ...quiz, active: true, candidates: ['Bo', 'Cy'] }
		expect(await notesOf({ ...open, quizzes: [other], candidates: [ann, bo, cy] })).toEqual([
			'is active for voters and compares different candidates than before',
		])
	})
})

describe('import into existing data', () => {
	it('refuses a second election of the same name and day without its id', async () => {
		await importing(admin, [fileOf('a.json', electionFile())])
		const report = await importing(admin, [fileOf('a.json', electionFile())], true)
		expect(refusedIn(report)).toEqual([
			'a.json:2 election Mayor of Austin: already exists. Add its id to change it',
		])
		const another = { ...electionFile().election, electionDate: '2030-12-03' }
		const other = electionFile({ election: another })
		expect(refusedIn(await importing(admin, [fileOf('b.json', other)], true))).toEqual([])
		const twice = [fileOf('b.json', other), fileOf('c.json', other)]
		expect(refusedIn(await importing(admin, twice, true))).toEqual([
			'c.json:2 election Mayor of Austin: is a duplicate of b.json, line 2',
		])
	})

	it('changes nothing when nothing differs', async () => {
		const { file } = await importedFile()
		const rows = await server.db.select().from(policies)
		const report = await importing(admin, [fileOf('b.json', file)])
		expect(report.counts).toEqual({ create: 0, update: 0, same: 6, refuse: 0 })
		expect(await server.db.select().from(policies)).toEqual(rows)
	})

	it('updates only what differs as a new version with history', async () => {
		const quizzes = [{ name: 'Rate', quizType: 'SCALE', active: true }]
		const { id, file } = await importedFile(electionFile({ quizzes }))
		file.election.name = 'Mayor of Waco'
		const [ann] = file.candidates
		Object.assign(ann ?? {}, { party: 'Greens' })
		Object.assign(ann?.policies[0] ?? {}, { importance: 2, clarity: 7 })
		Object.assign(file.quizzes[0] ?? {}, { active: false })
		const report = await importing(admin, [fileOf('b.json', file)])
		expect(report.counts).toEqual({ create: 0, update: 4, same: 2, refuse: 0 })
		const updates = report.changes.filter(({ action }) => action === 'update')
		expect(updates.map(({ table, message }) => [table, message])).toEqual([
			['election', 'name'],
			['quiz', 'active'],
			['candidate', 'party'],
			['policy', 'importance, clarity; of Ann; status VALIDATED'],
		])
		const rows = await server.db.select().from(policies)
		expect(rows.map(({ revised, importance }) => [revised, importance]).toSorted()).toEqual([
			[1, 1],
			[2, 2],
		])
		const [election] = await server.db.select().from(elections)
		expect(election).toMatchObject({ id, name: 'Mayor of Waco', revised: 2 })
		const noted = await server.db
			.select()
			.from(audit)
			.where(and(eq(audit.target, String(ann?.id)), eq(audit.action, 'candidate.updated')))
		expect(noted).toMatchObject([
			{
				action: 'candidate.updated',
				name: 'Ann',
				before: { party: null, electionIds: [id], electionId: id },
				after: { party: 'Greens', electionIds: [id], electionId: id },
			},
		])
		expect(noted[0]?.after).not.toHaveProperty('revised')
		const actions = await server.db.select({ action: audit.action }).from(audit)
		expect(actions.map(({ action }) => action)).toEqual(
			expect.arrayContaining(['election.updated', 'policy.updated', 'compareQuiz.updated']),
		)
	})

	it('keeps fields the file omits and clears null ones', async () => {
		const { file } = await importedFile()
		const [ann] = file.candidates
		const { id, name } = { ...ann }
		const candidate = { id, name, website: 'https://ann.example.org', party: 'Greens' }
		const only = (person: object) =>
			fileOf('b.json', { election: file.election, candidates: [person] })
		await importing(admin, [only(candidate)])
		await importing(admin, [only({ id, name, party: null })])
		const [row] = await server.db
			.select()
			.from(candidates)
			.where(eq(candidates.id, String(id)))
		expect(row).toMatchObject({ website: 'https://ann.example.org', party: null, revised: 3 })
	})

	it('adds candidates, policies, and compared candidates', async () => {
		const { id, file } = await importedFile()
		const policy = { text: 'C is for trams.', category: 'ECONOMY', validationStatus: 'PENDING' }
		const [ann] = file.candidates
		const cy = { name: 'Cy', policies: [policy] }
		ann?.policies.push({ text: 'A is for trams.', category: 'ECONOMY' })
		const [quiz] = file.quizzes
		const content = {
			election: file.election,
			candidates: [ann, cy],
			quizzes: [{ ...quiz, candidates: ['Bo', 'Cy'] }],
		}
		const report = await importing(admin, [fileOf('b.json', content)])
		expect(report.counts).toEqual({ create: 3, update: 1, same: 3, refuse: 0 })
		const [whole] = await exported(admin, id, 'json')
		const after = JSON.parse(whole?.text ?? '') as typeof file
		expect(after.candidates.map(({ name, policies: theirs }) => [name, theirs.length])).toEqual([
			['Ann', 2],
			['Bo', 1],
			['Cy', 1],
		])
		expect(after.quizzes[0]?.candidates).toEqual(['Bo', 'Cy'])
		const [noted] = await server.db
			.select()
			.from(audit)
			.where(eq(audit.action, 'compareQuiz.updated'))
		expect(noted?.before?.candidateIds).toHaveLength(2)
		expect(noted?.after?.candidateIds).not.toEqual(noted?.before?.candidateIds)
	})

	it('creates a record with a new client id', async () => {
		const id = randomUUID()
		const election = { ...electionFile().election, id }
		const report = await importing(admin, [fileOf('a.json', electionFile({ election }))])
		expect(report.electionIds).toEqual([id])
	})

	it('refuses ids of deleted records, of other records, and repeated ids', async () => {
		const { file } = await importedFile()
		const [ann, bo] = file.candidates
		await server.db
			.update(compareQuizzes)
			.set({ deletedAt: server.clock.now })
			.where(eq(compareQuizzes.id, String(file.quizzes[0]?.id)))
		const [policy] = ann?.policies ?? []
		const content = {
			...file,
			candidates: [ann, { ...bo, policies: [policy] }, { id: ann?.id, name: 'Ann again' }],
		}
		expect(refusedIn(await importing(admin, [fileOf('b.json', content)]))).toEqual([
			expect.stringMatching(
				/^b\.json:\d+ quiz Rate: id: belongs to a deleted record: restore that first$/,
			),
			expect.stringMatching(/^b\.json:\d+ policy A is for parks\.: id: is in these files twice/),
			expect.stringMatching(/^b\.json:\d+ candidate Ann again: id: is in these files twice$/),
		])
		const foreign = { ...file, quizzes: [], candidates: [{ ...bo, policies: [policy] }] }
		expect(refusedIn(await importing(admin, [fileOf('b.json', foreign)]))).toEqual([
			expect.stringMatching(/policy A is for parks\.: id: belongs to another candidate$/),
		])
	})

	it('refuses a duplicate name or text without an id', async () => {
		const { file } = await importedFile()
		const content = {
			election: file.election,
			quizzes: [{ name: 'Rate', quizType: 'SCALE', candidates: ['Ann', 'Bo'] }],
			candidates: [
				{ name: 'Bo' },
				{
					...file.candidates[0],
					policies: [{ text: 'A is for parks.', category: 'ENVIRONMENT' }],
				},
			],
		}
		expect(refusedIn(await importing(admin, [fileOf('b.json', content)]))).toEqual([
			expect.stringMatching(/quiz Rate: already exists. Add its id to change it$/),
			expect.stringMatching(/candidate Bo: name: is already in this election. Add their id/),
			expect.stringMatching(
				/policy A is for parks\.: text: already exists for this candidate. Add its id/,
			),
		])
	})

	it('appends a second election to a candidate', async () => {
		const { id, file } = await importedFile()
		const [ann] = file.candidates
		const other = {
			election: { name: 'Council', electionDate: '2027-05-01', jurisdiction: 'FEDERAL' },
			candidates: [ann],
		}
		const { electionIds } = await importing(admin, [fileOf('b.json', other)])
		const links = await server.db
			.select()
			.from(candidateElections)
			.where(eq(candidateElections.candidateId, String(ann?.id)))
			.orderBy(candidateElections.position)
		expect(links.map(({ electionId, position }) => [electionId, position])).toEqual([
			[id, 0],
			[electionIds[0], 1],
		])
	})
})

describe('import file', () => {
	it.each([
		[
			'repeats a candidate',
			{ candidates: [...electionFile().candidates, { name: 'Ann' }] },
			/candidate Ann: name: is also the name of another candidate: a.json, line 14$/,
		],
		[
			'compares an unknown candidate',
			{ quizzes: [{ name: 'Rate', quizType: 'SCALE', candidates: ['Ann', 'Zoe'] }] },
			/quiz Rate: candidates\.1: Zoe is not a candidate of this election$/,
		],
		[
			'compares only one candidate',
			{ quizzes: [{ name: 'Rate', quizType: 'SCALE', candidates: ['Ann', 'Ann'] }] },
			/quiz Rate: candidates: At least 2 candidates are required for comparison$/,
		],
		[
			'has a quiz that ends before it begins',
			{
				quizzes: [
					{ name: 'Rate', quizType: 'SCALE', startDate: '2026-12-02', endDate: '2026-12-01' },
				],
			},
			/quiz Rate: endDate: End date must be after start date$/,
		],
		[
			'has an incomplete place for its jurisdiction',
			{ election: { ...electionFile().election, jurisdiction: 'CITY' } },
			/election Mayor of Austin: city: City is required for City elections/,
		],
		[
			'has a malformed list',
			{ candidates: [{ name: 'Ann', policies: 'parks' }], quizzes: [] },
			/candidate Ann: policies: must be a list$/,
		],
	])('is refused with its line when it %s', async (_, replaced, expected) => {
		const report = await importing(admin, [fileOf('a.json', electionFile(replaced))])
		const refused = refusedIn(report)
		expect(refused[0]).toMatch(expected)
		expect(refused[0]).toMatch(/^a\.json:([2-9]|[1-9]\d) /)
	})

	it('may omit policies and quizzes', async () => {
		const content = electionFile({ candidates: [{ name: 'Ann' }], quizzes: [] })
		expect((await importing(admin, [fileOf('a.json', content)])).counts.create).toBe(2)
	})

	it('reports an error once and not again where it is referenced', async () => {
		const people = [{ name: 'Ann', website: 'nowhere', policies: [] }, { name: 'Bo' }]
		const quizzes = [{ name: 'Rate', quizType: 'SCALE', candidates: ['Ann', 'Bo'] }]
		const report = await importing(admin, [
			fileOf('a.json', electionFile({ candidates: people, quizzes })),
		])
		expect(refusedIn(report)).toEqual([
			expect.stringMatching(/candidate Ann: website: must be a web address$/),
		])
	})

	it('sets its pair as the knowledge test and enters the history', async () => {
		const pair = { knowledgeTest: { candidate1: 'Ann', candidate2: 'Bo' } }
		const other = electionFile({ ...pair, election: { ...electionFile().election, name: 'Other' } })
		await importing(admin, [fileOf('a.json', electionFile(pair)), fileOf('b.json', other)])
		const active = await server.db
			.select()
			.from(testConfigurations)
			.where(eq(testConfigurations.active, true))
		expect(active).toHaveLength(1)
		expect(await server.db.$count(audit, eq(audit.action, 'testConfiguration.created'))).toBe(2)
	})

	it('opens an untouched test, ends another pair, and logs both', async () => {
		const pair = (name: string) =>
			electionFile({
				election: { ...electionFile().election, name },
				knowledgeTest: { candidate1: 'Ann', candidate2: 'Bo' },
			})
		await importing(admin, [fileOf('a.json', pair('One'))])
		const [first] = await server.db.select().from(testConfigurations)
		await importing(admin, [fileOf('b.json', pair('Two'))])
		const lines = await server.db
			.select()
			.from(audit)
			.where(like(audit.action, 'test%.%activated'))
			.orderBy(audit.id)
		expect(lines).toMatchObject([
			{ action: 'testFeature.activated', after: { featureEnabled: true } },
			{
				action: 'testConfiguration.deactivated',
				target: first?.id,
				name: 'Ann vs Bo',
				before: { isActive: true },
				after: { isActive: false },
			},
		])
	})

	it('is refused at the first record beyond the limit', async () => {
		const header = 'election,candidate,text,category\n'
		const row = 'Mayor of Austin,Ann,Parks,ENVIRONMENT\n'
		const text = header + row.repeat(100_001)
		const report = await importing(admin, [fileOf('policies.csv', text)], true)
		const [first] = report.changes
		expect(first).toMatchObject({ action: 'refuse' })
		expect(refusedIn(report)).toContain(
			'policies.csv:100002 policy : is over the limit: you can import at most 100000 records at a time',
		)
	})
})

describe('election export', () => {
	it('returns 404 for a deleted election and omits deleted records', async () => {
		const { id, file } = await importedFile()
		const deleted = { deletedAt: server.clock.now }
		await server.db
			.update(candidates)
			.set(deleted)
			.where(eq(candidates.id, String(file.candidates[0]?.id)))
		const [left] = await exported(admin, id, 'json')
		const content = JSON.parse(left?.text ?? '') as typeof file
		expect(content.candidates.map(({ name }) => name)).toEqual(['Bo'])
		expect(content.quizzes[0]?.candidates).toEqual(['Bo'])
		await server.db.update(elections).set(deleted)
		const asked = { params: { id }, query: { format: 'json' } } as const
		expect(refusalOf(await admin.call(transfer.export, asked)).status).toBe(404)
	})
})
