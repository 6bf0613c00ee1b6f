import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { OptionalDay } from './fields.ts'
import { pageOf, pageQuery, searchTerm } from './paging.ts'
import { Id, OptionalText } from './primitives.ts'

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
