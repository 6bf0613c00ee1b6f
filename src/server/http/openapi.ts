import { toJsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import {
	type Endpoint,
	IDEMPOTENCY_HEADER,
	IF_MATCH_HEADER,
	ORDER_HEADER,
} from '#contract/endpoint.ts'
import { Problem } from '#contract/problem.ts'
import { endpoints } from '#contract/table.ts'

type Json = Readonly<Record<string, unknown>>
interface Schema {
	readonly properties?: Json
	readonly allOf?: readonly Schema[]
}

/** The JSON Schema of what goes over the wire: a schema's input, before it is brought into one shape. */
const wire = (schema: v.GenericSchema): Json => {
	const { $schema: _, ...json } = toJsonSchema(schema, {
		target: 'draft-2020-12',
		typeMode: 'input',
		errorMode: 'ignore',
	})
	return json as Json
}

const parametersIn = (place: 'path' | 'query', schema: v.GenericSchema | undefined): Json[] => {
	if (schema === undefined) return []
	const { properties = {}, required = [] } = wire(schema) as {
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
		description: 'A quoted string: the same key and body have one effect and one outcome.',
		schema: { type: 'string' },
	},
	{
		name: ORDER_HEADER,
		in: 'header',
		required: false,
		description: 'The place of the operation in its stream: "<stream>";seq=<n>.',
		schema: { type: 'string' },
	},
]

const IF_MATCH_PARAMETER: Json = {
	name: IF_MATCH_HEADER,
	in: 'header',
	required: false,
	description:
		'The `etag` of the version that the change is meant for, or `*`: another version is 412. Without it the last write wins.',
	schema: { type: 'string' },
}

const bodyOf = (schema: v.GenericSchema): Json => ({
	required: schema.type !== 'optional',
	content: { 'application/json': { schema: wire(schema) } },
})

/** Whether a reply says the version of its record, which then stands in a header too. */
const hasEtag = ({ properties = {}, allOf = [] }: Schema): boolean =>
	'etag' in properties || allOf.some(hasEtag)

const responsesOf = (row: Endpoint): Json => ({
	[row.status ?? 200]: {
		description: 'Success.',
		...(hasEtag(wire(row.reply)) && { headers: { ETag: { schema: { type: 'string' } } } }),
		content: { [row.file?.type ?? 'application/json']: { schema: wire(row.reply) } },
	},
	default: {
		description: 'What went wrong: `message` is for the person, `errors` names bad fields.',
		content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
	},
})

const operationOf = (noun: string, name: string, row: Endpoint): Json => ({
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
	...(row.body && { requestBody: bodyOf(row.body) }),
	responses: responsesOf(row),
})

const describe = (): Json => {
	const paths: Record<string, Record<string, Json>> = {}
	for (const [noun, rows] of Object.entries(endpoints)) {
		for (const [name, row] of Object.entries<Endpoint>(rows)) {
			const path = row.path.replace(/:(\w+)/g, '{$1}')
			paths[path] = { ...paths[path], [row.method.toLowerCase()]: operationOf(noun, name, row) }
		}
	}
	return {
		openapi: '3.1.0',
		info: {
			title: 'Evenhand',
			version: '1',
			description: 'Compare policies objectively, without bias.',
		},
		servers: [{ url: '/api' }],
		paths,
		components: {
			schemas: { Problem: wire(Problem) },
			securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
		},
	}
}

let description: Json | undefined

/**
 * The API described as OpenAPI 3.1, generated from the contract's table when somebody asks for the first time: nobody
 * else need wait for it.
 */
export const describeApi = (): Json => {
	description ??= describe()
	return description
}
