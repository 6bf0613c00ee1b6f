import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { EMPTY_CELL_ETAG } from '#contract/admin/positions.ts'
import { endpoints } from '#contract/index.ts'
import { policies, positions } from '#server/db/schema.ts'
import { purgeRecords } from '#server/services/admin-shared/purge.ts'
import { addPolicies, ifMatch, makeCandidate, makeElection } from '../../support/administration.ts'
import { refusalOf, replyOf } from '../../support/quizzes.ts'
import { createTestServer, type TestServer, type Voter } from '../../support/server.ts'

const {
	managePositions: rows,
	managePolicies,
	manageCandidates,
	manageElections,
	history,
} = endpoints

let server: TestServer
let admin: Voter
let electionId: string
let ann: string
let bob: string
let cid: string
/** Statements: two of Ann, one of Bob. */
let taxes: string
let buses: string
let parks: string

const TAXES = 'Taxes on houses should be lower.'
const BUSES = 'Buses should run all night long.'
const PARKS = 'Every park should have a playground.'

beforeEach(async () => {
	server = await createTestServer()
	admin = await server.registerVoter('ada', ['ROLE_ADMIN'])
	electionId = (await makeElection(admin)).id
	ann = (await makeCandidate(admin, 'Ann', [electionId])).id
	bob = (await makeCandidate(admin, 'Bob', [electionId])).id
	cid = (await makeCandidate(admin, 'Cid', [electionId])).id
	await addPolicies(server, ann, [TAXES, BUSES])
	await addPolicies(server, bob, [PARKS])
	const ids = new Map((await server.db.select().from(policies)).map(({ id, text }) => [text, id]))
	taxes = ids.get(TAXES) ?? ''
	buses = ids.get(BUSES) ?? ''
	parks = ids.get(PARKS) ?? ''
})

const grid = async () => replyOf(await admin.call(rows.grid, { params: { electionId } }))
const cellOf = (policyId: string, candidateId: string) => ({ electionId, policyId, candidateId })

const set = (policyId: string, candidateId: string, body: object, options = {}, by = admin) =>
	by.call(rows.set, { params: cellOf(policyId, candidateId), body: body as never }, options)
const setMany = (cells: readonly object[]) =>
	admin.call(rows.setMany, { params: { electionId }, body: { cells: cells as never } })
const changes = async (target?: string) =>
	replyOf(await admin.call(history.page, { query: { ...(target && { target }) } })).rows

describe('grid of positions', () => {
	it('lists candidates by name, statements by owner, and cells in any status', async () => {
		replyOf(await set(taxes, bob, { value: -2, status: 'PENDING' }))
		replyOf(await set(parks, ann, { value: 1 }))
		const { election, candidates, statements, cells } = await grid()
		expect(election).toEqual({ id: electionId, name: 'Mayor of Austin' })
		expect(candidates.map(({ name }) => name)).toEqual(['Ann', 'Bob', 'Cid'])
		expect(statements.map(({ text, candidateId }) => [text, candidateId])).toEqual(
			expect.arrayContaining([
				[TAXES, ann],
				[BUSES, ann],
				[PARKS, bob],
			]),
		)
		expect(statements.at(-1)).toEqual({
			id: parks,
			candidateId: bob,
			text: PARKS,
			category: 'ECONOMY',
			validationStatus: 'VALIDATED',
			background: null,
			backgroundSource: null,
			etag: '"1"',
		})
		expect(cells.map(({ policyId, value, status }) => [policyId, value, status])).toEqual(
			expect.arrayContaining([
				[taxes, -2, 'PENDING'],
				[parks, 1, 'VALIDATED'],
			]),
		)
	})

	it('leaves out what is deleted or of other elections', async () => {
		const other = (await makeElection(admin, { name: 'Mayor of Dallas' })).id
		const eve = (await makeCandidate(admin, 'Eve', [other])).id
		await addPolicies(server, eve, ['Trains should be free for all.'])
		replyOf(await set(taxes, bob, { value: 1 }))
		replyOf(await set(buses, cid, { value: 1 }))
		replyOf(await admin.call(managePolicies.remove, { params: { id: taxes } }))
		replyOf(await admin.call(manageCandidates.remove, { params: { id: cid } }))
		const { candidates, statements, cells } = await grid()
		expect(candidates.map(({ name }) => name)).toEqual(['Ann', 'Bob'])
		expect(statements.map(({ text }) => text)).toEqual([BUSES, PARKS])
		expect(cells).toEqual([])
	})

	it('answers 404 for an unknown or deleted election', async () => {
		replyOf(await admin.call(manageElections.remove, { params: { id: electionId } }))
		for (const id of [electionId, randomUUID()]) {
			const reply = await admin.call(rows.grid, { params: { electionId: id } })
			expect(refusalOf(reply).status).toBe(404)
		}
	})

	it('is empty for an election without candidates', async () => {
		const { id } = await makeElection(admin, { name: 'Mayor of Dallas' })
		const reply = replyOf(await admin.call(rows.grid, { params: { electionId: id } }))
		expect(reply).toMatchObject({ candidates: [], statements: [], cells: [] })
	})
})

