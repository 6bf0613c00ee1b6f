import { beforeEach, describe, expect, it } from 'vitest'
import type { OperatorFields } from '#contract/admin/about.ts'
import { endpoints } from '#contract/index.ts'
import { ifMatch } from '../../support/administration.ts'
import { refusalOf, replyOf } from '../../support/quizzes.ts'
import { createTestServer, type TestServer, type Voter } from '../../support/server.ts'

const { about, manageAbout: rows, history } = endpoints

const CITY: OperatorFields = {
	name: 'City of Springfield',
	contact: 'vote@springfield.example.org',
	text: 'We offer this before each election.',
}
const LEAGUE: OperatorFields = { name: 'League', contact: 'https://league.example.org', text: null }

let server: TestServer
let admin: Voter
beforeEach(async () => {
	server = await createTestServer({ sample: true })
	admin = await server.registerVoter('ada', ['ROLE_ADMIN'])
})

const set = (body: OperatorFields, options = {}) => admin.call(rows.set, { body }, options)
const managed = async () => replyOf(await admin.call(rows.get, {}))
/** Reads without a sign-in. */
const shown = async () => replyOf(await server.call(about.read, {})).operator
const changes = async () =>
	replyOf(await admin.call(history.page, { query: { noun: 'operator' } })).rows

describe('operator', () => {
	it('is unknown until an administrator enters it, also with sample data', async () => {
		expect(await shown()).toBeNull()
		expect(await managed()).toEqual({ operator: null, etag: '"0"' })
	})

	it('is shown to everyone as soon as it is saved', async () => {
		expect(await shown()).toBeNull()
		expect(replyOf(await set(CITY))).toEqual({ operator: CITY, etag: '"1"' })
		expect(await shown()).toEqual(CITY)
		expect(replyOf(await set(LEAGUE))).toEqual({ operator: LEAGUE, etag: '"2"' })
		expect(await shown()).toEqual(LEAGUE)
	})

	it('enters the history with its versions', async () => {
		replyOf(await set(CITY))
		replyOf(await set(LEAGUE))
		const common = { action: 'operator.updated', target: 'operator', restorableUntil: null }
		expect(await changes()).toMatchObject([
			{ ...common, actor: { username: 'ada' }, name: 'League', before: CITY, after: LEAGUE },
			{ ...common, name: 'City of Springfield', before: null, after: CITY },
		])
	})

	it('keeps the version of another administrator', async () => {
		replyOf(await set(CITY, ifMatch('"0"')))
		expect(refusalOf(await set(LEAGUE, ifMatch('"0"'))).status).toBe(412)
		expect(await managed()).toEqual({ operator: CITY, etag: '"1"' })
		replyOf(await set(LEAGUE, ifMatch('"1"')))
		expect(await shown()).toEqual(LEAGUE)
	})

	it('stores one of two simultaneous first versions', async () => {
		const replies = await Promise.all([CITY, LEAGUE].map((fields) => set(fields, ifMatch('"0"'))))
		expect(replies.map(({ ok }) => ok).toSorted()).toEqual([false, true])
		expect((await managed()).etag).toBe('"1"')
		expect(await changes()).toHaveLength(1)
	})

	it('stays as it is after a refused contact', async () => {
		replyOf(await set(CITY))
		const contact = 'javascript:alert(1)'
		expect(refusalOf(await set({ ...CITY, contact }))).toMatchObject({
			status: 400,
			errors: [{ path: 'contact', message: expect.stringMatching(/^Contact must be an email/) }],
		})
		expect(await shown()).toEqual(CITY)
	})
})
