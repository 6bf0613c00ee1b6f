import { randomUUID } from 'node:crypto'
import { getTableName, is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import * as v from 'valibot'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Reply } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import { AccountData, yourData } from '#contract/your-data.ts'
import { writeAudit } from '#server/db/audit.ts'
import * as schema from '#server/db/schema.ts'
import { addCzechQuiz } from '../../support/positions.ts'
import { answerAll, completed, raw, replyOf, started } from '../../support/quizzes.ts'
import { ask, createResetServer, type ResetServer } from '../../support/resets.ts'
import type { Voter } from '../../support/server.ts'

const { quiz } = endpoints
const { attempts, attemptEvents, passwordResets, policies, users } = schema

let server: ResetServer
let voter: Voter
beforeEach(async () => {
	server = await createResetServer({ sample: true })
	voter = await server.registerVoter()
})

type Part = Reply<typeof yourData.read>

const readPart = async (query: Part['next'] = null): Promise<Part> => {
	const { afterAttempt, afterChange } = query ?? {}
	const asked = {
		...(afterAttempt && { afterAttempt }),
		...(afterChange && { afterChange }),
	}
	return replyOf(await voter.call(yourData.read, { query: asked }))
}

const readAll = async (): Promise<Part[]> => {
	const parts = [await readPart()]
	for (let next = parts[0]?.next; next; next = parts.at(-1)?.next) parts.push(await readPart(next))
	return parts
}

