import * as v from 'valibot'
import { GivenPassword } from './auth.ts'
import { endpoint } from './endpoint.ts'
import {
	AttemptStatusName,
	Id,
	OptionalMoment,
	OptionalNumber,
	OptionalText,
	QuizTypeName,
	Uuid,
} from './fields.ts'
import { Demographics } from './knowledge-test.ts'

/** What the server holds about somebody. Every moment is in ISO 8601; `…Id` refers to an `id` elsewhere in the same data. */

/**
 * The account. Left out are the hash of the password, which is a secret, and the forms of name and address that the
 * server compares by, which say the same once more.
 */
const Account = v.object({
	id: Id,
	username: v.string(),
	email: OptionalText,
	roles: v.array(v.string()),
	createdAt: v.string(),
	/** Grows whenever every device was signed out. */
	signInGeneration: v.number(),
	/** The idempotency key of the registration. */
	registrationKey: OptionalText,
})

/** A request for a new password. What its link works by is a secret. */
const PasswordReset = v.object({
	id: Id,
	createdAt: v.string(),
	expiresAt: v.string(),
	usedAt: OptionalMoment,
	/** The link is kept, encrypted, for administrators to hand on. */
	linkKept: v.boolean(),
})

/** What the record of changes says of somebody: what was done to their account, and what they did. */
const Change = v.object({
	id: Id,
	at: v.string(),
	action: v.string(),
	/** What it was done to; details only where that is this account: others are theirs. */
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
})

/** One thing that was done in an attempt. */
const AttemptEvent = v.object({
	id: Id,
	at: v.string(),
	kind: v.string(),
	policyId: v.nullish(Id, null),
	value: OptionalNumber,
	selectedPolicyIds: v.nullish(v.array(Id), null),
	responseTimeMs: OptionalNumber,
	/** False for what was recorded but changed nothing. */
	applied: v.boolean(),
	idempotencyKey: OptionalText,
	/** Tells a repeated request from another under the same key. */
	requestDigest: v.string(),
	/** What was agreed to by beginning: the version of the text; null where nothing was said of it. */
	consent: OptionalText,
	/** The device's stream, and the place in it. */
	stream: OptionalText,
	sequence: OptionalNumber,
})

/** A candidate's figures in an attempt. */
const ResultData = v.object({
	candidateId: Id,
	name: v.string(),
	percentage: OptionalNumber,
	rank: OptionalNumber,
	weightedAgreement: v.number(),
	totalWeight: v.number(),
})

/** An attempt with everything that belongs to it. */
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
	/** When a reset left it unfinished. */
	leftByResetAt: OptionalMoment,
	/** What order and ties were drawn with. */
	seed: v.string(),
	/** Version of the score's formula. */
	formula: v.nullish(v.number(), 1),
	candidates: v.array(v.object({ id: Id, name: v.string() })),
	/** In the order in which they were asked. */
	statements: v.array(StatementData),
	answers: v.array(v.object({ policyId: Id, value: v.number() })),
	selectedPolicyIds: v.nullish(v.array(Id), null),
	/** Best first; null while the attempt is not completed. */
	results: v.nullish(v.array(ResultData), null),
	events: v.array(AttemptEvent),
})
export type AttemptData = v.InferOutput<typeof AttemptData>

/** The name of this form of data, and its version: one that means something else gets another number. */
export const ACCOUNT_DATA = { format: 'evenhand-account-data', version: 1 } as const

const head = {
	format: v.literal(ACCOUNT_DATA.format),
	version: v.literal(ACCOUNT_DATA.version),
	/** When it was read. */
	generatedAt: v.string(),
	account: Account,
	passwordResets: v.array(PasswordReset),
	/** The oldest first. */
	changes: v.array(Change),
	/** The oldest first. */
	attempts: v.array(AttemptData),
}

/** Everything that the server holds about somebody, in one. */
export const AccountData = v.object(head)
export type AccountData = v.InferOutput<typeof AccountData>

