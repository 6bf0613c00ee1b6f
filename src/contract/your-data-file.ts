import * as v from 'valibot'
import { Demographics } from './knowledge-test.ts'
import { AccountData } from './your-data.ts'

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
