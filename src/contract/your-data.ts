import * as v from 'valibot'
import { GivenPassword } from './auth.ts'
import { endpoint } from './endpoint.ts'
import {
	AttemptStatusName,
	codeFields,
	Id,
	OptionalMoment,
	OptionalNumber,
	OptionalText,
	PositionsField,
	QuizTypeName,
	Uuid,
} from './fields.ts'
import { Demographics } from './knowledge-test.ts'

/**
 * Personal data that the server stores about a user. Timestamps are ISO 8601; `…Id` refers to an `id` in the same data.
 */

/** The account, without the password hash (a secret) and the normalized username and email (redundant). */
const Account = v.object({
	id: Id,
	username: v.string(),
	email: OptionalText,
	roles: v.array(v.string()),
	createdAt: v.string(),
	/** Incremented when all devices are signed out. */
	signInGeneration: v.number(),
	registrationKey: OptionalText,
})

const PasswordReset = v.object({
	id: Id,
	createdAt: v.string(),
	expiresAt: v.string(),
	usedAt: OptionalMoment,
	linkKept: v.boolean(),
})

const Change = v.object({
	id: Id,
	at: v.string(),
	action: v.string(),
	/** Affected record. `detail` is given only for the user's own account, because other records concern other people. */
	target: v.string(),
	detail: v.nullish(v.record(v.string(), v.unknown()), null),
	byYou: v.boolean(),
})

const StatementData = v.object({
	policyId: Id,
	candidateId: Id,
	text: v.string(),
	weight: v.number(),
	category: OptionalText,
	importance: OptionalNumber,
	clarity: OptionalNumber,
	complexity: OptionalNumber,
	/** Of candidates other than the owner. */
	positions: PositionsField,
	background: OptionalText,
	backgroundSource: OptionalText,
})

const AttemptEvent = v.object({
	id: Id,
	at: v.string(),
	kind: v.string(),
	policyId: v.nullish(Id, null),
	value: OptionalNumber,
	selectedPolicyIds: v.nullish(v.array(Id), null),
	responseTimeMs: OptionalNumber,
	/** False if the event had no effect. */
	applied: v.boolean(),
	idempotencyKey: OptionalText,
	/** Distinguishes a retry from a different request with the same key. */
	requestDigest: v.string(),
	consent: OptionalText,
	stream: OptionalText,
	sequence: OptionalNumber,
})

const ResultData = v.object({
	candidateId: Id,
	name: v.string(),
	percentage: OptionalNumber,
	rank: OptionalNumber,
	weightedAgreement: v.number(),
	totalWeight: v.number(),
	/** Percentages that the candidate's unknown positions allow. */
	low: OptionalNumber,
	high: OptionalNumber,
})

const AttemptData = v.object({
	id: Id,
	quizId: v.nullish(Id, null),
	quizName: v.string(),
	quizType: QuizTypeName,
	electionId: v.nullish(Id, null),
	electionName: OptionalText,
	status: AttemptStatusName,
	startedAt: v.string(),
	completedAt: OptionalMoment,
	leftByResetAt: OptionalMoment,
	seed: v.string(),
	formula: v.nullish(v.number(), 1),
	candidates: v.array(v.object({ id: Id, name: v.string() })),
	statements: v.array(StatementData),
	/** Null if skipped. */
	answers: v.array(v.object({ policyId: Id, value: v.nullable(v.number()) })),
	selectedPolicyIds: v.nullish(v.array(Id), null),
	/** True if completed with statements that were neither answered nor skipped. */
	finishedEarly: v.nullish(v.boolean(), false),
	/** Best first; null until completed. */
	results: v.nullish(v.array(ResultData), null),
	events: v.array(AttemptEvent),
})
export type AttemptData = v.InferOutput<typeof AttemptData>

/** Format marker and version; increase the version for incompatible changes. */
export const ACCOUNT_DATA = { format: 'evenhand-account-data', version: 1 } as const

const head = {
	format: v.literal(ACCOUNT_DATA.format),
	version: v.literal(ACCOUNT_DATA.version),
	generatedAt: v.string(),
	account: Account,
	passwordResets: v.array(PasswordReset),
	/** Oldest first. */
	changes: v.array(Change),
	/** Oldest first. */
	attempts: v.array(AttemptData),
}

export const AccountData = v.object(head)
export type AccountData = v.InferOutput<typeof AccountData>

/** Cursor of the next part; null before the first attempt or change. */
const Place = v.object({ afterAttempt: v.nullish(Id, null), afterChange: v.nullish(Id, null) })

const EraseBody = v.object({ password: GivenPassword })

export const EraseForm = EraseBody

const WholeNumber = v.pipe(
	v.string('must be a text'),
	v.regex(/^\d{1,15}$/, 'must be a whole number'),
)

