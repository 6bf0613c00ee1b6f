import { beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/table.ts'
import { audit } from '#server/db/schema.ts'
import { raw, replyOf } from '../../support/quizzes.ts'
import { createTestServer, type TestServer } from '../../support/server.ts'

const rows = Object.entries(endpoints).flatMap(([noun, group]) =>
	Object.entries<Endpoint>(group)
		.filter(([, { access }]) => access === 'admin' || access === 'moderator')
		.map(([name, row]) => ({ title: `${noun}.${name}`, row })),
)

/** An id of nothing: whoever is let in is told that it is not there, and nothing is changed. */
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'
const LET_IN = [200, 400, 404]

let server: TestServer
let tokens: Record<string, string | undefined>
beforeAll(async () => {
	server = await createTestServer()
	const admin = await server.registerVoter('admin', ['ROLE_ADMIN'])
	const demoted = await server.registerVoter('demoted', ['ROLE_ADMIN'])
	const deleted = await server.registerVoter('deleted', ['ROLE_ADMIN'])
	const dethroned = await server.registerVoter('dethroned', ['ROLE_ADMIN'])
	const { setRoles, remove } = endpoints.manageUsers
	const of = (id: string) => ({ params: { id } })
	replyOf(await admin.call(setRoles, { ...of(demoted.user.id), body: ['ROLE_USER'] }))
	replyOf(await admin.call(setRoles, { ...of(dethroned.user.id), body: ['ROLE_MODERATOR'] }))
	replyOf(await admin.call(remove, of(deleted.user.id)))
	tokens = {
		anonymous: undefined,
		user: (await server.registerVoter('user')).token,
		moderator: (await server.registerVoter('moderator', ['ROLE_MODERATOR'])).token,
		admin: admin.token,
		demoted: demoted.token,
		deleted: deleted.token,
		dethroned: dethroned.token,
	}
})

/** What each caller gets; "in" is any answer of the row itself. */
const EXPECTED: Readonly<Record<'admin' | 'moderator', Record<string, number | 'in'>>> = {
	admin: {
		anonymous: 401,
		user: 403,
		moderator: 403,
		admin: 'in',
		demoted: 403,
		deleted: 401,
		dethroned: 403,
	},
	moderator: {
		anonymous: 401,
		user: 403,
		moderator: 'in',
		admin: 'in',
		demoted: 403,
		deleted: 401,
		dethroned: 'in',
	},
}

/** What is told of the reply: whether the row was reached, and where not, how it was refused. */
const call = async (row: Endpoint, token: string | undefined) => {
	const { status, body } = await raw(server, `/api${row.path.replace(/:\w+/g, UNKNOWN_ID)}`, {
		method: row.method,
		...(token && { token }),
		...(row.body && { body: '{}', headers: { 'content-type': 'application/json' } }),
	})
	// Without a row this path is 404 for everybody, which would look like being let in.
	return LET_IN.includes(status) ? 'in' : { status, body }
}

describe('every call of the back-office', () => {
	it('is among those that are tried', () => {
		expect(rows.length).toBeGreaterThan(30)
	})

	it.each(rows)('$title lets in whom its row says, and nobody else', async ({ row }) => {
		const lines = await server.db.$count(audit)
		for (const [who, expected] of Object.entries(EXPECTED[row.access as 'admin' | 'moderator'])) {
			const outcome = await call(row, tokens[who])
			if (expected === 'in') expect(outcome, who).toBe('in')
			else expect(outcome, who).toMatchObject({ status: expected, body: { status: expected } })
		}
		expect(await server.db.$count(audit), 'nothing was changed').toBe(lines)
	})
})
