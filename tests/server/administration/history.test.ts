import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { writeAudit, writeAudits } from '#server/db/audit.ts'
import { audit, elections, policies, users } from '#server/db/schema.ts'
import { purgeRecords, purgeUsers } from '#server/services/admin-shared/purge.ts'
import {
	candidateFields,
	electionFields,
	ifMatch,
	makeCatalogue,
	makeElection,
	quizFields,
} from '../../support/administration.ts'
import { refusalOf, replyOf } from '../../support/quizzes.ts'
import { createTestServer, type TestServer, type Voter } from '../../support/server.ts'

const { history, manageCandidates, manageElections, manageQuizzes, manageUsers, testManagement } =
	endpoints

let server: TestServer
let admin: Voter
beforeEach(async () => {
	server = await createTestServer()
	admin = await server.registerVoter('ada', ['ROLE_ADMIN'])
})

const page = async (query: Record<string, string> = {}) =>
	replyOf(await admin.call(history.page, { query: query as never }))
const actions = async (query: Record<string, string> = {}) =>
	(await page(query)).rows.map(({ action }) => action)
const inDays = (days: number) => new Date(server.clock.now.getTime() + days * 86_400_000)

describe('history', () => {
	it('records who, when, what, before, and after', async () => {
		const made = await makeElection(admin)
		const body = electionFields({ name: 'Mayor of Dallas', city: 'Dallas' })
		server.clock.now = new Date(server.clock.now.getTime() + 1000)
		await admin.call(manageElections.update, { params: { id: made.id }, body })
		expect((await page({ target: made.id })).rows).toEqual([
			{
				id: expect.any(String),
				at: '2026-11-21T12:00:01.000Z',
				actor: { id: admin.user.id, username: 'ada' },
				by: null,
				action: 'election.updated',
				target: made.id,
				name: 'Mayor of Dallas',
				before: electionFields(),
				after: body,
				restorableUntil: null,
			},
			expect.objectContaining({
				action: 'election.created',
				before: null,
				after: electionFields(),
			}),
		])
	})

	it('records every action with the field names of the API', async () => {
		const { election, ann, bob, quiz } = await makeCatalogue(server, admin)
		const bobby = await server.registerVoter('bobby')
		const of = (id: string) => ({ params: { id } })
		const ids = [ann.id, bob.id]
		await admin.call(manageCandidates.update, {
			...of(ann.id),
			body: candidateFields('Anna', [election.id]),
		})
		await admin.call(manageQuizzes.update, { ...of(quiz.id), body: quizFields(election.id, ids) })
		await admin.call(manageQuizzes.deactivate, of(quiz.id))
		await admin.call(manageQuizzes.activate, of(quiz.id))
		await admin.call(manageUsers.setRoles, { ...of(bobby.user.id), body: ['ROLE_MODERATOR'] })
		for (const [rows, id] of [
			[manageQuizzes, quiz.id],
			[manageCandidates, ann.id],
			[manageElections, election.id],
			[manageUsers, bobby.user.id],
		] as const) {
			replyOf(await admin.call(rows.remove, of(id)))
			replyOf(await admin.call(rows.restore, of(id)))
		}
		expect((await actions({ size: '100' })).toReversed()).toEqual([
			'user.registered',
			'election.created',
			'candidate.created',
			'candidate.created',
			'compareQuiz.created',
			'user.registered',
			'candidate.updated',
			'compareQuiz.updated',
			'compareQuiz.deactivated',
			'compareQuiz.activated',
			'user.rolesChanged',
			...['compareQuiz.deleted', 'compareQuiz.restored'],
			...Array<string>(3).fill('policy.deleted'),
			'candidate.deleted',
			...Array<string>(3).fill('policy.restored'),
			'candidate.restored',
			...['compareQuiz.deleted', 'election.deleted', 'compareQuiz.restored', 'election.restored'],
			...['user.deleted', 'user.restored'],
		])
		const [candidate] = (await page({ target: ann.id, noun: 'candidate' })).rows.slice(-2)
		expect(candidate).toMatchObject({
			before: { name: 'Ann', electionId: election.id, electionIds: [election.id] },
			after: { name: 'Anna', website: 'https://candidate.example.org', logo: null, party: null },
		})
		const [off] = (await page({ target: quiz.id })).rows.filter(
			({ action }) => action === 'compareQuiz.deactivated',
		)
		expect(off).toMatchObject({
			before: { active: true, candidateIds: ids.toSorted() },
			after: { active: false },
		})
		const [roles] = (await page({ search: 'bobby', noun: 'user' })).rows.filter(
			({ action }) => action === 'user.rolesChanged',
		)
		expect(roles).toMatchObject({
			before: { username: 'bobby', roles: ['ROLE_USER'] },
			after: { roles: ['ROLE_MODERATOR'] },
		})
	})

	it('omits refused changes', async () => {
		const { id } = await makeElection(admin)
		const stale = { params: { id }, body: electionFields() }
		await admin.call(manageElections.update, stale, ifMatch('"9"'))
		await admin.call(manageElections.create, { body: { ...electionFields(), name: '' } })
		await admin.call(manageUsers.remove, { params: { id: admin.user.id } })
		expect(await actions()).toEqual(['election.created', 'user.registered'])
	})

	it('filters by noun, record, day, and words of name, id, or actor', async () => {
		const made = await makeElection(admin, { name: 'Élection du maire' })
		server.clock.now = inDays(1)
		const eve = await server.registerVoter('eve', ['ROLE_ADMIN'])
		await eve.call(manageElections.create, { body: electionFields({ name: 'Sheriff' }) })
		expect(await actions({ noun: 'election' })).toHaveLength(2)
		expect(await actions({ noun: 'policy' })).toEqual([])
		expect(await actions({ search: 'elec mai' })).toEqual(['election.created'])
		expect(await actions({ search: made.id.toUpperCase() })).toEqual(['election.created'])
		expect(await actions({ search: 'eve' })).toEqual(['election.created', 'user.registered'])
		// A search without words matches everything.
		expect(await actions({ search: '?!' })).toEqual(await actions({}))
		expect(await actions({ from: '2026-11-22' })).toHaveLength(2)
		expect(await actions({ to: '2026-11-21' })).toHaveLength(2)
		expect(await actions({ from: '2026-11-21', to: '2026-11-22', noun: 'user' })).toHaveLength(2)
		for (const query of [{ from: '2026-02-31' }, { to: '0000-01-01' }, { from: 'x' }]) {
			const refused = await admin.call(history.page, { query: query as never })
			expect(refusalOf(refused).status).toBe(400)
		}
	})

	it('hides self-service changes when filtered by administrators', async () => {
		await server.registerVoter('eve')
		await makeElection(admin)
		const everybody = replyOf(await admin.call(history.page, { query: {} })).rows
		const admins = replyOf(await admin.call(history.page, { query: { by: 'admins' } })).rows
		expect(everybody.map(({ action }) => action)).toContain('user.registered')
		expect(admins).toEqual(everybody.filter(({ action }) => action !== 'user.registered'))
		expect(admins.map(({ action }) => action)).toContain('election.created')
	})

	it('pages through one timestamp without gaps or repeats', async () => {
		for (let at = 0; at < 7; at++) await makeElection(admin)
		const ids: string[] = []
		let after: string | null = null
		do {
			const found: Awaited<ReturnType<typeof page>> = await page({
				size: '3',
				...(after && { after }),
			})
			ids.push(...found.rows.map(({ id }) => id))
			after = found.next
		} while (after !== null)
		expect(ids).toHaveLength(8)
		expect(new Set(ids).size).toBe(8)
		expect(ids).toEqual(ids.toSorted((a, b) => Number(b) - Number(a)))
	})

	it('reads entries whose target is not an id', async () => {
		const at = server.clock.now
		await writeAudit(server.db, {
			actorId: null,
			action: 'election.deleted',
			target: 'x',
			at: inDays(-40),
		})
		await writeAudit(server.db, { actorId: null, action: 'user.erased', target: '', at })
		expect((await page()).rows).toMatchObject([
			{ action: 'user.erased', actor: null, restorableUntil: null },
			{ action: 'user.registered' },
			{ action: 'election.deleted', restorableUntil: null },
		])
	})
})

