import { eq, sql } from 'drizzle-orm'
import { describe, expect, inject, it, vi } from 'vitest'
import { ACCOUNT_GONE } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import { yourData } from '#contract/your-data.ts'
import { writeAudit } from '#server/db/audit.ts'
import {
	attemptEvents,
	attempts,
	audit,
	passwordResets,
	rateLimits,
	testSessions,
	users,
} from '#server/db/schema.ts'
import { hashPassword } from '#server/services/auth/sign-in.ts'
import {
	answerAll,
	answerTo,
	completed,
	raw,
	refusalOf,
	replyOf,
	started,
} from '../../support/quizzes.ts'
import { ask, eachOnResetServer, post, type ResetServer } from '../../support/resets.ts'
import type { Voter } from '../../support/server.ts'
import { begun } from '../../support/test-sessions.ts'

const { auth, quiz } = endpoints
const DONE = {
	message: 'Your account and everything we stored about you have been erased.',
	code: 'account-erased',
	values: {},
}

let server: ResetServer
let voter: Voter
eachOnResetServer(
	(...given) => {
		;[server, voter] = given
	},
	{ sample: true },
)

const erase = (who: Voter, password = who.password) =>
	who.call(yourData.erase, { body: { password } })
const profile = ({ token }: Voter) => raw(server, '/api/users/profile', { token })

const everything = async (): Promise<string> => {
	const tables = await server.db.execute(
		sql`select table_name from information_schema.tables where table_schema = 'public'`,
	)
	const names = (tables as unknown as { rows: { table_name: string }[] }).rows
	const found: string[] = []
	for (const { table_name } of names) {
		const rows = await server.db.execute(sql.raw(`select * from "${table_name}"`))
		found.push(JSON.stringify((rows as unknown as { rows: unknown[] }).rows))
	}
	return found.join('\n')
}

describe('account erasure', () => {
	it('deletes everything about the voter from every table', async () => {
		vi.useFakeTimers({ toFake: ['Date'], now: server.clock.now })
		await completed(voter, 'SCALE')
		const { attemptId } = await started(voter, 'BINARY')
		replyOf(await voter.call(quiz.reset, { params: { attemptId } }))
		await ask(server, voter.user.email ?? '')
		expect(refusalOf(await erase(voter, 'not the password')).status).toBe(403)
		const before = await everything()
		expect(before).toContain(voter.user.id)
		expect(before).toContain('erase-account:')
		expect(before).toContain('forgot-account:')
		expect(replyOf(await erase(voter))).toEqual(DONE)
		const after = await everything()
		for (const text of [voter.user.id, voter.user.username, voter.user.email ?? '']) {
			expect(after).not.toContain(text)
		}
		expect(after).not.toMatch(/(?:erase|forgot)-account:/)
		for (const table of [users, attempts, attemptEvents, passwordResets]) {
			expect(await server.db.$count(table)).toBe(0)
		}
	})

	it("keeps other users' data and knowledge tests", async () => {
		const other = await server.registerVoter()
		await completed(other, 'BINARY')
		await ask(server, other.user.email ?? '')
		await begun(server)
		await completed(voter, 'BINARY')
		replyOf(await erase(voter))
		expect((await profile(other)).status).toBe(200)
		expect(await server.db.$count(attempts)).toBe(1)
		expect(await server.db.$count(passwordResets)).toBe(1)
		expect(await server.db.$count(testSessions)).toBe(1)
		expect(replyOf(await other.call(quiz.history, {}))).toHaveLength(1)
	})

	it("is logged anonymously and anonymizes the user's other entries", async () => {
		const at = server.clock.now
		const entry = { actorId: voter.user.id, action: 'policy.changed', target: 'a policy', at }
		await writeAudit(server.db, entry)
		replyOf(await erase(voter))
		const rows = await server.db.select().from(audit).orderBy(audit.id)
		expect(rows.filter(({ action }) => /erased|changed|registered/.test(action))).toMatchObject([
			{ action: 'policy.changed', actorId: null, target: 'a policy' },
			{ action: 'user.erased', actorId: null, target: '', detail: { by: 'erased' } },
		])
	})

	it('revokes every token with an account-gone reply', async () => {
		const body = { username: voter.user.username, password: voter.password }
		const { token } = replyOf(await server.call(auth.login, { body }))
		replyOf(await erase(voter))
		for (const old of [token, voter.token]) {
			const reply = await raw(server, '/api/users/profile', { token: old })
			expect(reply.status).toBe(401)
			expect(reply.body).toMatchObject({ type: ACCOUNT_GONE })
		}
		expect(refusalOf(await server.call(auth.login, { body })).status).toBe(401)
	})

	it('does not report expired or revoked tokens as a gone account', async () => {
		await server.db.update(users).set({ tokenVersion: 2 }).where(eq(users.id, voter.user.id))
		for (const token of [voter.token, 'a.b.c']) {
			const reply = await raw(server, '/api/users/profile', { token })
			expect(reply.status).toBe(401)
			expect(reply.body).toMatchObject({ type: 'about:blank' })
		}
		server.clock.now = new Date(server.clock.now.getTime() + 31 * 86_400_000)
		await server.db.delete(users).where(eq(users.id, voter.user.id))
		expect((await profile(voter)).body).toMatchObject({ type: 'about:blank' })
	})

	it('frees the name and address for an unrelated account', async () => {
		await completed(voter, 'BINARY')
		replyOf(await erase(voter))
		const again = await server.registerVoter(voter.user.username)
		expect(again.user.id).not.toBe(voter.user.id)
		expect(replyOf(await again.call(quiz.history, {}))).toEqual([])
		expect((await profile(voter)).status).toBe(401)
	})
})

