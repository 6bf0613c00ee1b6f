import { beforeEach, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/index.ts'
import {
	electionFields,
	ifMatch,
	makeCandidate,
	makeCatalogue,
	makeElection,
} from '../../support/administration.ts'
import { raw, refusalOf, replyOf } from '../../support/quizzes.ts'
import { createTestServer, type TestServer, type Voter } from '../../support/server.ts'

const { manageElections: rows, manageCandidates, elections, compareQuizzes, quiz } = endpoints

let server: TestServer
let admin: Voter
beforeEach(async () => {
	server = await createTestServer()
	admin = await server.registerVoter('ada', ['ROLE_ADMIN'])
})

const update = (id: string, name: string, options = {}) =>
	admin.call(rows.update, { params: { id }, body: electionFields({ name }) }, options)

describe('election', () => {
	it('starts at version 1 without candidates', async () => {
		const made = await makeElection(admin)
		expect(made).toMatchObject({
			...electionFields(),
			etag: '"1"',
			candidateCount: 0,
			quizCount: 0,
		})
		const params = { id: made.id }
		expect(replyOf(await admin.call(rows.get, { params }))).toEqual(made)
		expect(replyOf(await admin.call(elections.get, { params }))).toMatchObject(electionFields())
	})

	it('names each field that is too long', async () => {
		const long = { name: 'x'.repeat(201), state: 'y'.repeat(201), zipCode: 'z'.repeat(21) }
		const body = { ...electionFields(), ...long }
		const { errors } = refusalOf(await admin.call(rows.create, { body }))
		expect(errors.map(({ message }) => message)).toEqual([
			'Election name must be at most 200 characters',
			'State must be at most 200 characters',
			'ZIP code must be at most 20 characters',
		])
	})

	it('refuses an unknown state or ZIP code', async () => {
		const bad = [
			{ jurisdiction: 'STATE', state: 'Bavaria', path: 'state', message: /^State must be / },
			{ jurisdiction: 'ZIP', zipCode: '!!', path: 'zipCode', message: /^ZIP code must have / },
		] as const
		for (const { path, message, ...place } of bad) {
			const body = { ...electionFields(), state: null, ...place }
			expect(refusalOf(await admin.call(rows.create, { body })).errors).toEqual([
				{ path, message: expect.stringMatching(message) },
			])
		}
		const made = await makeElection(admin, { jurisdiction: 'STATE', state: ' texas ' })
		expect(made.state).toBe('Texas')
	})

	it('strips line breaks and invisible characters from names, like candidates', async () => {
		const made = await makeElection(admin, { name: 'May\u200bor\nof\u202e Springfield' })
		expect(made.name).toBe('Mayor of Springfield')
		const ada = await makeCandidate(admin, '\ufeffAda\r\nLovelace\u200f')
		expect(ada.name).toBe('Ada Lovelace')
		const body = { ...electionFields(), name: '\u200b' }
		expect(refusalOf(await admin.call(rows.create, { body })).errors).toEqual([
			{ path: 'name', message: 'Election name is required' },
		])
	})

	it('refuses place fields that are not text', async () => {
		for (const field of ['state', 'county', 'city', 'zipCode']) {
			for (const jurisdiction of ['STATE', 'COUNTY', 'CITY', 'ZIP']) {
				const body = { ...electionFields(), jurisdiction, [field]: {} }
				const { status, body: reply } = await raw(server, '/api/elections', {
					token: admin.token,
					json: body,
				})
				expect(status).toBe(400)
				expect(reply).toMatchObject({
					errors: expect.arrayContaining([expect.objectContaining({ path: field })]),
				})
			}
		}
	})

	it('is refused with all messages at their fields', async () => {
		const body = { name: ' ', electionDate: '2026-02-30', jurisdiction: 'CITY' as const }
		const { status, errors } = refusalOf(await admin.call(rows.create, { body }))
		expect(status).toBe(400)
		expect(errors).toEqual([
			{ path: 'name', message: 'Election name is required' },
			{ path: 'electionDate', message: 'Election date must be a day of the calendar' },
			{ path: 'city', message: 'City is required for City elections' },
			{ path: 'state', message: 'State is required for City elections' },
		])
	})

	it('reports its new version in body and header', async () => {
		const { id } = await makeElection(admin)
		const changed = replyOf(await update(id, 'Mayor of Dallas'))
		expect(changed).toMatchObject({ name: 'Mayor of Dallas', etag: '"2"' })
		const reply = await raw(server, `/api/admin/elections/${id}`, { token: admin.token })
		expect(reply.headers.get('etag')).toBe('"2"')
	})

	it('lists the consequences of a deletion beforehand', async () => {
		const { election, ann, quiz: made } = await makeCatalogue(server, admin)
		const other = await makeElection(admin, { name: 'Sheriff' })
		const body = { ...ann, website: ann.website ?? '', electionIds: [election.id, other.id] }
		await admin.call(manageCandidates.update, { params: { id: ann.id }, body })
		await admin.call(quiz.start, { params: { compareQuizId: made.id } })
		const params = { id: election.id }
		expect(replyOf(await admin.call(rows.consequences, { params }))).toEqual({
			quizzes: { count: 1, names: ['Who is it?'] },
			candidates: { count: 2, names: ['Ann', 'Bob'] },
			onlyHere: 1,
			openAttempts: 1,
		})
	})
})

describe('deleted election', () => {
	it('takes its quizzes along and keeps its candidates', async () => {
		const { election, ann, quiz: made } = await makeCatalogue(server, admin)
		const other = await makeElection(admin, { name: 'Sheriff' })
		const body = { ...ann, website: ann.website ?? '', electionIds: [election.id, other.id] }
		await admin.call(manageCandidates.update, { params: { id: ann.id }, body })
		const params = { id: election.id }
		expect(replyOf(await admin.call(rows.remove, { params }))).toEqual({
			id: election.id,
			restorableUntil: '2026-12-21T12:00:00.000Z',
		})
		for (const row of [rows.get, elections.get, rows.consequences, rows.remove]) {
			expect(refusalOf(await admin.call(row, { params })).status).toBe(404)
		}
		const quizParams = { id: made.id }
		expect(refusalOf(await admin.call(compareQuizzes.get, { params: quizParams })).status).toBe(404)
		expect(replyOf(await admin.call(elections.active, {}))).toHaveLength(1)
		expect(replyOf(await admin.call(elections.list, {}))).toHaveLength(1)
		expect(replyOf(await admin.call(elections.search, { query: {} }))).toHaveLength(1)
		const candidate = replyOf(
			await admin.call(endpoints.candidates.get, { params: { id: ann.id } }),
		)
		expect(candidate).toMatchObject({ electionId: other.id, electionIds: [other.id] })
	})

	it('is restored with its quizzes and as the primary election', async () => {
		const { election, ann, bob, quiz: made } = await makeCatalogue(server, admin)
		const earlier = replyOf(
			await admin.call(endpoints.manageQuizzes.create, {
				body: {
					...made,
					name: 'Deleted before',
					startDate: '2026-11-01',
					endDate: '2026-11-02',
					active: true,
					candidateIds: [ann.id, bob.id],
				},
			}),
		)
		await admin.call(endpoints.manageQuizzes.remove, { params: { id: earlier.id } })
		const params = { id: election.id }
		replyOf(await admin.call(rows.remove, { params }))
		expect(replyOf(await admin.call(rows.restore, { params }))).toMatchObject({
			...electionFields(),
			candidateCount: 2,
			quizCount: 1,
		})
		const quizzes = replyOf(
			await admin.call(compareQuizzes.ofElection, { params: { electionId: election.id } }),
		)
		expect(quizzes.map(({ id }) => id)).toEqual([made.id])
		const candidate = replyOf(
			await admin.call(endpoints.candidates.get, { params: { id: ann.id } }),
		)
		expect(candidate.electionId).toBe(election.id)
	})

	it('lets voters finish open attempts but not restart them', async () => {
		const { election, quiz: made } = await makeCatalogue(server, admin)
		const voter = await server.registerVoter()
		const started = replyOf(await voter.call(quiz.start, { params: { compareQuizId: made.id } }))
		const attemptId = started.quizAttemptId ?? ''
		await admin.call(rows.remove, { params: { id: election.id } })
		expect(replyOf(await voter.call(quiz.state, { params: { attemptId } })).status).toBe(
			'IN_PROGRESS',
		)
		for (const { id } of started.allPolicies) {
			const body = { interactionType: 'SCALE', policyId: id, value: 1, responseTimeMs: 0 } as const
			replyOf(await voter.call(quiz.interact, { params: { attemptId }, body }))
		}
		replyOf(await voter.call(quiz.complete, { params: { attemptId } }))
		expect(
			replyOf(await voter.call(quiz.results, { params: { attemptId } })).candidates,
		).toHaveLength(2)
		const again = refusalOf(await voter.call(quiz.reset, { params: { attemptId } }))
		expect(again).toMatchObject({ status: 409, message: 'This quiz no longer exists.' })
	})

	it('cannot be restored when not deleted or after 30 days', async () => {
		const { id } = await makeElection(admin)
		const params = { id }
		expect(refusalOf(await admin.call(rows.restore, { params })).status).toBe(409)
		await admin.call(rows.remove, { params })
		server.clock.now = new Date(server.clock.now.getTime() + 30 * 86_400_000 - 1)
		const { token } = replyOf(
			await server.call(endpoints.auth.login, {
				body: { username: 'ada', password: admin.password },
			}),
		)
		server.clock.now = new Date(server.clock.now.getTime() + 1)
		expect(refusalOf(await server.as(token ?? '')(rows.restore, { params })).status).toBe(404)
	})
})

describe('concurrent election updates', () => {
	it('refuse the second one and overwrite nothing', async () => {
		const { id, etag } = await makeElection(admin)
		replyOf(await update(id, 'First', ifMatch(etag)))
		const refused = refusalOf(await update(id, 'Second', ifMatch(etag)))
		expect(refused).toMatchObject({
			status: 412,
			message: 'Someone else changed this in the meantime.',
		})
		const params = { id }
		const gone = await admin.call(rows.remove, { params }, ifMatch(etag))
		expect(refusalOf(gone).status).toBe(412)
		expect(replyOf(await admin.call(rows.get, { params })).name).toBe('First')
	})

	it('let one of many with the same version succeed', async () => {
		const { id, etag } = await makeElection(admin)
		const names = Array.from({ length: 8 }, (_, at) => `Name ${at}`)
		const replies = await Promise.all(names.map((name) => update(id, name, ifMatch(etag))))
		expect(replies.filter(({ ok }) => ok)).toHaveLength(1)
		for (const reply of replies) if (!reply.ok) expect(refusalOf(reply).status).toBe(412)
	})

	it('overwrite without the If-Match header, as specified', async () => {
		const { id } = await makeElection(admin)
		await update(id, 'First')
		expect(replyOf(await update(id, 'Second'))).toMatchObject({ name: 'Second', etag: '"3"' })
	})

	it.each([
		['*', 200],
		['"1"', 200],
		['"7", "1"', 200],
		['W/"1"', 200],
		['"7", W/"8"', 412],
		['"01"', 412],
		['1', 400],
		['', 400],
		['"1" "2"', 400],
	])('answer the header %s with %d', async (header, status) => {
		const { id } = await makeElection(admin)
		const reply = await raw(server, `/api/elections/${id}`, {
			method: 'PUT',
			token: admin.token,
			headers: { 'content-type': 'application/json', 'If-Match': header },
			body: JSON.stringify(electionFields()),
		})
		expect(reply.status).toBe(status)
	})
})

describe('election list', () => {
	const all = async (query: Record<string, string>) => {
		const found: { name: string; id: string }[] = []
		let after: string | undefined
		do {
			const page = replyOf(
				await admin.call(rows.page, { query: { ...query, ...(after && { after }) } }),
			)
			found.push(...page.rows)
			after = page.next ?? undefined
		} while (after !== undefined)
		return found
	}

	it('pages through equal days and names without gaps or repeats', async () => {
		const ids: string[] = []
		for (let at = 0; at < 25; at++) {
			const electionDate = at % 3 === 0 ? '2026-12-24' : '2026-12-01'
			ids.push((await makeElection(admin, { name: 'Same', electionDate })).id)
		}
		for (const size of ['1', '4', '25', '100']) {
			const found = await all({ size })
			expect(found.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
		}
		expect(replyOf(await admin.call(rows.page, { query: { size: '4' } })).total).toBe(25)
	})

	it('continues after a row before the cursor is deleted', async () => {
		const made: { readonly id: string }[] = []
		for (const name of ['A', 'B', 'C', 'D']) made.push(await makeElection(admin, { name }))
		const first = replyOf(await admin.call(rows.page, { query: { size: '2' } }))
		await admin.call(rows.remove, { params: { id: made[1]?.id ?? '' } })
		const query = { size: '2', after: first.next ?? '' }
		const second = replyOf(await admin.call(rows.page, { query }))
		expect(second.rows.map(({ name }) => name)).toEqual(['C', 'D'])
	})

	it('searches word prefixes of name and place and filters by activity', async () => {
		await makeElection(admin, { name: 'Élection du maire', city: 'Orléans', state: 'Louisiana' })
		await makeElection(admin, { name: "People's council", active: false })
		await makeElection(admin, { name: 'Other' })
		const names = async (query: Record<string, string>) =>
			(await all(query)).map(({ name }) => name)
		expect(await names({ search: 'orle elec' })).toEqual(['Élection du maire'])
		expect(await names({ search: "people's" })).toEqual(["People's council"])
		expect(await names({ search: 'la' })).toEqual(['Élection du maire'])
		expect(await names({ search: 'lection' })).toEqual([])
		expect(await names({ active: 'false' })).toEqual(["People's council"])
		expect(await names({ active: 'true', search: 'peop' })).toEqual([])
	})

	it.each(['x', 'W10', 'WyIyMDI2LTEyLTAxIl0', 'WyIyMDI2LTAyLTMxIiwiYSIsIngiXQ'])(
		'refuses an invalid page cursor: %s',
		async (after) => {
			const refused = refusalOf(await admin.call(rows.page, { query: { after } }))
			expect(refused).toMatchObject({ status: 400, errors: [{ path: 'after' }] })
		},
	)

	it('counts the candidates and quizzes of each election', async () => {
		const { election } = await makeCatalogue(server, admin)
		await makeCandidate(admin, 'Nobody')
		const page = replyOf(await admin.call(rows.page, { query: {} }))
		expect(page.rows).toMatchObject([{ id: election.id, candidateCount: 2, quizCount: 1 }])
	})
})