describe('position', () => {
	it('is created with defaults, changed, and recorded with the names', async () => {
		const made = replyOf(await set(taxes, bob, { value: -1 }))
		expect(made).toEqual({
			...{ id: made.id, policyId: taxes, candidateId: bob, value: -1, status: 'VALIDATED' },
			...{ quote: null, source: null, url: null, note: null, givenBy: 'editor', etag: '"1"' },
		})
		const said = {
			quote: ' Taxes are fine as they are. ',
			source: 'Programme',
			url: 'https://bob.example.org/programme',
			note: 'Why not -2?',
			givenBy: 'party',
		}
		const changed = replyOf(await set(taxes, bob, { value: -2, ...said }, ifMatch(made.etag)))
		const stored = { ...made, ...said, value: -2, quote: 'Taxes are fine as they are.' }
		expect(changed).toEqual({ ...stored, etag: '"2"' })
		expect((await grid()).cells).toEqual([changed])
		expect(await changes(made.id)).toMatchObject([
			{
				action: 'position.updated',
				name: `Bob: ${TAXES}`,
				actor: { username: 'ada' },
				before: { value: -1, quote: null },
				after: { value: -2, quote: 'Taxes are fine as they are.', givenBy: 'party' },
			},
			{ action: 'position.created', before: null, after: { value: -1 } },
		])
	})

	it('keeps texts that a change does not mention and clears those given as null', async () => {
		replyOf(await set(taxes, bob, { value: -1, quote: 'No.', source: 'Speech', givenBy: 'party' }))
		const changed = replyOf(await set(taxes, bob, { value: 0, source: null }))
		expect(changed).toMatchObject({ value: 0, quote: 'No.', source: null, givenBy: 'party' })
	})

	it('refuses the owner, outsiders and statements of others with a clear message', async () => {
		const eve = (await makeCandidate(admin, 'Eve')).id
		await addPolicies(server, eve, ['Trains should be free for all.'])
		const trains = (await server.db.select().from(policies)).find((row) => row.candidateId === eve)
		const gone = (await makeCandidate(admin, 'Gus', [electionId])).id
		replyOf(await admin.call(manageCandidates.remove, { params: { id: gone } }))
		const outcomes = [
			[taxes, ann, 'candidateId', 'Ann made this statement, so their position is always +2'],
			[taxes, eve, 'candidateId', 'Eve is not in this election'],
			[taxes, gone, 'candidateId', 'This candidate no longer exists'],
			[taxes, '7', 'candidateId', 'This candidate no longer exists'],
			[
				trains?.id ?? '',
				bob,
				'policyId',
				'This statement belongs to no candidate in this election',
			],
			[randomUUID(), bob, 'policyId', 'This statement no longer exists'],
		] as const
		for (const [policyId, candidateId, path, message] of outcomes) {
			expect(refusalOf(await set(policyId, candidateId, { value: 1 }))).toMatchObject({
				status: 400,
				errors: [{ path, message: expect.stringContaining(message) }],
			})
		}
		expect(await server.db.select().from(positions)).toEqual([])
	})

	it('refuses invalid fields, each with its message', async () => {
		const body = {
			...{ value: 3, quote: 'q'.repeat(2001), source: 's'.repeat(2001), note: 'n'.repeat(2001) },
			...{ url: 'ftp://example.org', status: 'DONE', givenBy: 'me' },
		}
		const { status, errors } = refusalOf(await set(taxes, bob, body))
		expect(status).toBe(400)
		expect(Object.fromEntries((errors ?? []).map(({ path, message }) => [path, message]))).toEqual({
			value: 'Value must be a whole number from -2 to 2',
			quote: 'Quote must be at most 2000 characters',
			source: 'Source must be at most 2000 characters',
			note: 'Note must be at most 2000 characters',
			url: 'Source URL must be a web address that begins with http:// or https://',
			status: 'Status must be one of PENDING, VALIDATED, NEEDS_REVIEW, REJECTED',
			givenBy: 'Given by must be one of candidate, party, editor',
		})
		for (const value of [0.5, '1', null, undefined]) {
			expect(refusalOf(await set(taxes, bob, { value }))).toMatchObject({
				errors: [{ path: 'value', message: 'Value must be a whole number from -2 to 2' }],
			})
		}
	})

	it('refuses a stale version, and a second creation of an empty cell', async () => {
		const made = replyOf(await set(taxes, bob, { value: 1 }, ifMatch(EMPTY_CELL_ETAG)))
		replyOf(await set(taxes, bob, { value: 2 }))
		for (const etag of [made.etag, EMPTY_CELL_ETAG]) {
			expect(refusalOf(await set(taxes, bob, { value: -2 }, ifMatch(etag)))).toMatchObject({
				status: 412,
				code: 'changed-meanwhile',
			})
		}
		const params = cellOf(taxes, bob)
		const cleared = await admin.call(rows.clear, { params }, ifMatch(made.etag))
		expect(refusalOf(cleared).status).toBe(412)
		expect((await grid()).cells).toMatchObject([{ value: 2 }])
	})

	it('gives an empty cell to one of two administrators who fill it at once', async () => {
		const eve = await server.registerVoter('eve', ['ROLE_ADMIN'])
		const replies = await Promise.all(
			[admin, eve].map((each, at) =>
				set(taxes, bob, { value: at }, ifMatch(EMPTY_CELL_ETAG), each),
			),
		)
		expect(replies.filter(({ ok }) => ok)).toHaveLength(1)
		expect(replies.flatMap((reply) => (reply.ok ? [] : [refusalOf(reply).status]))).toEqual([412])
		expect((await grid()).cells).toHaveLength(1)
	})

	it('is deleted, restored and refused where neither is possible', async () => {
		const made = replyOf(await set(taxes, bob, { value: 1, quote: 'Yes.' }))
		const params = cellOf(taxes, bob)
		const restore = () => admin.call(rows.restore, { params: { id: made.id } })
		expect(refusalOf(await restore()).status).toBe(409)
		const gone = replyOf(await admin.call(rows.clear, { params }, ifMatch(made.etag)))
		expect(gone).toEqual({ id: made.id, restorableUntil: expect.any(String) })
		expect((await grid()).cells).toEqual([])
		expect(refusalOf(await admin.call(rows.clear, { params })).status).toBe(404)
		expect(await changes(made.id)).toMatchObject([
			{ action: 'position.deleted', restorableUntil: gone.restorableUntil, after: null },
			{ action: 'position.created' },
		])
		expect(replyOf(await restore())).toEqual({ ...made, etag: '"3"' })
		expect(await changes(made.id)).toMatchObject([
			{ action: 'position.restored', after: { quote: 'Yes.' } },
			{ action: 'position.deleted', restorableUntil: null },
			{ action: 'position.created' },
		])
	})

	it('starts empty when set again after a deletion', async () => {
		replyOf(await set(taxes, bob, { value: 1, quote: 'Yes.' }))
		replyOf(await admin.call(rows.clear, { params: cellOf(taxes, bob) }))
		const again = await set(taxes, bob, { value: 2 }, ifMatch(EMPTY_CELL_ETAG))
		expect(replyOf(again)).toMatchObject({ value: 2, quote: null, etag: '"3"' })
	})

	it('is purged when it can no longer be restored', async () => {
		const made = replyOf(await set(taxes, bob, { value: 1 }))
		replyOf(await set(taxes, cid, { value: 1 }))
		replyOf(await admin.call(rows.clear, { params: cellOf(taxes, bob) }))
		const inDays = (days: number) => new Date(server.clock.now.getTime() + days * 86_400_000)
		await purgeRecords(server.db, inDays(29))
		expect(await server.db.$count(positions)).toBe(2)
		server.clock.now = inDays(31)
		const eve = await server.registerVoter('eve', ['ROLE_ADMIN'])
		const reply = await eve.call(rows.restore, { params: { id: made.id } })
		expect(refusalOf(reply).status).toBe(404)
		await purgeRecords(server.db, server.clock.now)
		expect(await server.db.$count(positions)).toBe(1)
	})

	it('stays deleted while its statement or candidate is', async () => {
		const made = replyOf(await set(taxes, bob, { value: 1 }))
		replyOf(await admin.call(rows.clear, { params: cellOf(taxes, bob) }))
		const restore = () => admin.call(rows.restore, { params: { id: made.id } })
		replyOf(await admin.call(managePolicies.remove, { params: { id: taxes } }))
		expect(refusalOf(await restore())).toMatchObject({
			status: 409,
			code: 'position-policy-deleted',
		})
		replyOf(await admin.call(managePolicies.restore, { params: { id: taxes } }))
		replyOf(await admin.call(manageCandidates.remove, { params: { id: bob } }))
		expect(refusalOf(await restore())).toMatchObject({
			status: 409,
			code: 'position-candidate-deleted',
		})
	})
})