describe('deletion in the history', () => {
	it('can be undone once within 30 days and shows the deadline', async () => {
		const { id } = await makeElection(admin)
		const params = { id }
		await admin.call(manageElections.remove, { params })
		const until = '2026-12-21T12:00:00.000Z'
		expect((await page({ deleted: 'true' })).rows).toMatchObject([
			{ action: 'election.deleted', target: id, restorableUntil: until },
		])
		await admin.call(manageElections.restore, { params })
		expect(await actions({ deleted: 'true' })).toEqual([])
		server.clock.now = inDays(1)
		await admin.call(manageElections.remove, { params })
		const lines = (await page({ target: id })).rows.map(({ restorableUntil }) => restorableUntil)
		expect(lines).toEqual(['2026-12-22T12:00:00.000Z', null, null, null])
	})

	it('has an entry for every record deleted and restored along', async () => {
		const { election, ann, bob, quiz } = await makeCatalogue(server, admin)
		const [policy] = await server.db.select().from(policies).where(eq(policies.candidateId, ann.id))
		const of = (id: string) => ({ params: { id } })
		const body = { candidate1Id: ann.id, candidate2Id: bob.id }
		replyOf(await admin.call(testManagement.create, { body }))
		const [pair] = replyOf(await admin.call(testManagement.all, {}))
		replyOf(await admin.call(testManagement.activate, of(String(pair?.id))))
		for (const [rows, id] of [
			[manageElections, election.id],
			[manageCandidates, ann.id],
		] as const) {
			replyOf(await admin.call(rows.remove, of(id)))
			const gone = (await page({ deleted: 'true' })).rows
			// A record deleted along with another is restored only with it.
			expect(gone.map(({ target }) => target)).toEqual([id])
			replyOf(await admin.call(rows.restore, of(id)))
		}
		const actor = { id: admin.user.id, username: 'ada' }
		const compared = quizFields(election.id, [ann.id, bob.id].toSorted())
		expect((await page({ target: quiz.id })).rows.slice(0, 2)).toMatchObject([
			{ actor, action: 'compareQuiz.restored', before: null, after: compared },
			{ actor, action: 'compareQuiz.deleted', before: compared, after: null },
		])
		const [back, gone, ...others] = (await page({ target: String(policy?.id) })).rows
		expect([back, gone]).toMatchObject([
			{ actor, action: 'policy.restored', name: policy?.text, before: null },
			{ actor, action: 'policy.deleted', before: { text: policy?.text }, after: null },
		])
		expect(others).toEqual([])
		expect((await page({ target: String(pair?.id) })).rows.slice(0, 2)).toMatchObject([
			{ action: 'testConfiguration.activated', name: 'Ann vs Bob', after: { isActive: true } },
			{ action: 'testConfiguration.deactivated', actor, after: { isActive: false } },
		])
	})

	it('is final after 30 days and erases the user from the history', async () => {
		const { election, ann, quiz } = await makeCatalogue(server, admin)
		const voter = await server.registerVoter('bob')
		for (const [rows, id] of [
			[manageCandidates, ann.id],
			[manageElections, election.id],
			[manageUsers, voter.user.id],
		] as const) {
			replyOf(await admin.call(rows.remove, { params: { id } }))
		}
		await purgeRecords(server.db, new Date(inDays(30).getTime() - 1))
		await purgeUsers(server.db, new Date(inDays(30).getTime() - 1))
		expect(await server.db.$count(elections)).toBe(1)
		await purgeRecords(server.db, inDays(30))
		await purgeUsers(server.db, inDays(30))
		expect(await server.db.$count(elections)).toBe(0)
		expect(await server.db.$count(users, eq(users.id, voter.user.id))).toBe(0)
		const entries = await server.db.select().from(audit)
		expect(entries.map(({ target }) => target)).toEqual(
			expect.arrayContaining([election.id, ann.id, quiz.id]),
		)
		expect(JSON.stringify(entries)).not.toContain(voter.user.id)
		expect(JSON.stringify(entries)).not.toContain('bob@example.org')
	})
})

