import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { Count, Day, Id, OptionalDay, OptionalText } from '../fields.ts'
import { pageOf, pageQuery, searchTerm } from './fields.ts'

/** Null if the server does not send the figure. */
const Figure = v.nullish(Count, null)

export const AdminStats = v.object({
	totalUsers: Figure,
	/** Users who started or answered a quiz in the last 30 days; logins are not recorded. */
	activeUsers: Figure,
	totalElections: Figure,
	activeElections: Figure,
	totalCandidates: Figure,
	totalPolicies: Figure,
	quizAttempts: Figure,
})
export type AdminStats = v.InferOutput<typeof AdminStats>

/** At most ten rows of something that needs attention, with the total count. */
const few = <const Row extends v.GenericSchema>(row: Row) =>
	v.object({ total: Count, rows: v.array(row) })

const Attention = v.object({
	invalidQuizzes: few(v.object({ id: Id, name: v.string(), electionId: Id, message: v.string() })),
	withoutPolicies: few(v.object({ id: Id, name: v.string() })),
	toReview: few(v.object({ id: Id, name: v.string(), count: Count })),
	/**
	 * Candidates of active elections with validated statements that are not neutral; `naming` counts those that name
	 * someone.
	 */
	concerns: v.nullish(
		few(v.object({ id: Id, name: v.string(), count: Count, naming: Count })),
		null,
	),
	pastElections: few(v.object({ id: Id, name: v.string(), electionDate: Day })),
})
export type Attention = v.InferOutput<typeof Attention>

export const adminStats = {
	figures: endpoint({
		method: 'GET',
		path: '/admin/stats',
		access: 'admin',
		summary: 'Get the dashboard statistics.',
		reply: AdminStats,
	}),
	attention: endpoint({
		method: 'GET',
		path: '/admin/attention',
		access: 'admin',
		summary: 'Get the items that need an administrator.',
		reply: Attention,
	}),
} as const

/** Record kinds with a history: the part of an action before the dot. */
export const HISTORY_NOUNS = [
	'election',
	'candidate',
	'compareQuiz',
	'user',
	'policy',
	'position',
	'category',
	'operator',
	'testConfiguration',
	'testFeature',
	'import',
	'extraction',
	'logo',
] as const
export type HistoryNoun = (typeof HISTORY_NOUNS)[number]

/** Fields of a record at one time; null if it did not exist. */
const Snapshot = v.nullish(v.record(v.string(), v.unknown()), null)

export const Change = v.object({
	id: Id,
	/** ISO 8601. */
	at: v.string(),
	/** Null if the server acted or the account no longer exists; see `by`. */
	actor: v.nullish(v.object({ id: Id, username: v.string() }), null),
	/** Acting party if `actor` is null; null if unknown, as in old entries. */
	by: v.nullish(v.picklist(['server', 'erased']), null),
	action: v.string(),
	target: v.string(),
	name: OptionalText,
	before: Snapshot,
	after: Snapshot,
	/** Deadline for undoing a deletion; null if it cannot be undone. */
	restorableUntil: OptionalText,
})
export type Change = v.InferOutput<typeof Change>

export const history = {
	page: endpoint({
		method: 'GET',
		path: '/admin/history',
		access: 'admin',
		summary:
			'Page through the change history, newest first. `from` and `to` are inclusive UTC days.',
		query: pageQuery({
			search: searchTerm,
			/** Only changes by administrators and the server, not by users to their own accounts. */
			by: v.optional(v.picklist(['admins'], 'must be admins')),
			noun: v.optional(v.picklist(HISTORY_NOUNS, `must be one of ${HISTORY_NOUNS.join(', ')}`)),
			target: v.optional(v.pipe(v.string(), v.maxLength(200, 'is too long'))),
			deleted: v.optional(v.picklist(['true'], 'must be true')),
			from: OptionalDay,
			to: OptionalDay,
		}),
		reply: pageOf(Change),
	}),
} as const
