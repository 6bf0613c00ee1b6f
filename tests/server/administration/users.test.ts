import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/index.ts'
import type { Role } from '#domain/types.ts'
import { audit, users } from '#server/db/schema.ts'
import { ensureAdmin } from '#server/services/auth/register.ts'
import { refusalOf, replyOf } from '../../support/quizzes.ts'
import { createTestServer, type TestServer, type Voter } from '../../support/server.ts'

const { manageUsers: rows, auth } = endpoints

let server: TestServer
let admin: Voter
beforeEach(async () => {
	// The default log would print the reset links.
	server = await createTestServer({ log: () => undefined })
	admin = await server.registerVoter('ada', ['ROLE_ADMIN'])
})

const setRoles = (caller: Voter, id: string, roles: Role[], options = {}) =>
	caller.call(rows.setRoles, { params: { id }, body: roles }, options)
const read = async (id: string) => replyOf(await admin.call(rows.get, { params: { id } }))
const signIn = ({ user, password }: Voter) =>
	server.call(auth.login, { body: { username: user.username, password } })
const admins = async () => {
	const all = await server.db.select().from(users)
	return all.filter(({ roles, deletedAt }) => roles.includes('ROLE_ADMIN') && deletedAt === null)
}

describe('user', () => {
	it('is shown with roles and version but no secrets', async () => {
		const voter = await server.registerVoter('bob')
		const shown = await read(voter.user.id)
		expect(shown).toEqual({
			id: voter.user.id,
			username: 'bob',
			email: 'bob@example.org',
			roles: ['ROLE_USER'],
			etag: '"1"',
			createdAt: '2026-11-21T12:00:00.000Z',
		})
		expect(replyOf(await admin.call(rows.list, {}))).toContainEqual(shown)
	})

	it('gets a new role with the next call', async () => {
		const voter = await server.registerVoter('bob')
		expect(refusalOf(await voter.call(rows.list, {})).status).toBe(403)
		replyOf(await setRoles(admin, voter.user.id, ['ROLE_ADMIN']))
		expect(replyOf(await voter.call(rows.list, {}))).toHaveLength(2)
		replyOf(await setRoles(admin, voter.user.id, ['ROLE_MODERATOR', 'ROLE_MODERATOR']))
		expect(refusalOf(await voter.call(rows.list, {})).status).toBe(403)
		expect(await read(voter.user.id)).toMatchObject({ roles: ['ROLE_MODERATOR'], etag: '"3"' })
	})

	it.each([[[]], [['ROLE_KING']], [{ roles: ['ROLE_USER'] }]])(
		'cannot get %j as roles',
		async (body) => {
			const voter = await server.registerVoter('bob')
			const given = { params: { id: voter.user.id }, body: body as Role[] }
			expect(refusalOf(await admin.call(rows.setRoles, given)).status).toBe(400)
		},
	)
})

describe('administrator', () => {
	it('cannot be demoted or deleted as the last one', async () => {
		const params = { id: admin.user.id }
		const last = 'You are the last administrator. Make someone else an administrator first.'
		for (const refused of [
			await setRoles(admin, admin.user.id, ['ROLE_USER']),
			await admin.call(rows.remove, { params }),
		]) {
			expect(refusalOf(refused)).toMatchObject({ status: 409, message: last })
		}
		replyOf(await setRoles(admin, admin.user.id, ['ROLE_ADMIN', 'ROLE_USER']))
	})

	it('cannot demote or delete their own account', async () => {
		await server.registerVoter('eve', ['ROLE_ADMIN'])
		const demoted = await setRoles(admin, admin.user.id, ['ROLE_USER'])
		expect(refusalOf(demoted)).toMatchObject({
			status: 409,
			message: 'You cannot remove your own administrator role.',
		})
		const deleted = await admin.call(rows.remove, { params: { id: admin.user.id } })
		expect(refusalOf(deleted)).toMatchObject({
			status: 409,
			message: 'You cannot delete your own account here.',
		})
	})

	it('remains when two demote each other concurrently', async () => {
		for (let round = 0; round < 5; round++) {
			// Demotes the administrator left from the previous round.
			await server.db.update(users).set({ roles: ['ROLE_USER'] })
			const eve = await server.registerVoter(undefined, ['ROLE_ADMIN'])
			await server.db
				.update(users)
				.set({ roles: ['ROLE_ADMIN'] })
				.where(eq(users.id, admin.user.id))
			const replies = await Promise.all([
				setRoles(admin, eve.user.id, ['ROLE_USER']),
				setRoles(eve, admin.user.id, ['ROLE_USER']),
			])
			expect(await admins()).toHaveLength(1)
			expect(replies.filter(({ ok }) => ok)).toHaveLength(1)
		}
	})

	it('remains when two delete each other concurrently', async () => {
		const eve = await server.registerVoter('eve', ['ROLE_ADMIN'])
		await Promise.all([
			admin.call(rows.remove, { params: { id: eve.user.id } }),
			eve.call(rows.remove, { params: { id: admin.user.id } }),
		])
		expect(await admins()).toHaveLength(1)
	})

	it('cannot erase their account when the only other one is deleted', async () => {
		const eve = await server.registerVoter('eve', ['ROLE_ADMIN'])
		replyOf(await admin.call(rows.remove, { params: { id: eve.user.id } }))
		const body = { password: admin.password }
		const refused = await admin.call(endpoints.yourData.erase, { body })
		expect(refusalOf(refused).status).toBe(409)
	})

	it('is recreated at startup when the only one is deleted', async () => {
		await server.db.update(users).set({ deletedAt: server.clock.now })
		const now = server.clock.now
		const first = { username: 'root', email: 'root@example.org', password: undefined, now }
		expect(await ensureAdmin(server.db, first)).not.toBeNull()
	})
})

