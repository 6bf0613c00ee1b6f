import { STATUS_CODES } from 'node:http'
import { toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import { CandidateFields, ManagedCandidate } from '#contract/admin/candidates.ts'
import { CategoryConfig } from '#contract/admin/category-weights.ts'
import { ElectionFields, ManagedElection } from '#contract/admin/elections.ts'
import { ExtractionResult, ProposedPolicy } from '#contract/admin/extraction.ts'
import { TestPair } from '#contract/admin/knowledge-test.ts'
import { ADMIN_MESSAGES } from '#contract/admin/messages.ts'
import { ManagedPolicy, NewPolicy, PolicyFields, ReviewedPolicy } from '#contract/admin/policies.ts'
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
import { type CodedMessage, messageIn, messageOf } from '#contract/messages.ts'
import { InteractBody, QuizAttempt, QuizResults, QuizState } from '#contract/quiz.ts'
import { TestCandidate, TestSession } from '#contract/test-session.ts'
import { User } from '#contract/users.ts'
import { BODY_MAX_BYTES } from '#domain/limits.ts'

const TAGS: Readonly<Record<keyof typeof endpoints, string>> = {
	auth: 'Sign in, register, set a new password.',
	users: 'The signed-in user.',
	yourData: 'Download and erase what is held about the caller.',
	elections: 'Elections, as voters see them.',
	candidates: 'Candidates and their validated policies.',
	compareQuizzes: 'Compare quizzes of an election.',
	quiz: 'Take a compare quiz: attempts, answers and results.',
	quotes: "The candidates' own words behind the statements of a completed attempt.",
	knowledgeTest: 'The public policy knowledge test.',
	testConfig: 'The active pair of the knowledge test.',
	passwordResets: 'Open requests for a new password, for administrators.',
	health: 'Whether the server and its database answer.',
	adminStats: 'Figures of the dashboard.',
	categoryWeights: 'Weights of policy categories.',
	feedback: 'Feedback on the knowledge test, for administrators.',
	history: 'Who changed what.',
	manageCandidates: 'Administer candidates.',
	manageElections: 'Administer elections.',
	managePolicies: 'Administer policies.',
	manageQuizzes: 'Administer compare quizzes.',
	manageUsers: 'Administer users and their roles.',
	policies: 'Validated policies (another form of the call).',
	policyChecks: 'Check and measure the texts of policies.',
	policyExtraction: 'Find policies in pages, texts and files.',
	testManagement: 'Administer the knowledge test.',
	transfer: 'Import and export elections.',
}

const ELECTION_ID = '3f0c6a52-8f1f-4c2e-9a57-6a1a3f1c7b01'
const CANDIDATE_ID = '5b2d9f70-2c44-4f0b-8f0e-0d6f4b9e2a02'
const OTHER_ID = '6c3e0a81-3d55-4a1c-9a1f-1e7a5c0f3b03'
const POLICY_ID = '7d4f1b92-4e66-4b2d-8b2a-2f8b6d1a4c04'
const QUIZ_ID = '8e5a2ca3-5f77-4c3e-9c3b-3a9c7e2b5d05'
const ATTEMPT_ID = '9f6b3db4-6a88-4d4f-8d4c-4b0d8f3c6e06'

const election = {
	name: 'Mayor of Springfield',
	electionDate: '2026-11-03',
	jurisdiction: 'CITY',
	state: 'Illinois',
	county: null,
	city: 'Springfield',
	zipCode: null,
	active: true,
}
const candidate = {
	name: 'Ada Lovelace',
	website: 'https://ada.example.org',
	logo: null,
	party: 'Analytical Party',
	electionId: ELECTION_ID,
	electionIds: [ELECTION_ID],
}
const policy = {
	text: 'Build two hundred affordable homes in the city by 2030.',
	category: 'SOCIAL',
	importance: 1.2,
}
const compareQuiz = {
	name: 'Who shares your views?',
	electionId: ELECTION_ID,
	candidateIds: [CANDIDATE_ID, OTHER_ID],
	startDate: '2026-10-01',
	endDate: '2026-11-03',
	active: true,
	quizType: 'SCALE',
}
const user = { username: 'ada', email: 'ada@example.org', roles: ['ROLE_USER'] }

const EXAMPLES: Readonly<Record<string, unknown>> = {
	User: { id: OTHER_ID, ...user },
	Election: { id: ELECTION_ID, ...election },
	ElectionFields: election,
	ManagedElection: { id: ELECTION_ID, ...election, etag: '"4"', candidateCount: 3, quizCount: 1 },
	Candidate: { id: CANDIDATE_ID, ...candidate },
	CandidateFields: candidate,
	Policy: { id: POLICY_ID, candidateId: CANDIDATE_ID, ...policy, clarityScore: 8 },
	NewPolicy: { candidateId: CANDIDATE_ID, ...policy },
	PolicyFields: policy,
	CompareQuiz: { id: QUIZ_ID, ...compareQuiz, electionName: election.name },
	QuizFields: compareQuiz,
	QuizValidation: { valid: true, ...messageOf('quiz-ready'), policyCount: 20 },
	QuizState: {
		quizAttemptId: ATTEMPT_ID,
		compareQuizId: QUIZ_ID,
		status: 'IN_PROGRESS',
		quizType: 'SCALE',
		totalQuestions: 20,
		answeredQuestions: 1,
		currentQuestionNumber: 2,
		progressPercentage: 5,
		isComplete: false,
		currentQuestion: { policyId: POLICY_ID, policyText: policy.text, candidateId: CANDIDATE_ID },
		allPolicies: [{ id: POLICY_ID, text: policy.text, candidateId: CANDIDATE_ID, weight: 1.2 }],
		viewedPolicyIds: [],
		seed: 'a1b2',
		formula: 2,
		answers: [],
		revision: 12,
	},
	QuizResults: {
		quizAttemptId: ATTEMPT_ID,
		candidates: [
			{ id: CANDIDATE_ID, name: candidate.name, logo: null, alignmentPercentage: 81.3, rank: 1 },
			{ id: OTHER_ID, name: 'Grace Hopper', logo: null, alignmentPercentage: 62.5, rank: 2 },
		],
	},
	InteractBody: { interactionType: 'SCALE', policyId: POLICY_ID, value: 2, responseTimeMs: 4200 },
	AuthLoginBody: { username: 'ada', password: 'analytical engine' },
	AuthRegisterBody: { username: 'ada', email: 'ada@example.org', password: 'analytical engine' },
}

const MESSAGES: Readonly<Record<number, CodedMessage>> = {
	400: messageOf('invalid-input'),
	401: messageOf('sign-in-needed'),
	403: messageOf('action-forbidden'),
	404: messageOf('not-found'),
	409: messageOf('quiz-already-completed'),
	412: messageIn(ADMIN_MESSAGES, 'changed-meanwhile'),
	413: messageOf({ code: 'body-too-large', values: { bytes: BODY_MAX_BYTES } }),
	415: messageOf('body-not-json'),
	422: messageOf('key-reused'),
	429: messageOf('too-many-requests'),
	503: messageOf('service-busy'),
}

const exampleProblem = (status: number): Problem => {
	const { message, code, values } = MESSAGES[status] ?? messageOf('internal-error')
	return {
		type: 'about:blank',
		title: STATUS_CODES[status] ?? 'Error',
		status,
		detail: message,
		message,
		code,
		values: { ...values },
		...(status === 400 && {
			errors: [
				{ path: 'name', message: 'Election name is required' },
				{ path: 'username', message: 'Username is required', code: 'username-required' },
			],
		}),
	}
}

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
		description: 'A quoted string: the same key and body have one effect and one outcome.',
		schema: { type: 'string' },
		example: '"8e03978e-40d5-43e8-bc93-6894a57f9324"',
	},
	{
		name: ORDER_HEADER,
		in: 'header',
		required: false,
		description: 'The place of the operation in its stream: "<stream>";seq=<n>.',
		schema: { type: 'string' },
		example: '"phone";seq=3',
	},
]

