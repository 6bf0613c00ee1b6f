import { toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import { CandidateFields, ManagedCandidate } from '#contract/admin/candidates.ts'
import { CategoryConfig } from '#contract/admin/category-weights.ts'
import { ElectionFields, ManagedElection } from '#contract/admin/elections.ts'
import { ExtractionResult, ProposedPolicy } from '#contract/admin/extraction.ts'
import { TestPair } from '#contract/admin/knowledge-test.ts'
import { ManagedPolicy, NewPolicy, PolicyFields, ReviewedPolicy } from '#contract/admin/policies.ts'
import { Position, PositionFields, PositionGrid } from '#contract/admin/positions.ts'
import { ManagedQuiz, QuizFields, QuizPreview } from '#contract/admin/quizzes.ts'
import { ManagedUser } from '#contract/admin/users.ts'
import { Candidate, Policy } from '#contract/candidates.ts'
import { CompareQuiz, QuizValidation } from '#contract/compare-quizzes.ts'
import { Election } from '#contract/elections.ts'
import {
	type Endpoint,
	IDEMPOTENCY_HEADER,
	IF_MATCH_HEADER,
	ORDER_HEADER,
	Problem,
} from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import { Demographics } from '#contract/knowledge-test.ts'
import { InteractBody, QuizAttempt, QuizResults, QuizState } from '#contract/quiz.ts'
import { TestCandidate, TestSession } from '#contract/test-session.ts'
import { User } from '#contract/users.ts'
import { EXAMPLES, exampleProblem, TAGS } from './openapi-examples.ts'

type Json = Readonly<Record<string, unknown>>
interface Schema {
	readonly properties?: Json
	readonly allOf?: readonly Schema[]
}

const NOUNS: Readonly<Record<string, v.GenericSchema>> = {
	...{ Problem, User, Election, Candidate, Policy, CompareQuiz, QuizValidation },
	...{
		QuizState,
		QuizResults,
		QuizAttempt,
		InteractBody,
		TestCandidate,
		TestSession,
		Demographics,
	},
	...{ ManagedUser, ManagedElection, ElectionFields, ManagedCandidate, CandidateFields },
	...{
		ManagedQuiz,
		QuizFields,
		QuizPreview,
		ManagedPolicy,
		PolicyFields,
		NewPolicy,
		ReviewedPolicy,
	},
	...{ Position, PositionFields, PositionGrid },
	...{ CategoryConfig, TestPair, ProposedPolicy, ExtractionResult },
}

const rows = Object.entries(endpoints).flatMap(([noun, group]) =>
	Object.entries<Endpoint>(group).map(([name, row]) => ({ noun, name, row })),
)
type Row = (typeof rows)[number]

const CONFIG = { target: 'draft-2020-12', typeMode: 'input', errorMode: 'ignore' } as const
const inComponents = (id: string): string => `#/components/schemas/${id}`

interface Wrapping {
	readonly type: string
	readonly item?: v.GenericSchema
	readonly wrapped?: v.GenericSchema
}

const coreOf = (schema: v.GenericSchema): v.GenericSchema => {
	const { type, item, wrapped } = schema as v.GenericSchema & Wrapping
	if (type === 'array' && item !== undefined) return coreOf(item)
	return wrapped === undefined ? schema : coreOf(wrapped)
}

const isNoun = ({ type }: v.GenericSchema): boolean =>
	['object', 'strict_object', 'variant', 'union'].includes(type)

const pascal = (...words: readonly string[]): string =>
	words.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`).join('')

const nameSchemas = (): Record<string, v.GenericSchema> => {
	const named = new Map(Object.entries(NOUNS).map(([name, schema]) => [schema, name]))
	for (const { noun, name, row } of rows) {
		for (const [part, schema] of [
			['Body', row.body],
			['Reply', row.reply],
		] as const) {
			if (schema === undefined) continue
			const core = coreOf(schema)
			if (isNoun(core) && !named.has(core)) named.set(core, pascal(noun, name, part))
		}
	}
	return Object.fromEntries([...named].map(([schema, name]) => [name, schema]))
}

const parametersIn = (place: 'path' | 'query', schema: v.GenericSchema | undefined): Json[] => {
	if (schema === undefined) return []
	const { properties = {}, required = [] } = toJsonSchema(schema, CONFIG) as {
		properties?: Record<string, Json>
		required?: string[]
	}
	return Object.entries(properties).map(([name, property]) => ({
		name,
		in: place,
		required: place === 'path' || required.includes(name),
		schema: property,
	}))
}

const HEADER_PARAMETERS: readonly Json[] = [
	{
		name: IDEMPOTENCY_HEADER,
		in: 'header',
		required: false,
		description:
			'Quoted string. Requests with the same key and body take effect once and get the same reply.',
		schema: { type: 'string' },
		example: '"8e03978e-40d5-43e8-bc93-6894a57f9324"',
	},
	{
		name: ORDER_HEADER,
		in: 'header',
		required: false,
		description: 'Position of the operation in its stream: "<stream>";seq=<n>.',
		schema: { type: 'string' },
		example: '"phone";seq=3',
	},
]

const IF_MATCH_PARAMETER: Json = {
	name: IF_MATCH_HEADER,
	in: 'header',
	required: false,
	description:
		'`etag` of the version to change, or `*`. Returns 412 for another version. Without it the last write wins.',
	schema: { type: 'string' },
	example: '"4"',
}

const REFUSALS = {
	400: ['BadRequest', 'Invalid input. `errors` lists each invalid field.'],
	401: ['Unauthorized', 'Not signed in, or the sign-in has expired.'],
	403: ['Forbidden', 'Signed in, but not allowed to do this.'],
	404: ['NotFound', 'No such record, or it belongs to another user.'],
	409: [
		'Conflict',
		'Conflicts with the current state. With `Retry-After`: the first request with this key is still in progress.',
	],
	412: [
		'PreconditionFailed',
		'A record has another version than `If-Match` or the `etag` in the body.',
	],
	413: ['TooLarge', 'The body exceeds the size limit.'],
	415: ['UnsupportedType', 'The body is not `application/json`.'],
	422: ['KeyReused', 'The idempotency key was used for another request.'],
	429: ['TooMany', 'Too many requests. Retry after `Retry-After`.'],
	503: ['Unavailable', 'Too busy, or the database is unavailable. Retry after `Retry-After`.'],
} as const
type Refusal = keyof typeof REFUSALS

/** Operations without an idempotency key that can answer 409. */
const CONFLICTING = new Set([
	...['quiz.results', 'quiz.batch', 'quotes.ofAttempt', 'yourData.erase', 'knowledgeTest.batch'],
	...['knowledgeTest.saveProgress', 'policyExtraction.extract', 'policyExtraction.begin'],
])

/** Public calls without input. Their only refusal is Node's own: 400 to an HTTP/1.1 request without a Host header. */
const WITHOUT_INPUT = new Set(['about', 'health'])

/** Operations that take versions in the body. */
const VERSIONED = new Set(['managePositions.setMany', 'managePositions.merge'])

const isLimited = ({ noun, name }: Row): boolean =>
	noun === 'auth' || noun === 'knowledgeTest' || (noun === 'yourData' && name === 'erase')

const refusalsOf = (each: Row): Refusal[] => {
	const { noun, name, row } = each
	const occurs: Readonly<Record<Refusal, boolean>> = {
		400: Boolean(row.params || row.query || row.body || row.idempotent) || WITHOUT_INPUT.has(noun),
		401: row.access !== 'public' || noun === 'auth',
		403: row.access !== 'public',
		404: Boolean(row.params || row.query || noun === 'testConfig' || row.body),
		409: row.idempotent === true || CONFLICTING.has(`${noun}.${name}`),
		412: row.conditional === true || VERSIONED.has(`${noun}.${name}`),
		413: row.body !== undefined,
		415: row.body !== undefined,
		422: row.idempotent === true,
		429: isLimited(each),
		503: true,
	}
	return Object.keys(occurs)
		.map((status) => Number(status) as Refusal)
		.filter((status) => occurs[status])
}

const hasEtag = ({ properties = {}, allOf = [] }: Schema): boolean =>
	'etag' in properties || allOf.some(hasEtag)

const problemContent = (example?: Json): Json => ({
	'application/problem+json': {
		schema: { $ref: inComponents('Problem') },
		...(example && { example }),
	},
})

const describe = (): Json => {
	const definitions = nameSchemas()
	const config = {
		...CONFIG,
		definitions,
		overrideRef: ({ referenceId }: { readonly referenceId: string }) => inComponents(referenceId),
	}
	/** JSON Schema of the wire format: the input side of a schema, before transformations. */
	const wire = (schema: v.GenericSchema): Json => {
		const { $schema: _, $defs: __, ...json } = toJsonSchema(schema, config)
		return json as Json
	}
	const schemas = toJsonSchemaDefs(definitions, {
		...CONFIG,
		overrideRef: config.overrideRef,
	}) as Record<string, Json>

	const responsesOf = (each: Row): Json => {
		const { row } = each
		const replied = toJsonSchema(row.reply, CONFIG) as Schema
		return {
			[row.status ?? 200]: {
				description: 'Success.',
				...(hasEtag(replied) && { headers: { ETag: { schema: { type: 'string' } } } }),
				content: { [row.file?.type ?? 'application/json']: { schema: wire(row.reply) } },
			},
			...Object.fromEntries(
				refusalsOf(each).map((status) => [
					status,
					{ $ref: `#/components/responses/${REFUSALS[status][0]}` },
				]),
			),
			default: { $ref: '#/components/responses/Error' },
		}
	}

	const operationOf = (each: Row): Json => {
		const { noun, name, row } = each
		return {
			operationId: `${noun}.${name}`,
			tags: [noun],
			summary: row.summary,
			security: row.access === 'public' ? [] : [{ bearer: [] }],
			parameters: [
				...parametersIn('path', row.params),
				...parametersIn('query', row.query),
				...(row.idempotent ? HEADER_PARAMETERS : []),
				...(row.conditional ? [IF_MATCH_PARAMETER] : []),
			],
			...(row.body && {
				requestBody: {
					required: row.body.type !== 'optional',
					content: { 'application/json': { schema: wire(row.body) } },
				},
			}),
			responses: responsesOf(each),
		}
	}

	const paths: Record<string, Record<string, Json>> = {}
	for (const each of rows) {
		const path = each.row.path.replace(/:(\w+)/g, '{$1}')
		paths[path] = { ...paths[path], [each.row.method.toLowerCase()]: operationOf(each) }
	}
	return {
		openapi: '3.1.0',
		info: {
			title: 'Evenhand',
			version: '1',
			description: 'Compare policies objectively, without bias.',
			license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
		},
		servers: [{ url: '/api' }],
		tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
		paths,
		components: {
			schemas: Object.fromEntries(
				Object.entries(schemas).map(([name, schema]) => [
					name,
					name in EXAMPLES ? { ...schema, examples: [EXAMPLES[name]] } : schema,
				]),
			),
			responses: {
				...Object.fromEntries(
					Object.entries(REFUSALS).map(([status, [name, description]]) => [
						name,
						{ description, content: problemContent(exampleProblem(Number(status))) },
					]),
				),
				Error: {
					description: 'Any other error. `message` is for the user.',
					content: problemContent(exampleProblem(500)),
				},
			},
			securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
		},
	}
}

let description: Json | undefined

/** Returns the OpenAPI 3.1 document, generated from the contract on the first call. */
export const describeApi = (): Json => {
	description ??= describe()
	return description
}