describe('deleted user', () => {
	it('is signed out and locked out but keeps name and address', async () => {
		const voter = await server.registerVoter('bob')
		const forgot = () => server.call(auth.forgotPassword, { body: { email: 'bob@example.org' } })
		await forgot()
		replyOf(await admin.call(rows.remove, { params: { id: voter.user.id } }))
		const refused = refusalOf(await voter.call(endpoints.users.profile, {}))
		expect(refused.status).toBe(401)
		expect(refused.type, 'the device keeps its data: the change may be undone').toBeUndefined()
		expect(refusalOf(await signIn(voter)).message).toBe('Bad credentials')
		expect((await forgot()).ok).toBe(true)
		expect(replyOf(await admin.call(endpoints.passwordResets.list, {}))).toEqual([])
		const again = await server.call(auth.register, {
			body: { username: 'bob', email: 'bob@example.org', password: 'another one' },
		})
		expect(refusalOf(again).status).toBe(409)
		expect(replyOf(await admin.call(rows.list, {}))).toHaveLength(1)
		expect(refusalOf(await setRoles(admin, voter.user.id, ['ROLE_ADMIN'])).status).toBe(404)
	})

	it('is restored with roles and password and can sign in', async () => {
		const voter = await server.registerVoter('bob', ['ROLE_MODERATOR'])
		const params = { id: voter.user.id }
		await admin.call(rows.remove, { params })
		replyOf(await admin.call(rows.restore, { params }))
		expect(await read(voter.user.id)).toMatchObject({ username: 'bob', roles: ['ROLE_MODERATOR'] })
		expect(refusalOf(await voter.call(endpoints.users.profile, {})).status).toBe(401)
		expect((await signIn(voter)).ok).toBe(true)
	})

	it('cannot replay their registration', async () => {
		const body = { username: 'bob', email: 'bob@example.org', password: 'password of bob' }
		const key = { idempotencyKey: 'one' }
		const { user } = replyOf(await server.call(auth.register, { body }, key))
		await admin.call(rows.remove, { params: { id: user?.id ?? '' } })
		expect(refusalOf(await server.call(auth.register, { body }, key)).status).toBe(409)
	})
})

describe('user list', () => {
	it('sorts by name ignoring case, pages, filters by role, and searches', async () => {
		for (const name of ['Zed', 'bob', 'Carl']) await server.registerVoter(name)
		await server.registerVoter('mod', ['ROLE_MODERATOR'])
		const page = async (query: Record<string, string>) =>
			replyOf(await admin.call(rows.page, { query }))
		const names = async (query: Record<string, string>) =>
			(await page(query)).rows.map(({ username }) => username)
		expect(await names({})).toEqual(['ada', 'bob', 'Carl', 'mod', 'Zed'])
		const first = await page({ size: '2' })
		expect(await names({ size: '2', after: first.next ?? '' })).toEqual(['Carl', 'mod'])
		expect(await names({ role: 'ROLE_MODERATOR' })).toEqual(['mod'])
		expect(await names({ search: 'car' })).toEqual(['Carl'])
		expect(await names({ search: 'zed@example.org' })).toEqual(['Zed'])
	})
})

describe('user history', () => {
	it('contains neither password nor token', async () => {
		const voter = await server.registerVoter('bob')
		await setRoles(admin, voter.user.id, ['ROLE_MODERATOR'])
		await admin.call(rows.remove, { params: { id: voter.user.id } })
		const entries = await server.db.select().from(audit).where(eq(audit.target, voter.user.id))
		expect(JSON.stringify(entries)).not.toMatch(/argon|password|token/i)
	})
})
