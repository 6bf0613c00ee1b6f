import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { Count, Day, Id, OptionalDay, OptionalText } from '../fields.ts'
import { pageOf, pageQuery, searchTerm } from './fields.ts'

/** A figure that a server may not have. */
const Figure = v.nullish(Count, null)

/** The dashboard's figures. */
export const AdminStats = v.object({
	totalUsers: Figure,
	/** Users who began or answered a quiz in the last 30 days: when somebody signs in is written down nowhere. */
	activeUsers: Figure,
	totalElections: Figure,
	activeElections: Figure,
	totalCandidates: Figure,
	totalPolicies: Figure,
	quizAttempts: Figure,
})
export type AdminStats = v.InferOutput<typeof AdminStats>

/** Ten rows at most of something that needs attention, and how many there are. */
const few = <const Row extends v.GenericSchema>(row: Row) =>
	v.object({ total: Count, rows: v.array(row) })

const Attention = v.object({
	/** Quizzes with the active flag that voters cannot take today, and why. */
	invalidQuizzes: few(v.object({ id: Id, name: v.string(), electionId: Id, message: v.string() })),
	/** Candidates who stand in an active election and have no validated policy. */
	withoutPolicies: few(v.object({ id: Id, name: v.string() })),
	/** Candidates with policies that wait for review (pending or needs review), and how many. */
	toReview: few(v.object({ id: Id, name: v.string(), count: Count })),
	/** Candidates of active elections with validated statements that are not neutral, and how many of them name someone. */
	concerns: v.nullish(
		few(v.object({ id: Id, name: v.string(), count: Count, naming: Count })),
		null,
	),
	/** Elections whose day is past and that are still active. */
	pastElections: few(v.object({ id: Id, name: v.string(), electionDate: Day })),
})
export type Attention = v.InferOutput<typeof Attention>

export const adminStats = {
	figures: endpoint({
		method: 'GET',
		path: '/admin/stats',
		access: 'admin',
		summary: 'How much there is of everything.',
		reply: AdminStats,
	}),
	attention: endpoint({
		method: 'GET',
		path: '/admin/attention',
		access: 'admin',
		summary: 'What needs an administrator.',
		reply: Attention,
	}),
} as const

/** The kinds of record that have a history: what stands before the dot of an action. */
export const HISTORY_NOUNS = [
	'election',
	'candidate',
	'compareQuiz',
	'user',
	'policy',
	'category',
	'testConfiguration',
	'testFeature',
	'import',
	'extraction',
	'logo',
] as const
export type HistoryNoun = (typeof HISTORY_NOUNS)[number]

/** A record as it was: its fields by name; null where it was not there. */
const Snapshot = v.nullish(v.record(v.string(), v.unknown()), null)

/** A change of a record: who, when, what, before, after. */
export const Change = v.object({
	id: Id,
	/** ISO 8601. */
	at: v.string(),
	/** Null where the server itself acted, or whoever did is no longer there: see `by`. */
	actor: v.nullish(v.object({ id: Id, username: v.string() }), null),
	/** Who acted where no actor is named; null where that is not known, as of older lines. */
	by: v.nullish(v.picklist(['server', 'erased']), null),
	/** The noun and what happened to it: "election.updated". */
	action: v.string(),
	/** The id of the record. */
	target: v.string(),
	/** What the record was called; null where that is not known. */
	name: OptionalText,
	before: Snapshot,
	after: Snapshot,
	/** Whether it is a deletion that can still be taken back, and until when. */
	restorableUntil: OptionalText,
})
export type Change = v.InferOutput<typeof Change>

export const history = {
	page: endpoint({
		method: 'GET',
		path: '/admin/history',
		access: 'admin',
		summary: 'What was changed, newest first, page by page. Days are UTC days, both included.',
		query: pageQuery({
			/** Of a record's name or id, or of who acted. */
			search: searchTerm,
			/** Only what administrators and the server did: without what people do to their own account. */
			by: v.optional(v.picklist(['admins'], 'must be admins')),
			noun: v.optional(v.picklist(HISTORY_NOUNS, `must be one of ${HISTORY_NOUNS.join(', ')}`)),
			/** The id of one record. */
			target: v.optional(v.pipe(v.string(), v.maxLength(200, 'is too long'))),
			/** Only deletions that can still be taken back. */
			deleted: v.optional(v.picklist(['true'], 'must be true')),
			from: OptionalDay,
			to: OptionalDay,
		}),
		reply: pageOf(Change),
	}),
} as const
