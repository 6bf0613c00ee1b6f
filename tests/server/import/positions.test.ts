import { asc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { audit, candidates, policies, positions } from '#server/db/schema.ts'
import { replyOf } from '../../support/quizzes.ts'
import { createTestServer, type TestServer, type Voter } from '../../support/server.ts'
import { electionFile, exported, fileOf, importing, refusedIn } from '../../support/transfer.ts'

let server: TestServer
let admin: Voter
const start = async () => {
	server = await createTestServer()
	admin = await server.registerVoter(undefined, ['ROLE_ADMIN'])
}
beforeEach(start)

const ELECTION = fileOf(
	'election.csv',
	'name,electionDate,jurisdiction\nMayor of Austin,2026-12-03,FEDERAL',
)

/** Owners and positions as `text: owner +name=value`. */
const stored = async (): Promise<string[]> => {
	const owned = await server.db
		.select({ id: policies.id, text: policies.text, owner: candidates.name })
		.from(policies)
		.innerJoin(candidates, eq(candidates.id, policies.candidateId))
		.orderBy(asc(policies.text))
	const stances = await server.db
		.select({ policyId: positions.policyId, name: candidates.name, value: positions.value })
		.from(positions)
		.innerJoin(candidates, eq(candidates.id, positions.candidateId))
		.orderBy(asc(candidates.name))
	return owned.map(({ id, text, owner }) => {
		const theirs = stances.filter(({ policyId }) => policyId === id)
		return `${text}: ${owner}${theirs.map(({ name, value }) => ` ${name}=${value}`).join('')}`
	})
}

const withPositions = (list: unknown) =>
	electionFile({
		candidates: [
			{
				name: 'Ann',
				policies: [{ text: 'Parks.', category: 'ENVIRONMENT', positions: list }],
			},
			{ name: 'Bo', policies: [] },
		],
	})

describe('positions in our JSON', () => {
	it('are stored with quote, source, and status', async () => {
		const position = {
			...{ candidate: 'Bo', value: -1, quote: 'No more parks.', source: 'Debate' },
			...{ url: 'https://bo.example.org', note: 'Said twice.', status: 'Validated' },
			givenBy: 'candidate',
		}
		await importing(admin, [fileOf('a.json', withPositions([position]))])
		const rows = await server.db.select().from(positions)
		expect(rows).toMatchObject([
			{
				...{ value: -1, quote: 'No more parks.', source: 'Debate', status: 'VALIDATED' },
				...{ url: 'https://bo.example.org', note: 'Said twice.', givenBy: 'candidate' },
			},
		])
	})

	it('are pending and given by the editor unless the file says so', async () => {
		await importing(admin, [fileOf('a.json', withPositions([{ candidate: 'Bo', value: 0 }]))])
		expect(await server.db.select().from(positions)).toMatchObject([
			{ status: 'PENDING', givenBy: 'editor', quote: null },
		])
	})

	it('of the owner are 2 and not stored', async () => {
		const list = [{ candidate: 'Ann', value: 2, quote: 'More parks.' }]
		const report = await importing(admin, [fileOf('a.json', withPositions(list))])
		expect(report.changes).toContainEqual(
			expect.objectContaining({
				table: 'policy',
				message: 'of Ann; status PENDING; imported without the quote and source of its owner, Ann',
			}),
		)
		expect(await server.db.$count(positions)).toBe(0)
	})

	it.each([
		[[{ candidate: 'Zoe', value: 1 }], 'positions.Zoe: is not a candidate of this election'],
		[
			[{ candidate: 'Ann', value: 1 }],
			'positions.Ann: must be 2, because Ann owns the statement, not 1',
		],
		[[1, 2].map((value) => ({ candidate: 'Bo', value })), 'positions.Bo: is a duplicate'],
		[[{ candidate: 'Bo', value: 3 }], 'positions.0.value: must be one of -2, -1, 0, 1, 2'],
		[
			[{ candidate: 'Bo', value: 1, givenBy: 'press' }],
			'positions.0.givenBy: must be one of candidate, party, editor',
		],
		[{ Bo: 1 }, 'positions: must be a list of positions'],
	])('are refused with their statement: %#', async (list, expected) => {
		const report = await importing(admin, [fileOf('a.json', withPositions(list))])
		expect(refusedIn(report)).toEqual([expect.stringContaining(`policy Parks.: ${expected}`)])
	})

	it('of a left-out candidate are left out too and counted', async () => {
		const content = withPositions([{ candidate: 'Cy', value: -1 }])
		content.candidates.push({ name: 'Cy', party: 'x'.repeat(201) } as never)
		content.quizzes = [{ name: 'Rate', quizType: 'SCALE', candidates: ['Ann', 'Bo'] }] as never
		const files = [fileOf('a.json', content)]
		const dry = await importing(admin, files, true)
		expect(dry.partial).toMatchObject({ leftOut: 1, counts: { create: 5 } })
		expect(dry.partial?.files[0]?.text).toContain('positions also left out: 1')
		const body = { files, dryRun: false, leaveOut: 1 }
		const report = replyOf(await admin.call(endpoints.transfer.import, { body }))
		expect(report.written).toBe(true)
		expect(await stored()).toEqual(['Parks.: Ann'])
	})
})

describe('an import of positions', () => {
	const files = (value: number) => {
		const content = withPositions([{ candidate: 'Bo', value }])
		const id = '11111111-1111-4111-8111-111111111111'
		const [ann] = content.candidates
		Object.assign(ann?.policies[0] ?? {}, { id })
		return [fileOf('a.json', content)]
	}
	const again = async (value: number) => {
		const [file] = await exported(
			admin,
			(await importing(admin, files(1))).electionIds[0] ?? '',
			'json',
		)
		const changed = file?.text.replace('"value":1', `"value":${value}`) ?? ''
		return importing(admin, [fileOf('b.json', changed)])
	}

	it('is recorded in the history for each position', async () => {
		await again(-2)
		const entries = await server.db
			.select()
			.from(audit)
			.where(eq(audit.target, (await server.db.select().from(positions))[0]?.id ?? ''))
			.orderBy(asc(audit.id))
		expect(
			entries.map(({ action, name, before, after }) => [
				...[action, name, before?.value],
				after?.value,
			]),
		).toEqual([
			['position.created', 'Bo: Parks.', undefined, 1],
			['position.updated', 'Bo: Parks.', 1, -2],
		])
	})

	it('counts a changed position as a change of its statement', async () => {
		const report = await again(-2)
		expect(report.counts).toMatchObject({ create: 0, update: 1, refuse: 0 })
		expect(report.changes).toContainEqual(
			expect.objectContaining({
				action: 'update',
				message: 'positions; of Ann; status PENDING; positions: 1 changed',
			}),
		)
		expect(await stored()).toEqual(['Parks.: Ann Bo=-2'])
		expect(await server.db.select().from(positions)).toMatchObject([{ revised: 2 }])
	})

	it('changes nothing when repeated', async () => {
		const report = await again(1)
		expect(report.counts).toMatchObject({ create: 0, update: 0, refuse: 0 })
		expect(await server.db.select().from(positions)).toMatchObject([{ revised: 1 }])
	})

	it('of a policy in two elections is written once', async () => {
		const ids = [1, 2, 3].map((digit) => `${digit}1111111-1111-4111-8111-111111111111`)
		const fileFor = (name: string, value: number) => {
			const content = withPositions([{ candidate: 'Bo', value }])
			for (const [index, candidate] of content.candidates.entries()) {
				Object.assign(candidate, { id: ids[index] })
			}
			Object.assign(content.candidates[0]?.policies[0] ?? {}, { id: ids[2] })
			Object.assign(content.election, { name })
			return fileOf(`${name}.json`, content)
		}
		const both = [fileFor('North', -1), fileFor('South', -1)]
		expect(refusedIn(await importing(admin, both))).toEqual([])
		expect(await stored()).toEqual(['Parks.: Ann Bo=-1'])
		const differing = [fileFor('East', 1), fileFor('West', 2)]
		expect(refusedIn(await importing(admin, differing))).toEqual([
			expect.stringContaining('positions.Bo: is in these files twice'),
		])
	})

	it('brings a deleted position back', async () => {
		const { electionIds } = await importing(admin, files(1))
		const [file] = await exported(admin, electionIds[0] ?? '', 'json')
		await server.db.update(positions).set({ deletedAt: new Date() })
		const [gone] = await exported(admin, electionIds[0] ?? '', 'json')
		expect(gone?.text).not.toContain('positions')
		const report = await importing(admin, [fileOf('b.json', file?.text ?? '')])
		expect(report.counts).toMatchObject({ create: 0, update: 1, refuse: 0 })
		expect(await server.db.select().from(positions)).toMatchObject([{ deletedAt: null, value: 1 }])
	})
})

describe('a table with a column for each candidate', () => {
	const table = (text: string) => fileOf('matrix.csv', text)

	it('makes candidates, statements, and positions', async () => {
		const report = await importing(admin, [
			ELECTION,
			table(
				[
					'statement;category;background;Ann;Bo;remark',
					'Parks.;Environment;What parks are.;2;-1;first',
					'Roads.;;;-2;2;',
					'Trams.;Economy;;2;;',
				].join('\n'),
			),
		])
		expect(refusedIn(report)).toEqual([])
		expect(report.notes?.map(({ message }) => message)).toEqual([
			'Positions of: Ann, Bo',
			'Ignored columns: remark',
		])
		expect(await stored()).toEqual(['Parks.: Ann Bo=-1', 'Roads.: Bo Ann=-2', 'Trams.: Ann'])
		expect(
			await server.db
				.select({ background: policies.background, status: policies.validationStatus })
				.from(policies)
				.orderBy(asc(policies.text)),
		).toEqual([
			{ background: 'What parks are.', status: 'PENDING' },
			{ background: null, status: 'NEEDS_REVIEW' },
			{ background: null, status: 'PENDING' },
		])
	})

	it.each([
		['five steps', '5,1,3', { Ann: 2, Bo: -2, Cy: 0 }, 'Values 1 to 5 are read as -2 to 2'],
		['three steps', '1,-1,0', { Ann: 2, Bo: -2, Cy: 0 }, 'Values -1, 0, 1 are read as -2, 0, 2'],
		['five signed steps', '2,-1,1', { Ann: 2, Bo: -1, Cy: 1 }, undefined],
		['words', 'Strongly agree,agree,no answer', { Ann: 2, Bo: 1 }, undefined],
		[
			'words without strength',
			'agree,disagree,neutral',
			{ Ann: 2, Bo: -2, Cy: 0 },
			'“agree” and “disagree” are read as 2 and -2',
		],
		['yes and no', 'yes,no,-', { Ann: 2, Bo: -2 }, undefined],
	])('is read on a scale of %s', async (_, cells, expected, note) => {
		const files = [
			ELECTION,
			table(
				`text,category,Ann,Bo,Cy\nParks.,SOCIAL,${cells}\nRoads.,SOCIAL,${cells.split(',')[0]},${cells.split(',')[1]},${cells.split(',')[0]}`,
			),
		]
		const report = await importing(admin, files)
		expect(refusedIn(report)).toEqual([])
		expect(report.notes?.map(({ message }) => message)).toEqual(
			['Positions of: Ann, Bo, Cy', note].filter((message) => message !== undefined),
		)
		const { Ann: owner, ...others } = expected
		expect(owner).toBe(2)
		const text = Object.entries(others).map(([name, value]) => ` ${name}=${value}`)
		expect((await stored())[0]).toBe(`Parks.: Ann${text.join('')}`)
	})

	it('may have columns for quotes, sources, and comments', async () => {
		await importing(admin, [
			ELECTION,
			table(
				[
					'text,category,Ann,Bo,comment,Bo: quote,Bo (url),Bo givenBy',
					'Parks.,SOCIAL,2,1,Some day.,"Yes, but",https://bo.example.org,party',
				].join('\n'),
			),
		])
		expect(await server.db.select().from(positions)).toMatchObject([
			{ note: 'Some day.', quote: 'Yes, but', url: 'https://bo.example.org', givenBy: 'party' },
		])
	})

	it('may name owners', async () => {
		await importing(admin, [
			ELECTION,
			table('text,category,owner,Ann,Bo\nParks.,SOCIAL,Bo,2,2\nRoads.,SOCIAL,,-2,2'),
		])
		expect(await stored()).toEqual(['Parks.: Bo Ann=2', 'Roads.: Bo Ann=-2'])
	})

	it('gives each statement to the one who owns the fewest, then by name', async () => {
		const rows = ['A', 'B', 'C', 'D', 'E'].map(
			(text) => `${text}.,SOCIAL,2,2,${text < 'D' ? 1 : 2}`,
		)
		await importing(admin, [ELECTION, table(['text,category,Cy,Bo,Ann', ...rows].join('\n'))])
		expect((await stored()).map((line) => line.slice(0, 6))).toEqual([
			...['A.: Bo', 'B.: Cy', 'C.: Bo', 'D.: An', 'E.: An'],
		])
	})

	it('lists statements that no candidate agrees with fully, and cells that are no position', async () => {
		const report = await importing(admin, [
			ELECTION,
			table('text,category,Ann,Bo\nParks.,SOCIAL,2,-2\nRoads.,SOCIAL,1,-2\nTrams.,SOCIAL,2,maybe'),
		])
		expect(refusedIn(report)).toEqual(
			[
				'matrix.csv:4 policy Trams.: Bo: is not a position: maybe',
				'matrix.csv:3 policy Roads.: candidate: no candidate strongly agrees (2), so the statement has no owner',
			].toSorted(),
		)
		expect(report.written).toBe(false)
	})

	it('saves left-out statements as a table that can be corrected and imported', async () => {
		const files = [ELECTION, table('text,category,Ann,Bo\nParks.,SOCIAL,2,-2\nRoads.,SOCIAL,1,-2')]
		const dry = await importing(admin, files, true)
		const body = { files, dryRun: false, leaveOut: dry.partial?.leftOut ?? 0 }
		replyOf(await admin.call(endpoints.transfer.import, { body }))
		const [left] = dry.partial?.files ?? []
		expect(left?.name).toBe('left-out-policies.csv')
		const corrected = left?.text.replace(',1,-2,', ',2,-2,') ?? ''
		expect(corrected).not.toBe(left?.text)
		const report = await importing(admin, [fileOf('corrected.csv', corrected)])
		expect(refusedIn(report)).toEqual([])
		expect(await stored()).toEqual(['Parks.: Ann Bo=-2', 'Roads.: Ann Bo=-2'])
	})

	it('keeps its scale when left-out statements come back', async () => {
		const files = [ELECTION, table('text,category,Ann,Bo\nParks.,SOCIAL,2,-2\nRoads.,SOCIAL,1,-1')]
		const dry = await importing(admin, files, true)
		const body = { files, dryRun: false, leaveOut: dry.partial?.leftOut ?? 0 }
		replyOf(await admin.call(endpoints.transfer.import, { body }))
		const report = await importing(admin, [...(dry.partial?.files ?? [])])
		expect(refusedIn(report)).toEqual([expect.stringContaining('no candidate strongly agrees')])
	})

	it('updates positions of an election by the texts of its statements', async () => {
		await importing(admin, [
			ELECTION,
			table('text,category,Ann,Bo\nParks.,SOCIAL,2,-2\nRoads.,SOCIAL,-2,2'),
		])
		const next = table(
			'election,text,Ann,Bo,Cy\nMayor of Austin,Parks.,2,0,1\nMayor of Austin,Roads.,-2,2,\nMayor of Austin,Trams.,-2,-2,2',
		)
		const report = await importing(admin, [next])
		expect(report.counts).toEqual({ create: 2, update: 1, same: 3, refuse: 0 })
		expect(await stored()).toEqual([
			'Parks.: Ann Bo=0 Cy=1',
			'Roads.: Bo Ann=-2',
			'Trams.: Cy Ann=-2 Bo=-2',
		])
		expect((await importing(admin, [next])).counts).toMatchObject({ create: 0, update: 0 })
	})

	it('lists further columns and reads them as the user decides', async () => {
		const file = table('text,category,Ann,Bo,rank\nParks.,SOCIAL,2,maybe,1\nRoads.,SOCIAL,2,,2')
		const body = { files: [ELECTION, file], dryRun: true }
		const first = replyOf(await admin.call(endpoints.transfer.import, { body }))
		expect(first.columns).toEqual([
			{ file: 'matrix.csv', name: 'Ann', isCandidate: true },
			{ file: 'matrix.csv', name: 'Bo', isCandidate: false },
			{ file: 'matrix.csv', name: 'rank', isCandidate: true },
		])
		const columns = [
			{ file: 'matrix.csv', name: 'rank', isCandidate: false },
			{ file: 'matrix.csv', name: 'Bo', isCandidate: true },
		]
		const decided = await admin.call(endpoints.transfer.import, { body: { ...body, columns } })
		expect(refusedIn(replyOf(decided))).toEqual([
			'matrix.csv:2 policy Parks.: Bo: is not a position: maybe',
		])
		expect(replyOf(decided).notes?.map(({ message }) => message)).toEqual([
			'Positions of: Ann, Bo',
			'Ignored columns: rank',
		])
	})

	it('ignores columns of figures in our own table unless they name a candidate', async () => {
		const text = 'election,candidate,text,category,rank,Bo\nMayor of Austin,Ann,Parks.,SOCIAL,1,-1'
		const people = fileOf(
			'candidates.csv',
			'election,name\nMayor of Austin,Ann\nMayor of Austin,Bo',
		)
		const report = await importing(admin, [ELECTION, people, fileOf('policies.csv', text)])
		expect(report.notes?.map(({ message }) => message)).toEqual([
			'Positions of: Bo',
			'Ignored columns: rank',
		])
		expect(await stored()).toEqual(['Parks.: Ann Bo=-1'])
	})
})

describe('export to OpenVAA', () => {
	it('is read again with the same validated positions', async () => {
		const list = [
			{ candidate: 'Bo', value: -1, quote: 'Not now.', status: 'VALIDATED', givenBy: 'candidate' },
		]
		const content = withPositions(list)
		const [ann] = content.candidates
		Object.assign(ann?.policies[0] ?? {}, {
			...{ validationStatus: 'VALIDATED', background: 'What parks are.' },
		})
		ann?.policies.push({ text: 'A draft.', category: 'SOCIAL', positions: [] } as never)
		Object.assign(ann ?? {}, { party: 'Greens', name: 'Ann van Lee' })
		const { electionIds } = await importing(admin, [fileOf('a.json', content)])
		const params = { id: electionIds[0] ?? '' }
		const { files } = replyOf(
			await admin.call(endpoints.transfer.export, { params, query: { format: 'openvaa' } }),
		)
		expect(files.map(({ name }) => name)).toEqual(['mayor-of-austin-2026-12-03-openvaa.json'])
		await start()
		const report = await importing(admin, files)
		expect(refusedIn(report)).toEqual([])
		expect(await stored()).toEqual(['Parks.: Ann van Lee Bo=-1'])
		expect(await server.db.select().from(positions)).toMatchObject([
			{ quote: 'Not now.', givenBy: 'candidate' },
		])
		expect(await server.db.select().from(policies)).toMatchObject([
			{ background: 'What parks are.' },
		])
	})
})