export const yourData = {
	read: endpoint({
		method: 'GET',
		path: '/users/profile/data',
		access: 'user',
		summary:
			"Export all of the caller's data in parts. Pass `next` as the query for the next part; null marks the last one.",
		query: v.object({ afterAttempt: v.optional(Uuid), afterChange: v.optional(WholeNumber) }),
		reply: v.object({ ...head, next: v.nullish(Place, null) }),
	}),
	erase: endpoint({
		method: 'POST',
		path: '/users/profile/erasure',
		access: 'user',
		summary:
			"Erase the caller's account and all their data. Requires the password; 409 for the last administrator.",
		body: EraseBody,
		reply: v.object({ message: v.string(), ...codeFields }),
	}),
} as const

/** Personal data that a device stores about its user. Timestamps are ISO 8601. */

const Deed = v.object({
	/** Idempotency key. */
	id: v.string(),
	belongsTo: v.string(),
	what: v.string(),
	details: v.unknown(),
	tries: v.number(),
	nextTryAt: v.nullable(v.string()),
	/** Reason and time of the refusal; null while waiting. */
	reason: v.nullable(v.string()),
	refusedAt: v.nullable(v.string()),
})

const DeviceAttempt = v.object({
	id: v.string(),
	/** Null until the server has created it. */
	serverId: v.nullable(v.string()),
	quizId: v.string(),
	quizName: v.string(),
	quizType: v.string(),
	electionId: v.nullable(v.string()),
	electionName: v.nullable(v.string()),
	status: v.string(),
	startedAt: v.nullable(v.string()),
	completedAt: v.nullable(v.string()),
	leftByReset: v.boolean(),
	seed: v.string(),
	formula: v.number(),
	statements: v.array(
		v.object({
			policyId: v.string(),
			candidateId: v.string(),
			text: v.string(),
			weight: v.number(),
			/** Of candidates other than the owner. */
			positions: PositionsField,
		}),
	),
	/** Null if skipped. */
	answers: v.array(v.object({ policyId: v.string(), value: v.nullable(v.number()) })),
	selectedPolicyIds: v.nullable(v.array(v.string())),
	results: v.nullable(
		v.array(
			v.object({
				candidateId: v.nullable(v.string()),
				name: v.string(),
				percentage: v.nullable(v.number()),
				rank: v.nullable(v.number()),
			}),
		),
	),
})

const DeviceTest = v.object({
	id: v.string(),
	candidates: v.array(v.object({ id: v.nullable(v.string()), name: v.string() })),
	guesses: v.array(
		v.object({
			policyId: v.string(),
			policyText: v.string(),
			guessedCandidateId: v.string(),
			responseTimeMs: v.number(),
			correct: v.nullable(v.boolean()),
			gradedByServer: v.boolean(),
			guessedAt: v.optional(v.nullable(v.string())),
		}),
	),
	fetchedAt: v.string(),
	finishedAt: v.nullable(v.string()),
	feedbackGiven: v.boolean(),
	/** Stored so that the device can resend them if the server loses them. */
	told: v.optional(v.nullable(Demographics)),
	feedback: v.optional(v.array(v.string())),
	unsent: v.array(Deed),
})

/** Voter's own notes on an attempt, which are never sent. */
const DeviceNotes = v.object({
	attemptId: v.string(),
	choice: v.nullable(v.object({ candidateId: v.nullable(v.string()), text: v.string() })),
	/** Statements answered to break a tie; null if skipped or not answered yet. */
	tieBreak: v.array(
		v.object({
			policyId: v.string(),
			candidateId: v.string(),
			text: v.string(),
			value: v.nullable(v.number()),
		}),
	),
	/** Statements that the voter marked, by policy id. */
	priorities: v.record(v.string(), v.picklist(['important', 'out'])),
})

export const DeviceHoldings = v.object({
	attempts: v.array(DeviceAttempt),
	waiting: v.array(Deed),
	refused: v.array(Deed),
	savedElections: v.array(v.string()),
	notes: v.optional(v.array(DeviceNotes)),
	/** Not tied to an account. */
	knowledgeTests: v.array(DeviceTest),
})
export type DeviceHoldings = v.InferOutput<typeof DeviceHoldings>

/** Everything that the browser stores, except credentials. */
const DeviceData = v.object({
	...DeviceHoldings.entries,
	remembered: v.boolean(),
	settings: v.record(v.string(), v.string()),
})

/** Format marker and version; increase the version for incompatible changes. */
export const YOUR_DATA = { format: 'evenhand-your-data', version: 1 } as const

export const YourDataFile = v.object({
	format: v.literal(YOUR_DATA.format),
	version: v.literal(YOUR_DATA.version),
	savedAt: v.string(),
	username: v.string(),
	notes: v.array(v.string()),
	/** Null if the server could not be reached. */
	server: v.nullable(AccountData),
	serverMissing: v.nullable(v.string()),
	device: DeviceData,
})
export type YourDataFile = v.InferOutput<typeof YourDataFile>
