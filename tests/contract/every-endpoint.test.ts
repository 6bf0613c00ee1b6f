import { Validator } from '@seriousme/openapi-schema-validator'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import { raw } from '../support/quizzes.ts'
import { createTestServer, type TestServer, type Voter } from '../support/server.ts'

const rows = Object.entries(endpoints).flatMap(([noun, group]) =>
	Object.entries<Endpoint>(group).map(([name, row]) => ({ title: `${noun}.${name}`, row })),
)
const withParams = rows.filter(({ row }) => row.params)

const queryOf = ({ query }: Endpoint): Record<string, { readonly type?: string }> =>
	query && 'entries' in query ? (query.entries as Record<string, { readonly type?: string }>) : {}

/** Name of a row's query parameter that is an id, if any. */
const idQueryOf = (row: Endpoint): string | undefined =>
	Object.keys(queryOf(row)).find((name) => name.endsWith('Id'))
const withIdQuery = rows.flatMap(({ title, row }) => {
	const name = idQueryOf(row)
	if (name === undefined) return []
	return [{ title, row, name, missing: queryOf(row)[name]?.type === 'optional' ? [] : [''] }]
})
/** Rows that answer 404 until a candidate pair is active, which the sample data provides. */
const needsPair = ['testConfig.active']

let server: TestServer
let voter: Voter
let admin: Voter
const tokenFor = ({ access }: Endpoint): string =>
	access === 'admin' || access === 'moderator' ? admin.token : voter.token

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'
const pathOf = (row: Endpoint, id: string): string =>
	`/api${row.path.replace(/:\w+/g, id)}${row.method === 'POST' && row.query ? `?${idQueryOf(row)}=${id}` : ''}`

/** Valid bodies for rows that must get past body validation. */
const bodies: Readonly<Record<string, unknown>> = {
	'quiz.interact': {
		interactionType: 'SCALE',
		policyId: UNKNOWN_ID,
		value: 0,
		responseTimeMs: 0,
	},
	'quiz.batch': { stream: 'phone', operations: [{ kind: 'COMPLETE', key: 'k', seq: 1 }] },
	'knowledgeTest.batch': {
		sessionId: UNKNOWN_ID,
		stream: 'phone',
		operations: [{ kind: 'PROGRESS', key: 'k', seq: 1 }],
	},
	'manageElections.update': {
		name: 'Mayor',
		electionDate: '2026-11-24',
		jurisdiction: 'FEDERAL',
	},
	'managePositions.setMany': {
		cells: [{ policyId: UNKNOWN_ID, candidateId: UNKNOWN_ID, value: 1 }],
	},
	'managePositions.merge': { keep: UNKNOWN_ID, drop: UNKNOWN_ID },
	'managePositions.set': { value: 1 },
	'managePolicies.update': { text: 'One two three four five', category: 'ECONOMY' },
	'manageCandidates.update': { name: 'Ada', website: 'https://ada.example.org' },
	'manageQuizzes.update': {
		name: 'Who is it to be?',
		electionId: UNKNOWN_ID,
		startDate: '2026-11-01',
		endDate: '2026-11-24',
		candidateIds: ['1', '2'],
		quizType: 'SCALE',
	},
	'manageUsers.setRoles': ['ROLE_USER'],
}

/** Names of a schema's fields. */
const fieldsOf = (schema: unknown): string[] => {
	const { entries, pipe, wrapped, options } = schema as Record<string, unknown>
	const inner = [
		...(Array.isArray(pipe) && pipe[0] !== schema ? [pipe[0]] : []),
		...(wrapped ? [wrapped] : []),
		...(Array.isArray(options) ? options.filter((one) => typeof one === 'object') : []),
	]
	return [...new Set([...Object.keys(entries ?? {}), ...inner.flatMap(fieldsOf)])]
}

const request = (row: Endpoint, body?: unknown): RequestInit => ({
	method: row.method,
	...(body !== undefined && {
		body: JSON.stringify(body),
		headers: { 'content-type': 'application/json' },
	}),
})