describe('account data', () => {
	it('has the account with ISO 8601 timestamps', async () => {
		const data = await readPart()
		expect(data).toMatchObject({
			format: 'evenhand-account-data',
			version: 1,
			generatedAt: '2026-11-21T12:00:00.000Z',
			account: {
				id: voter.user.id,
				username: voter.user.username,
				email: voter.user.email,
				roles: ['ROLE_USER'],
				createdAt: '2026-11-21T12:00:00.000Z',
				signInGeneration: 1,
			},
			attempts: [],
			next: null,
		})
		expect(v.is(AccountData, data)).toBe(true)
	})

	it('has each attempt with order, seed, answers, and events', async () => {
		const state = await started(voter, 'SCALE')
		await answerAll(voter, state, 2)
		const [attempt] = (await readPart()).attempts
		expect(attempt).toMatchObject({ id: state.attemptId, seed: state.seed, results: null })
		expect(attempt?.statements.map(({ policyId }) => policyId)).toEqual(
			state.allPolicies.map(({ id }) => id),
		)
		const [first, second] = state.allPolicies
		expect(attempt?.answers).toEqual(
			expect.arrayContaining([
				{ policyId: first?.id, value: -2 },
				{ policyId: second?.id, value: -1 },
			]),
		)
		expect(attempt?.events.map(({ kind, value, policyId }) => [kind, policyId, value])).toEqual([
			['START', null, null],
			['INTERACT', first?.id, -2],
			['INTERACT', second?.id, -1],
		])
		expect(attempt?.events[1]).toMatchObject({ responseTimeMs: 1200, applied: true })
	})

	it.each(['SCALE', 'BINARY', 'POLICY_PICK'] as const)(
		'has the results of a completed %s attempt as shown',
		async (quizType) => {
			const { attemptId, selectedPolicyIds } = await completed(voter, quizType)
			const params = { attemptId }
			const shown = replyOf(await voter.call(quiz.results, { params }))
			const [attempt] = (await readPart()).attempts
			expect(attempt?.selectedPolicyIds).toEqual(selectedPolicyIds)
			expect(
				attempt?.results?.map(({ candidateId, name, percentage, rank }) => [
					candidateId,
					name,
					percentage,
					rank,
				]),
			).toEqual(
				shown.candidates.map(({ id, name, alignmentPercentage, rank }) => [
					id,
					name,
					alignmentPercentage,
					rank,
				]),
			)
		},
	)

	it('has skips, positions of statements, and whether the voter finished early', async () => {
		const { quizId, statements } = await addCzechQuiz(server)
		const [first] = statements
		await server.db
			.update(policies)
			.set({ background: 'Neutral words.', backgroundSource: 'https://example.org/facts' })
		const begun = await voter.call(quiz.start, { params: { compareQuizId: quizId } })
		const state = replyOf(begun)
		const params = { attemptId: state.quizAttemptId ?? '' }
		const skipped = state.allPolicies.at(-1)?.id ?? ''
		const skip = { interactionType: 'SKIP', policyId: skipped, responseTimeMs: 7 } as const
		replyOf(await voter.call(quiz.interact, { params, body: skip }))
		await answerAll(voter, state, 5)
		expect((await readPart()).attempts[0]?.finishedEarly).toBe(false)
		replyOf(await voter.call(quiz.complete, { params, body: { unanswered: true } }))
		const [attempt] = (await readPart()).attempts
		expect(attempt).toMatchObject({ status: 'COMPLETED', finishedEarly: true, formula: 3 })
		expect(attempt?.answers).toContainEqual({ policyId: skipped, value: null })
		expect(attempt?.answers).toHaveLength(6)
		expect(attempt?.events[1]).toMatchObject({ policyId: skipped, value: null, responseTimeMs: 7 })
		const { given = [] } = first ?? {}
		expect(attempt?.statements.find(({ policyId }) => policyId === first?.id)).toMatchObject({
			positions: Object.fromEntries(given.filter(([id]) => id !== first?.candidateId)),
			background: 'Neutral words.',
			backgroundSource: 'https://example.org/facts',
		})
		const [best] = attempt?.results ?? []
		expect([best?.low, best?.high]).toEqual([best?.percentage, best?.percentage])
	})

	it('includes attempts superseded by a reset', async () => {
		const { attemptId } = await started(voter, 'BINARY')
		replyOf(await voter.call(quiz.reset, { params: { attemptId } }))
		const data = await readPart()
		expect(data.attempts).toHaveLength(2)
		const left = data.attempts.find(({ id }) => id === attemptId)
		expect(left?.leftByResetAt).toBe('2026-11-21T12:00:00.000Z')
	})

	it('has password resets without their tokens', async () => {
		await ask(server, voter.user.email ?? '')
		const data = await readPart()
		expect(data.passwordResets).toMatchObject([
			{
				createdAt: '2026-11-21T12:00:00.000Z',
				expiresAt: '2026-11-21T12:30:00.000Z',
				usedAt: null,
			},
		])
		const [row] = await server.db.select().from(passwordResets)
		const text = JSON.stringify(data)
		expect(text).not.toContain(row?.tokenHash)
		expect(row?.sealedToken).toBeTruthy()
		expect(text).not.toContain(row?.sealedToken)
	})

	it('never contains the password hash', async () => {
		const reply = await raw(server, '/api/users/profile/data', { token: voter.token })
		const [row] = await server.db.select().from(users)
		expect(row?.passwordHash).toContain('$argon2id$')
		const text = JSON.stringify(reply.body)
		expect(text).not.toContain(row?.passwordHash)
		expect(text).not.toContain('argon2')
		expect(text).not.toContain(voter.token)
	})

	it('has account changes but no details about other users', async () => {
		const other = await server.registerVoter()
		const at = server.clock.now
		const [mine, theirs] = [voter.user.id, other.user.id]
		await server.db.transaction(async (tx) => {
			const detail = { username: 'somebody else' }
			await writeAudit(tx, { actorId: mine, action: 'user.demoted', target: theirs, detail, at })
			await writeAudit(tx, {
				actorId: theirs,
				action: 'user.promoted',
				target: mine,
				detail: { to: 'x' },
				at,
			})
		})
		expect((await readPart()).changes).toMatchObject([
			{ action: 'user.registered', target: mine, byYou: true, detail: {} },
			{ action: 'user.demoted', target: theirs, byYou: true, detail: null },
			{ action: 'user.promoted', target: mine, byYou: false, detail: { to: 'x' } },
		])
	})

	it.each([
		['afterAttempt', 'no-id'],
		['afterAttempt', '7'],
		['afterChange', '-1'],
		['afterChange', 'x'],
	])('refuses an invalid cursor (%s=%s) and names it', async (name, value) => {
		const path = `/api/users/profile/data?${name}=${value}`
		const reply = await raw(server, path, { token: voter.token })
		expect(reply.status).toBe(400)
		expect(reply.body).toMatchObject({ errors: [{ path: name }] })
	})
})

