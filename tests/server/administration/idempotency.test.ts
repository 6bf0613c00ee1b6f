import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { audit, elections } from '#server/db/schema.ts'
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

const { manageCandidates, manageElections, manageQuizzes, manageUsers } = endpoints

let server: TestServer
let admin: Voter
beforeEach(async () => {
	server = await createTestServer()
	admin = await server.registerVoter('ada', ['ROLE_ADMIN'])
})

const key = (idempotencyKey: string) => ({ idempotencyKey })
const create = (name: string, caller = admin) =>
	caller.call(manageElections.create, { body: electionFields({ name }) }, key('one'))

describe('change with an idempotency key', () => {
	it('takes effect once when sent many times concurrently', async () => {
		const replies = await Promise.all(Array.from({ length: 20 }, () => create('Mayor')))
		const values = replies.flatMap((reply) => (reply.ok ? [reply.value] : []))
		expect(values.length).toBeGreaterThan(0)
		for (const reply of values) expect(reply).toEqual(values[0])
		for (const reply of replies) if (!reply.ok) expect(refusalOf(reply).status).toBe(409)
		expect(await server.db.$count(elections)).toBe(1)
	})

	it('replays the first outcome after later changes', async () => {
		const first = replyOf(await create('Mayor'))
		const params = { id: first.id }
		const change = () =>
			admin.call(
				manageElections.update,
				{ params, body: electionFields({ name: 'Second' }) },
				{ ...key('two'), ...ifMatch('"1"') },
			)
		const second = replyOf(await change())
		const third = { params, body: electionFields({ name: 'Third' }) }
		replyOf(await admin.call(manageElections.update, third))
		expect(replyOf(await create('Mayor'))).toEqual(first)
		// Not 412, although the version has moved on: this change was already applied.
		expect(replyOf(await change())).toEqual(second)
		expect(replyOf(await admin.call(manageElections.get, { params })).name).toBe('Third')
	})

	it('is refused with another body, record, or method', async () => {
		const { id } = replyOf(await create('Mayor'))
		const other = await makeElection(admin)
		const params = { id }
		for (const refused of [
			await create('Sheriff'),
			await admin.call(manageElections.remove, { params }, key('one')),
		]) {
			expect(refusalOf(refused).status).toBe(422)
		}
		replyOf(await admin.call(manageElections.remove, { params }, key('two')))
		const elsewhere = await admin.call(
			manageElections.remove,
			{ params: { id: other.id } },
			key('two'),
		)
		expect(refusalOf(elsewhere).status).toBe(422)
		replyOf(await admin.call(manageElections.remove, { params }, key('two')))
	})

	it('leaves the key unused when refused', async () => {
		const { id } = await makeElection(admin)
		const given = { params: { id }, body: electionFields({ name: 'Second' }) }
		const stale = await admin.call(manageElections.update, given, {
			...key('k'),
			...ifMatch('"7"'),
		})
		expect(refusalOf(stale).status).toBe(412)
		expect((await admin.call(manageElections.update, given, key('k'))).ok).toBe(true)
	})

	it('is scoped to the caller', async () => {
		const eve = await server.registerVoter('eve', ['ROLE_ADMIN'])
		replyOf(await create('Mayor'))
		expect(replyOf(await create('Sheriff', eve)).name).toBe('Sheriff')
	})

	it('replays every endpoint without duplicate history entries', async () => {
		const { election, ann, bob, quiz } = await makeCatalogue(server, admin)
		const { user } = await server.registerVoter('eve')
		const picture = await sharp({
			create: { width: 8, height: 8, channels: 3, background: '#b22222' },
		})
			.png()
			.toBuffer()
		const image = picture.toString('base64')
		const of = (id: string) => ({ params: { id } })
		const candidate = candidateFields('Eve', [election.id])
		const quizBody = quizFields(election.id, [ann.id, bob.id])
		const calls = [
			(k: string) => admin.call(manageCandidates.create, { body: candidate }, key(k)),
			(k: string) =>
				admin.call(manageCandidates.update, { ...of(ann.id), body: candidate }, key(k)),
			(k: string) => admin.call(manageQuizzes.create, { body: quizBody }, key(k)),
			(k: string) => admin.call(manageQuizzes.update, { ...of(quiz.id), body: quizBody }, key(k)),
			(k: string) => admin.call(manageQuizzes.remove, of(quiz.id), key(k)),
			(k: string) => admin.call(manageQuizzes.restore, of(quiz.id), key(k)),
			(k: string) => admin.call(manageQuizzes.deactivate, of(quiz.id), key(k)),
			(k: string) => admin.call(manageQuizzes.activate, of(quiz.id), key(k)),
			(k: string) => admin.call(manageCandidates.remove, of(ann.id), key(k)),
			(k: string) => admin.call(manageCandidates.restore, of(ann.id), key(k)),
			(k: string) => admin.call(manageElections.remove, of(election.id), key(k)),
			(k: string) => admin.call(manageElections.restore, of(election.id), key(k)),
			(k: string) => admin.call(manageCandidates.uploadLogo, { body: { image } }, key(k)),
			(k: string) =>
				admin.call(manageUsers.setRoles, { ...of(user.id), body: ['ROLE_MODERATOR'] }, key(k)),
			(k: string) => admin.call(manageUsers.remove, of(user.id), key(k)),
			(k: string) => admin.call(manageUsers.restore, of(user.id), key(k)),
		]
		const lines: number[] = []
		for (const [at, call] of calls.entries()) {
			const before = await server.db.$count(audit)
			const first = replyOf<unknown>(await call(`key ${at}`))
			const once = await server.db.$count(audit)
			expect(replyOf<unknown>(await call(`key ${at}`)), `call ${at}`).toEqual(first)
			expect(await server.db.$count(audit), `call ${at}`).toBe(once)
			lines.push(once - before)
		}
		// Ann takes her three policies along, and the election its two quizzes.
		expect(lines).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 4, 4, 3, 3, 1, 1, 1, 1])
	})
})