const IF_MATCH_PARAMETER: Json = {
	name: IF_MATCH_HEADER,
	in: 'header',
	required: false,
	description:
		'The `etag` of the version that the change is meant for, or `*`: another version is 412. Without it the last write wins.',
	schema: { type: 'string' },
	example: '"4"',
}

const REFUSALS = {
	400: ['BadRequest', 'The input has the wrong form; `errors` names every bad field.'],
	401: ['Unauthorized', 'No sign-in, or one that has ended.'],
	403: ['Forbidden', 'Signed in, but not allowed to do this.'],
	404: ['NotFound', 'No such record, or not one of the caller.'],
	409: [
		'Conflict',
		'Not possible as things are; with `Retry-After`, the first call under the same key is still under way.',
	],
	412: ['PreconditionFailed', 'The record has another version than `If-Match` says.'],
	413: ['TooLarge', 'The body is larger than the operation takes.'],
	415: ['UnsupportedType', 'The body is not `application/json`.'],
	422: ['KeyReused', 'The idempotency key stands for another request.'],
	429: ['TooMany', 'Too many calls; `Retry-After` says when to come back.'],
	503: [
		'Unavailable',
		'Too busy, or the database is out of reach; `Retry-After` says when to come back.',
	],
} as const
type Refusal = keyof typeof REFUSALS

/** Operations without an idempotency key that can answer 409. */
const CONFLICTING = new Set([
	...['quiz.results', 'quiz.batch', 'quotes.ofAttempt', 'yourData.erase', 'knowledgeTest.batch'],
	...['knowledgeTest.saveProgress', 'policyExtraction.extract', 'policyExtraction.begin'],
])

const isLimited = ({ noun, name }: Row): boolean =>
	noun === 'auth' || noun === 'knowledgeTest' || (noun === 'yourData' && name === 'erase')

const refusalsOf = (each: Row): Refusal[] => {
	const { noun, name, row } = each
	const occurs: Readonly<Record<Refusal, boolean>> = {
		// Node itself answers 400 to an HTTP/1.1 request without a Host header.
		400: Boolean(row.params || row.query || row.body || row.idempotent) || noun === 'health',
		401: row.access !== 'public' || noun === 'auth',
		403: row.access !== 'public',
		404: Boolean(row.params || row.query || noun === 'testConfig' || row.body),
		409: row.idempotent === true || CONFLICTING.has(`${noun}.${name}`),
		412: row.conditional === true,
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
					description: 'Anything else that went wrong: `message` is for the person.',
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
