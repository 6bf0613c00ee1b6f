import { beforeEach, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { elections } from '#server/db/schema.ts'
import { electionFields, ifMatch, makeElection } from '../../support/administration.ts'
import { refusalOf, replyOf } from '../../support/quizzes.ts'
import { createTestServer, type TestServer, type Voter } from '../../support/server.ts'

const { manageElections } = endpoints

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
})