describe('history entry without an actor', () => {
	const bys = async (query: Record<string, string>) =>
		(await page(query)).rows.map(({ action, actor, by }) => [action, actor, by])

	it('distinguishes the server from an erased user', async () => {
		const eve = await server.registerVoter('eve', ['ROLE_ADMIN'])
		const made = await makeElection(eve)
		const entry = { actorId: null, action: 'election.imported', target: made.id }
		await writeAudit(server.db, { ...entry, at: server.clock.now })
		const body = { password: eve.password }
		replyOf(await eve.call(endpoints.yourData.erase, { body }))
		expect(await bys({ target: made.id })).toEqual([
			['election.imported', null, 'server'],
			['election.created', null, 'erased'],
		])
		expect(await bys({ noun: 'user' })).toEqual([
			['user.erased', null, 'erased'],
			['user.registered', { id: admin.user.id, username: 'ada' }, null],
		])
	})

	it('attributes every entry of an erased user in bulk', async () => {
		const eve = await server.registerVoter('eve', ['ROLE_ADMIN'])
		const entry = { actorId: eve.user.id, action: 'policy.created', at: server.clock.now }
		const entries = Array.from({ length: 501 }, (_, at) => ({ ...entry, target: `policy ${at}` }))
		await writeAudits(server.db, entries)
		replyOf(await eve.call(endpoints.yourData.erase, { body: { password: eve.password } }))
		const rows = await server.db
			.select({ actorId: audit.actorId, detail: audit.detail })
			.from(audit)
			.where(eq(audit.action, 'policy.created'))
		expect(rows).toEqual(entries.map(() => ({ actorId: null, detail: { by: 'erased' } })))
	})

	it('attributes an entry about an erased user to the server', async () => {
		const eve = await server.registerVoter('eve', ['ROLE_ADMIN'])
		const target = eve.user.id
		const at = server.clock.now
		await writeAudit(server.db, { actorId: null, action: 'user.registered', target, at })
		replyOf(await admin.call(manageUsers.remove, { params: { id: target } }))
		await purgeUsers(server.db, inDays(31))
		expect(await bys({ noun: 'user' })).toContainEqual(['user.registered', null, 'server'])
	})

	it('attributes entries of a purged user to an erased one', async () => {
		const eve = await server.registerVoter('eve', ['ROLE_ADMIN'])
		const made = await makeElection(eve)
		replyOf(await admin.call(manageUsers.remove, { params: { id: eve.user.id } }))
		await purgeUsers(server.db, inDays(31))
		expect(await bys({ target: made.id })).toEqual([['election.created', null, 'erased']])
	})

	it('has no attribution when older than that field', async () => {
		const entry = { actorId: null, action: 'election.updated', target: 'old' }
		await server.db.insert(audit).values({ ...entry, at: server.clock.now })
		expect(await bys({ target: 'old' })).toEqual([['election.updated', null, null]])
	})
})

describe('user data', () => {
	it("includes administrators' changes to the account", async () => {
		const voter = await server.registerVoter('bob')
		const given = { params: { id: voter.user.id }, body: ['ROLE_MODERATOR' as const] }
		replyOf(await admin.call(manageUsers.setRoles, given))
		const { changes } = replyOf(await voter.call(endpoints.yourData.read, { query: {} }))
		expect(changes.at(-1)).toMatchObject({
			action: 'user.rolesChanged',
			detail: { before: { roles: ['ROLE_USER'] }, after: { roles: ['ROLE_MODERATOR'] } },
			byYou: false,
		})
	})
})

describe('account erasure', () => {
	it('removes the person from the history', async () => {
		const voter = await server.registerVoter('bob')
		const given = { params: { id: voter.user.id }, body: ['ROLE_MODERATOR' as const] }
		replyOf(await admin.call(manageUsers.setRoles, given))
		const body = { password: voter.password }
		replyOf(await voter.call(endpoints.yourData.erase, { body }))
		const entries = await server.db.select().from(audit)
		expect(JSON.stringify(entries)).not.toMatch(new RegExp(`bob|${voter.user.id}`))
	})
})