describe('contract row', () => {
	beforeEach(async () => {
		server = await createTestServer()
		voter = await server.registerVoter()
		admin = await server.registerVoter(undefined, ['ROLE_ADMIN'])
	})

	it.each(rows)('$title is mounted on the server', async ({ title, row }) => {
		if (needsPair.includes(title)) server = await createTestServer({ sample: true })
		// Public rows answer 404 to an unknown id, so send an invalid id instead, which yields 400.
		const id = row.access === 'public' ? 'no-id' : UNKNOWN_ID
		const reply = await raw(server, pathOf(row, id), request(row))
		expect([404, 405]).not.toContain(reply.status)
	})

	it.each(rows.filter(({ row }) => row.access !== 'public'))(
		'$title requires authentication before validating input',
		async ({ row }) => {
			for (const path of [pathOf(row, UNKNOWN_ID), pathOf(row, 'no-id')]) {
				const reply = await raw(server, path, request(row, row.body && 'nonsense'))
				expect(reply.status).toBe(401)
				expect(reply.headers.get('www-authenticate')).toBe('Bearer')
				expect(reply.body).toMatchObject({ status: 401, message: 'Please sign in to continue.' })
			}
		},
	)

	it.each(withParams)('$title rejects an invalid id and names the parameter', async ({ row }) => {
		const reply = await raw(server, pathOf(row, 'no-id'), { ...request(row), token: tokenFor(row) })
		expect(reply.status).toBe(400)
		const errors = [...row.path.matchAll(/:(\w+)/g)].map(([, path]) => ({ path }))
		expect(reply.body).toMatchObject({ message: expect.any(String), errors })
	})

	// A category code is one of a few fixed names, so an unknown one is invalid rather than missing.
	it.each(withParams.filter(({ row }) => !row.path.includes(':code')))(
		'$title answers 404 to unknown ids',
		async ({ title, row }) => {
			for (const id of [UNKNOWN_ID, '7', '999999999999999999']) {
				const init = { ...request(row, bodies[title]), token: tokenFor(row) }
				const reply = await raw(server, pathOf(row, id), init)
				expect(reply.status).toBe(404)
				expect(reply.headers.get('content-type')).toBe('application/problem+json')
			}
		},
	)

	it.each(withIdQuery)(
		'$title rejects an invalid or missing id in the query',
		async ({ row, name, missing }) => {
			for (const query of [...missing, `?${name}=`, `?${name}=no-id`]) {
				const init = { ...request(row), token: tokenFor(row) }
				const reply = await raw(server, `/api${row.path}${query}`, init)
				expect(reply.status).toBe(400)
				expect(reply.body).toMatchObject({ errors: [{ path: name }] })
			}
		},
	)

	it.each(rows.filter(({ row }) => row.body))(
		'$title rejects an invalid body with errors[]',
		async ({ row }) => {
			const fields = Object.fromEntries(fieldsOf(row.body).map((name) => [name, {}]))
			for (const body of [[], 5, 'text', null, fields]) {
				const init = { ...request(row, body), token: tokenFor(row) }
				const reply = await raw(server, pathOf(row, UNKNOWN_ID), init)
				expect(reply.status, JSON.stringify(body)).toBe(400)
				const errors = expect.arrayContaining([
					expect.objectContaining({ path: expect.any(String), message: expect.any(String) }),
				])
				expect(reply.body).toMatchObject({ message: expect.any(String), errors })
			}
		},
	)
})

describe('field error messages', () => {
	beforeAll(async () => {
		server = await createTestServer()
		voter = await server.registerVoter()
		admin = await server.registerVoter(undefined, ['ROLE_ADMIN'])
	})

	/** Words of a field's name without those that every id has. */
	const wordsOf = (path: string): string[] =>
		(path.split('.').findLast((part) => !/^\d+$/.test(part)) ?? path)
			.split(/(?=[A-Z\d])|-/)
			.map((word) => word.toLowerCase().replace(/s$/, ''))
			.filter((word) => word.length > 1 && !['id', 'is'].includes(word))

	it.each(rows.filter(({ row }) => row.body))(
		'name the field in every message of $title',
		async ({ row }) => {
			const fields = fieldsOf(row.body)
			const wrong = [5, '!', {}, [{}], true, null].map((value) =>
				Object.fromEntries(fields.map((field) => [field, value])),
			)
			for (const body of [{}, ...wrong]) {
				const init = { ...request(row, body), token: tokenFor(row) }
				const reply = await raw(server, pathOf(row, UNKNOWN_ID), init)
				const { errors = [] } = reply.body as {
					errors?: { readonly path: string; readonly message: string }[]
				}
				for (const { path, message } of errors) {
					expect(message).toMatch(/^\p{Lu}/u)
					const text = message.toLowerCase()
					const words = wordsOf(path)
					if (words.length > 0) {
						expect({ path, message, named: words.some((word) => text.includes(word)) }).toEqual({
							path,
							message,
							named: true,
						})
					}
				}
			}
		},
	)
})

describe('OpenAPI document', () => {
	interface Operation {
		readonly operationId: string
		readonly security: unknown[]
		readonly responses: Record<string, { readonly content: object }>
	}
	interface OpenApi {
		readonly openapi: string
		readonly paths: Record<string, Record<string, Operation>>
	}
	let document: OpenApi
	beforeAll(async () => {
		server = await createTestServer()
		document = (await raw(server, '/api/openapi.json')).body as OpenApi
	})

	it('validates as OpenAPI 3.1', async () => {
		expect(document.openapi).toBe('3.1.0')
		const { valid, errors } = await new Validator().validate({ ...document })
		expect(errors).toBeUndefined()
		expect(valid).toBe(true)
	})

	it.each(rows.filter(({ row }) => row.file))('declares $title as a file', ({ row }) => {
		const responses = document.paths[row.path]?.get?.responses
		expect(responses?.['200']?.content).toEqual({ 'text/csv': { schema: { type: 'string' } } })
	})

	it.each(rows)('describes $title with its method and security', ({ title, row }) => {
		const path = row.path.replace(/:(\w+)/g, '{$1}')
		const operation = document.paths[path]?.[row.method.toLowerCase()]
		expect(operation?.operationId).toBe(title)
		expect(operation?.security).toHaveLength(row.access === 'public' ? 0 : 1)
	})
})