describe('many positions', () => {
	it('are set, changed and cleared in one call and undone by another', async () => {
		const before = replyOf(await set(parks, ann, { value: -1, quote: 'No.' }))
		const { cells } = replyOf(
			await setMany([
				{ policyId: taxes, candidateId: bob, value: 1, etag: EMPTY_CELL_ETAG },
				{ policyId: taxes, candidateId: cid, value: -2, quote: 'Never.' },
				{ policyId: parks, candidateId: ann, value: null, etag: before.etag },
				{ policyId: parks, candidateId: cid, value: null },
			]),
		)
		expect(cells).toMatchObject([
			{ policyId: taxes, candidateId: bob, value: 1, etag: '"1"' },
			{ policyId: taxes, candidateId: cid, value: -2, quote: 'Never.' },
			null,
			null,
		])
		expect((await grid()).cells).toHaveLength(2)
		const { etag: _, id: __, ...old } = before
		replyOf(
			await setMany([
				{ policyId: taxes, candidateId: bob, value: null, etag: cells[0]?.etag },
				{ policyId: taxes, candidateId: cid, value: null, etag: cells[1]?.etag },
				{ ...old, etag: EMPTY_CELL_ETAG },
			]),
		)
		expect((await grid()).cells).toEqual([{ ...before, etag: '"3"' }])
	})

	it('are recorded each, and once for the election', async () => {
		replyOf(
			await setMany([
				{ policyId: taxes, candidateId: bob, value: 1 },
				{ policyId: parks, candidateId: cid, value: 0 },
			]),
		)
		const entries = (await changes()).slice(0, 3)
		expect(entries.map(({ action, name }) => `${action} ${name}`)).toEqual([
			'election.positionsSet Mayor of Austin',
			`position.created Cid: ${PARKS}`,
			`position.created Bob: ${TAXES}`,
		])
		expect(entries[0]).toMatchObject({ target: electionId, after: { positions: 2 } })
	})

	it('keep the version of a cell that stays as it is and record nothing', async () => {
		const made = replyOf(await set(taxes, bob, { value: 1, quote: 'Yes.' }))
		const before = await changes()
		const cell = { policyId: taxes, candidateId: bob, value: 1 }
		expect(replyOf(await setMany([cell])).cells).toEqual([made])
		expect(await changes()).toEqual(before)
	})

	it('are refused all together, with the path of each invalid cell', async () => {
		const reply = await setMany([
			{ policyId: taxes, candidateId: bob, value: 1 },
			{ policyId: taxes, candidateId: ann, value: 1 },
			{ policyId: taxes, candidateId: bob, value: 2 },
			{ policyId: randomUUID(), candidateId: bob, value: 2 },
		])
		expect(refusalOf(reply)).toMatchObject({
			status: 400,
			errors: [
				{ path: 'cells.1.candidateId', code: 'position-own', values: { name: 'Ann' } },
				{ path: 'cells.2', code: 'position-twice' },
				{ path: 'cells.3.policyId', code: 'statement-gone' },
			],
		})
		const shape = await setMany([
			{ policyId: taxes, candidateId: bob, value: 5 },
			{ policyId: taxes, candidateId: cid, value: 1, url: 'no' },
		])
		expect(refusalOf(shape).errors?.map(({ path }) => path)).toEqual([
			'cells.0.value',
			'cells.1.url',
		])
		expect((await grid()).cells).toEqual([])
	})

	it('are refused all together if one changed meanwhile, with the path of each', async () => {
		const made = replyOf(await set(taxes, bob, { value: 1 }))
		replyOf(await set(taxes, bob, { value: 2 }))
		const reply = await setMany([
			{ policyId: taxes, candidateId: cid, value: 1, etag: EMPTY_CELL_ETAG },
			{ policyId: taxes, candidateId: bob, value: -1, etag: made.etag },
			{ policyId: parks, candidateId: ann, value: 1, etag: '"4"' },
		])
		expect(refusalOf(reply)).toMatchObject({
			status: 412,
			code: 'changed-meanwhile',
			errors: [{ path: 'cells.1' }, { path: 'cells.2' }],
		})
		expect((await grid()).cells).toMatchObject([{ value: 2 }])
	})

	it('are limited in number', async () => {
		const cell = { policyId: taxes, candidateId: bob, value: 1 }
		for (const cells of [[], Array.from({ length: 2001 }, () => cell)]) {
			expect(refusalOf(await setMany(cells))).toMatchObject({
				status: 400,
				errors: [{ path: 'cells' }],
			})
		}
	})

	it('fill a grid of 25 candidates, with texts, in one call', async () => {
		const people: string[] = []
		for (let at = 0; at < 22; at++) {
			people.push((await makeCandidate(admin, `Person ${at}`, [electionId])).id)
		}
		const texts = Array.from({ length: 20 }, (_, at) => `Statement number ${at} of the list.`)
		await addPolicies(server, ann, texts)
		const { statements } = await grid()
		const cells = statements
			.filter(({ candidateId }) => candidateId === ann)
			.flatMap(({ id: policyId }) =>
				people.map((candidateId) => ({
					...{ policyId, candidateId, value: 1, quote: 'q'.repeat(1000) },
				})),
			)
		expect(cells).toHaveLength(22 * 22)
		expect(replyOf(await setMany(cells)).cells).toHaveLength(cells.length)
		expect((await grid()).cells).toHaveLength(cells.length)
	})

	it('of two administrators at once leave one complete paste', async () => {
		const eve = await server.registerVoter('eve', ['ROLE_ADMIN'])
		const paste = (by: Voter, value: number, policyIds: readonly string[]) =>
			by.call(rows.setMany, {
				params: { electionId },
				body: {
					cells: policyIds.map((policyId) => ({
						...{ policyId, candidateId: cid, value, etag: EMPTY_CELL_ETAG },
					})),
				},
			})
		const all = [taxes, buses, parks]
		const replies = await Promise.all([paste(admin, 1, all), paste(eve, -1, all.toReversed())])
		expect(replies.filter(({ ok }) => ok)).toHaveLength(1)
		const values = (await grid()).cells.map(({ value }) => value)
		expect(new Set(values).size).toBe(1)
		expect(values).toHaveLength(3)
	})
})

