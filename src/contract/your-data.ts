import * as v from 'valibot'
import { GivenPassword } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { AttemptStatusName, OptionalMoment, OptionalNumber, QuizTypeName, Uuid } from './fields.ts'
import { Id, OptionalText } from './primitives.ts'

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