describe('refused erasure', () => {
	it.each(['not the password', ' ', 'x'.repeat(128)])(
		'reports a wrong password (%#) at its field and keeps the session',
		async (password) => {
			const refused = refusalOf(await erase(voter, password))
			expect(refused.status).toBe(403)
			expect(refused.errors).toEqual([
				{
					...{ path: 'password', message: 'That password is not correct.' },
					...{ code: 'password-wrong', values: {} },
				},
			])
			expect((await profile(voter)).status).toBe(200)
		},
	)

	it.each(['', 'x'.repeat(129)])(
		'reports an invalid password (%#) at its field',
		async (password) => {
			const refused = refusalOf(await erase(voter, password))
			expect(refused.status).toBe(400)
			expect(refused.errors.map(({ path }) => path)).toEqual(['password'])
		},
	)

	it('protects the last administrator', async () => {
		const admin = await server.registerVoter('admin', ['ROLE_ADMIN'])
		const refused = refusalOf(await erase(admin))
		expect(refused).toMatchObject({
			status: 409,
			message: 'You are the last administrator. Make someone else an administrator first.',
			retryAfterMs: null,
		})
		expect((await profile(admin)).status).toBe(200)
		await server.registerVoter('another', ['ROLE_USER', 'ROLE_ADMIN'])
		expect(replyOf(await erase(admin))).toEqual(DONE)
	})

	it('checks the password before the last-administrator rule', async () => {
		const admin = await server.registerVoter('admin', ['ROLE_ADMIN'])
		expect(refusalOf(await erase(admin, 'not the password')).status).toBe(403)
	})

	it('limits tries to ten an hour and sends Retry-After', async () => {
		vi.useFakeTimers({ toFake: ['Date'], now: server.clock.now })
		for (let tries = 0; tries < 10; tries++) {
			expect(refusalOf(await erase(voter, `guess ${tries}`)).status).toBe(403)
		}
		const refused = refusalOf(await erase(voter))
		expect(refused).toMatchObject({ status: 429, retryAfterMs: 3_600_000 })
		expect((await profile(voter)).status).toBe(200)
		const other = await server.registerVoter()
		expect(replyOf(await erase(other))).toEqual(DONE)
		vi.setSystemTime(Date.now() + 3_600_001)
		expect(replyOf(await erase(voter))).toEqual(DONE)
	})

	it('limits a network to six hundred tries', async () => {
		vi.useFakeTimers({ toFake: ['Date'], now: server.clock.now })
		const row = { key: 'erase-address:unknown', points: 599, expire: Date.now() + 3_600_000 }
		await server.db.insert(rateLimits).values(row)
		expect(refusalOf(await erase(voter, 'a guess')).status).toBe(403)
		expect(refusalOf(await erase(voter)).status).toBe(429)
	})
})