describe('long account data', () => {
	const MANY = 120

	/** Creates attempts for several parts, in pairs with equal start times. */
	const fill = async (): Promise<string[]> => {
		const { attemptId } = await completed(voter, 'BINARY')
		const [row] = await server.db.select().from(attempts)
		if (row === undefined) throw new Error('there is an attempt')
		const rows = Array.from({ length: MANY }, (_, index) => ({
			...row,
			id: randomUUID(),
			startedAt: new Date(Date.UTC(2025, 0, 1 + Math.floor(index / 2))),
		}))
		await server.db.insert(attempts).values(rows)
		await server.db.insert(attemptEvents).values(
			rows.map(({ id, userId }) => ({
				attemptId: id,
				userId,
				kind: 'START' as const,
				fingerprint: '',
				applied: true,
				at: server.clock.now,
			})),
		)
		return [attemptId, ...rows.map(({ id }) => id)]
	}

	it('comes in bounded parts, oldest first, without repeats', async () => {
		const ids = await fill()
		const parts = await readAll()
		const read = parts.flatMap((part) => part.attempts)
		expect(read.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
		const moments = read.map(({ startedAt }) => startedAt)
		expect(moments).toEqual(moments.toSorted())
		for (const part of parts) expect(JSON.stringify(part).length).toBeLessThan(2_000_000)
		expect(read.every(({ events }) => events.length > 0)).toBe(true)
	})

	it('includes all changes even if longer than the attempts', async () => {
		const at = server.clock.now
		const actorId = voter.user.id
		for (let index = 0; index < 1200; index++) {
			await writeAudit(server.db, {
				actorId,
				action: 'policy.changed',
				target: `policy ${index}`,
				at,
			})
		}
		await completed(voter, 'BINARY')
		const parts = await readAll()
		const targets = parts.flatMap((part) => part.changes).map(({ target }) => target)
		expect(new Set(targets).size).toBe(1201)
		expect(targets).toHaveLength(1201)
		expect(parts.flatMap((part) => part.attempts)).toHaveLength(1)
		expect(parts).toHaveLength(3)
	})
})

describe('user tables', () => {
	/** Every table that refers to a user, and its field in the account data. */
	const HELD = {
		users: 'account',
		password_resets: 'passwordResets',
		attempts: 'attempts',
		attempt_events: 'attempts.events',
		audit: 'changes',
	}

	it('are all covered by account data and erasure', () => {
		const all = Object.values(schema).filter((value) => is(value, PgTable))
		const referring = all.filter((table) =>
			getTableConfig(table).foreignKeys.some(
				(key) => getTableName(key.reference().foreignTable) === 'users',
			),
		)
		const names = ['users', ...referring.map((table) => getTableName(table))]
		expect(names.toSorted()).toEqual(Object.keys(HELD).toSorted())
	})

	it('have no undeclared user columns', () => {
		const all = Object.values(schema).filter((value) => is(value, PgTable))
		const known = new Set(Object.keys(HELD))
		const others = all.filter((table) => !known.has(getTableName(table)))
		const suspicious = others.flatMap((table) =>
			getTableConfig(table)
				.columns.map(({ name }) => `${getTableName(table)}.${name}`)
				.filter((name) => /user|email|actor|author|owner|created_by/.test(name)),
		)
		expect(suspicious).toEqual([])
	})
})