/** Where the next part begins: after this attempt and this change; null before the first of either. */
const Place = v.object({ afterAttempt: v.nullish(Id, null), afterChange: v.nullish(Id, null) })

const EraseBody = v.object({ password: GivenPassword })

/** The one field of the dialog that erases an account. */
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
			'Everything that is held about the caller, in parts: `next` says what to ask for the next one with, null ends it.',
		query: v.object({ afterAttempt: v.optional(Uuid), afterChange: v.optional(WholeNumber) }),
		reply: v.object({ ...head, next: v.nullish(Place, null) }),
	}),
	erase: endpoint({
		method: 'POST',
		path: '/users/profile/erasure',
		access: 'user',
		summary:
			"Erase the caller's account and everything held about them, on their password; 409 for the last administrator.",
		body: EraseBody,
		reply: v.object({ message: v.string() }),
	}),
} as const

/** What a device holds about whoever is signed in on it. Every moment is in ISO 8601. */

const Deed = v.object({
	/** The idempotency key. */
	id: v.string(),
	/** The attempt or the knowledge test that it belongs to, by the id on this device. */
	belongsTo: v.string(),
	what: v.string(),
	details: v.unknown(),
	tries: v.number(),
	nextTryAt: v.nullable(v.string()),
	/** Why the server did not accept it, and when; null where it waits. */
	reason: v.nullable(v.string()),
	refusedAt: v.nullable(v.string()),
})

const DeviceAttempt = v.object({
	id: v.string(),
	/** Null while the server has not heard of it. */
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
	/** Version of the score's formula. */
	formula: v.number(),
	/** In the order in which they are asked. */
	statements: v.array(
		v.object({
			policyId: v.string(),
			candidateId: v.string(),
			text: v.string(),
			weight: v.number(),
		}),
	),
	answers: v.array(v.object({ policyId: v.string(), value: v.number() })),
	selectedPolicyIds: v.nullable(v.array(v.string())),
	/** The server's figures, where this device has them. */
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
		}),
	),
	fetchedAt: v.string(),
	finishedAt: v.nullable(v.string()),
	feedbackGiven: v.boolean(),
	/** Stored so that the device can resend them if the server loses them. */
	told: v.optional(v.nullable(Demographics)),
	feedback: v.optional(v.array(v.string())),
	/** What of it is not sent yet, or was refused. */
	unsent: v.array(Deed),
})

/** What the device's database holds. */
export const DeviceHoldings = v.object({
	/** Quizzes of this voter, as this device knows them. */
	attempts: v.array(DeviceAttempt),
	/** What was done here and waits to be sent. */
	waiting: v.array(Deed),
	/** What was done here and the server did not accept. */
	refused: v.array(Deed),
	/** The names of elections that are kept for use without a connection. */
	savedElections: v.array(v.string()),
	/** They belong to this device and to no account. */
	knowledgeTests: v.array(DeviceTest),
})
export type DeviceHoldings = v.InferOutput<typeof DeviceHoldings>

/** Everything that the browser keeps, but never what signs in. */
const DeviceData = v.object({
	...DeviceHoldings.entries,
	/** "Remember me" was ticked. */
	remembered: v.boolean(),
	/** What stands in the browser's storages, by name. */
	settings: v.record(v.string(), v.string()),
})

/** The name of the file's form, and its version: one that means something else gets another number. */
export const YOUR_DATA = { format: 'evenhand-your-data', version: 1 } as const

/** The file that a voter saves. */
export const YourDataFile = v.object({
	format: v.literal(YOUR_DATA.format),
	version: v.literal(YOUR_DATA.version),
	savedAt: v.string(),
	username: v.string(),
	/** What a reader should know, in the reader's language. */
	notes: v.array(v.string()),
	/** What the server holds; null where it could not be asked. */
	server: v.nullable(AccountData),
	/** Why the server's part is not there; null where it is. */
	serverMissing: v.nullable(v.string()),
	device: DeviceData,
})
export type YourDataFile = v.InferOutput<typeof YourDataFile>