describe('concurrent erasure', () => {
	/**
	 * Waits until another transaction waits for a row lock. The embedded database has one connection and runs them in
	 * sequence.
	 */
	const untilLockWait = async (): Promise<void> => {
		if (inject('postgresUrl') === undefined) return
		await expect
			.poll(
				async () => {
					const [row] = await server.db
						.select({ waiting: sql<number>`count(*)::int` })
						.from(sql`pg_stat_activity`)
						.where(sql`datname = current_database() and wait_event_type = 'Lock'`)
					return row?.waiting
				},
				{ timeout: 10_000 },
			)
			.toBeGreaterThan(0)
	}
	/** Runs `act` while another transaction locks the user's row, which then applies `change`. */
	const during = async <Value>(
		act: () => Promise<Value>,
		change: (tx: Parameters<Parameters<typeof server.db.transaction>[0]>[0]) => Promise<unknown>,
	): Promise<Value> => {
		let acting: Promise<Value> | undefined
		await server.db.transaction(async (tx) => {
			await tx.select().from(users).where(eq(users.id, voter.user.id)).for('no key update')
			acting = act()
			await untilLockWait()
			await change(tx)
		})
		if (acting === undefined) throw new Error('the action did not run')
		return acting
	}

	it('completes both calls and leaves no rate limit counts', async () => {
		await completed(voter, 'BINARY')
		const replies = await Promise.all([erase(voter), erase(voter), erase(voter)])
		for (const reply of replies) {
			const gone = !reply.ok && reply.error.kind === 'problem' && reply.error.type === ACCOUNT_GONE
			expect(reply.ok || gone, JSON.stringify(reply)).toBe(true)
		}
		expect(replies.some(({ ok }) => ok)).toBe(true)
		expect(await server.db.$count(users)).toBe(0)
		expect(await everything()).not.toContain('erase-account:')
	})

	it('succeeds for a call admitted before the account was deleted', async () => {
		const reply = await during(
			() => erase(voter),
			(tx) => tx.delete(users).where(eq(users.id, voter.user.id)),
		)
		// The embedded database runs the calls in sequence, so this one is refused.
		if (inject('postgresUrl') !== undefined) expect(replyOf(reply)).toEqual(DONE)
		else expect(refusalOf(reply).type).toBe(ACCOUNT_GONE)
		expect(await everything()).not.toContain('erase-account:')
	})

	it('keeps one of two administrators who erase their accounts', async () => {
		const pair = [
			await server.registerVoter('first', ['ROLE_ADMIN']),
			await server.registerVoter('second', ['ROLE_ADMIN']),
		]
		const replies = await Promise.all(pair.map((admin) => erase(admin)))
		expect(replies.map(({ ok }) => ok).toSorted()).toEqual([false, true])
		const refused = replies.find(({ ok }) => !ok)
		expect(refused && refusalOf(refused).status).toBe(409)
	})

	it('completes alongside answers and leaves none of them', async () => {
		const state = await started(voter, 'SCALE')
		await answerAll(voter, state, 3)
		const [erased, ...answers] = await Promise.all([
			erase(voter),
			...Array.from({ length: 8 }, (_, index) => voter.call(quiz.interact, answerTo(state, index))),
		])
		expect(replyOf(erased)).toEqual(DONE)
		for (const reply of answers) {
			if (!reply.ok) expect([401, 404]).toContain(refusalOf(reply).status)
		}
		expect(await server.db.$count(attemptEvents)).toBe(0)
	})

	it('refuses a quiz start during the erasure as account gone', async () => {
		const { compareQuizId } = await started(voter, 'SCALE')
		const params = { compareQuizId: compareQuizId ?? '' }
		const reply = await during(
			() => voter.call(quiz.start, { params }),
			(tx) => tx.delete(users).where(eq(users.id, voter.user.id)),
		)
		expect(refusalOf(reply)).toMatchObject({ status: 401, type: ACCOUNT_GONE })
	})

	it('asks to retry if the password changes during the erasure', async () => {
		const passwordHash = await hashPassword('another password')
		const reply = await during(
			() => erase(voter),
			(tx) => tx.update(users).set({ passwordHash }).where(eq(users.id, voter.user.id)),
		)
		// On the embedded database the change precedes the password check.
		const met = inject('postgresUrl') !== undefined
		expect(refusalOf(reply)).toMatchObject(
			met ? { status: 409, retryAfterMs: 1000 } : { status: 403, retryAfterMs: null },
		)
		expect((await profile(voter)).status).toBe(200)
	})
})

describe('repeated erasure', () => {
	it('returns account gone after a lost reply', async () => {
		replyOf(await erase(voter))
		const again = refusalOf(await erase(voter))
		expect(again).toMatchObject({ status: 401, type: ACCOUNT_GONE })
	})

	it('reveals nothing to an anonymous caller', async () => {
		const reply = await post(server, yourData.erase.path, { password: 'a password' })
		expect(reply.status).toBe(401)
		expect(reply.body).toMatchObject({ type: 'about:blank' })
	})
})