describe('merge of two statements', () => {
	const merge = (body: object) =>
		admin.call(rows.merge, { params: { electionId }, body: body as never })

	it('turns the dropped statement into a position and keeps the other positions', async () => {
		await server.db
			.update(policies)
			.set({ source: 'Programme of Bob', sourceUrl: 'https://bob.example.org' })
		replyOf(await set(parks, cid, { value: -1, quote: 'Too loud.' }))
		replyOf(await set(parks, ann, { value: 1 }))
		const { dropped, cells } = replyOf(await merge({ keep: taxes, drop: parks }))
		expect(dropped).toEqual({ id: parks, restorableUntil: expect.any(String) })
		const merged = [
			{
				...{ policyId: taxes, candidateId: bob, value: 2, status: 'VALIDATED', quote: PARKS },
				...{ source: 'Programme of Bob', url: 'https://bob.example.org', givenBy: 'candidate' },
			},
			{ policyId: taxes, candidateId: cid, value: -1, quote: 'Too loud.' },
		]
		expect(cells).toHaveLength(2)
		expect(cells).toEqual(
			expect.arrayContaining(merged.map((cell) => expect.objectContaining(cell))),
		)
		const after = await grid()
		expect(after.statements.map(({ id }) => id).toSorted()).toEqual([taxes, buses].toSorted())
		expect(after.cells).toHaveLength(2)
		const [last, ...rest] = (await changes()).slice(0, 4)
		expect(last).toMatchObject({ action: 'policy.merged', target: taxes, name: TAXES })
		expect(rest.map(({ action, target }) => [action, target === parks])).toEqual([
			['policy.deleted', true],
			['position.created', false],
			['position.created', false],
		])
		expect(rest[0]?.restorableUntil).toBe(dropped.restorableUntil)
	})

	it('keeps a position on the kept statement and replaces that of the dropped owner', async () => {
		replyOf(await set(taxes, bob, { value: 1, note: 'To check.' }))
		replyOf(await set(taxes, cid, { value: -2 }))
		replyOf(await set(parks, cid, { value: 2 }))
		const { cells } = replyOf(await merge({ keep: taxes, drop: parks }))
		expect(cells.map(({ candidateId, value, note }) => [candidateId, value, note])).toEqual(
			expect.arrayContaining([
				[bob, 2, 'To check.'],
				[cid, -2, null],
			]),
		)
	})

	it('takes the status of the dropped statement for its owner', async () => {
		replyOf(
			await admin.call(managePolicies.update, {
				params: { id: parks },
				body: { text: PARKS, category: 'ECONOMY', validationStatus: 'PENDING' },
			}),
		)
		const { cells } = replyOf(await merge({ keep: taxes, drop: parks }))
		expect(cells).toMatchObject([{ candidateId: bob, status: 'PENDING' }])
	})

	it('is undone by restoring the dropped statement', async () => {
		replyOf(await set(taxes, bob, { value: 1, note: 'To check.' }))
		replyOf(await set(parks, cid, { value: -1, quote: 'Too loud.' }))
		const before = await grid()
		replyOf(await merge({ keep: taxes, drop: parks }))
		replyOf(await admin.call(managePolicies.restore, { params: { id: parks } }))
		const after = await grid()
		const plain = ({ statements, cells }: typeof before) => ({
			statements: statements.map(({ etag: _, ...statement }) => statement),
			cells: cells.map(({ etag: _, ...cell }) => cell),
		})
		expect(plain(after)).toEqual(plain(before))
		expect((await changes()).slice(0, 3).map(({ action }) => action)).toEqual([
			'policy.restored',
			...['position.deleted', 'position.updated'].toSorted(),
		])
	})

	it('keeps a cell that somebody changed since, when it is undone', async () => {
		replyOf(await merge({ keep: taxes, drop: parks }))
		replyOf(await set(taxes, bob, { value: 1 }))
		replyOf(await admin.call(managePolicies.restore, { params: { id: parks } }))
		expect((await grid()).cells).toMatchObject([{ candidateId: bob, value: 1 }])
	})

	it('does not touch cells when a statement that was deleted plainly is restored', async () => {
		replyOf(await merge({ keep: taxes, drop: parks }))
		replyOf(await admin.call(managePolicies.restore, { params: { id: parks } }))
		replyOf(await set(taxes, bob, { value: 2 }))
		server.clock.now = new Date(server.clock.now.getTime() + 1000)
		replyOf(await admin.call(managePolicies.remove, { params: { id: parks } }))
		replyOf(await admin.call(managePolicies.restore, { params: { id: parks } }))
		expect((await grid()).cells).toMatchObject([{ candidateId: bob, value: 2 }])
	})

	it('is refused where it makes no sense and changes nothing', async () => {
		const eve = (await makeCandidate(admin, 'Eve')).id
		await addPolicies(server, eve, ['Trains should be free for all.'])
		const trains = (await server.db.select().from(policies)).find((row) => row.candidateId === eve)
		const outcomes = [
			[{ keep: taxes, drop: taxes }, [{ path: 'drop', code: 'merge-same-statement' }]],
			[
				{ keep: taxes, drop: buses },
				[{ path: 'drop', code: 'merge-same-owner', values: { name: 'Ann' } }],
			],
			[{ keep: taxes, drop: trains?.id }, [{ path: 'drop', code: 'statement-not-in-election' }]],
			[
				{ keep: '7', drop: randomUUID() },
				[
					{ path: 'keep', code: 'statement-gone' },
					{ path: 'drop', code: 'statement-gone' },
				],
			],
		] as const
		for (const [body, errors] of outcomes) {
			expect(refusalOf(await merge(body))).toMatchObject({ status: 400, errors })
		}
		const stale = { keep: taxes, drop: parks, keepEtag: '"1"', dropEtag: '"9"' }
		expect(refusalOf(await merge(stale))).toMatchObject({
			status: 412,
			errors: [{ path: 'drop', code: 'changed-meanwhile' }],
		})
		expect((await grid()).statements).toHaveLength(3)
	})

	it('happens once when two administrators merge the same pair in opposite directions', async () => {
		const replies = await Promise.all([
			merge({ keep: taxes, drop: parks }),
			merge({ keep: parks, drop: taxes }),
		])
		expect(replies.filter(({ ok }) => ok)).toHaveLength(1)
		expect((await grid()).statements).toHaveLength(2)
	})
})
