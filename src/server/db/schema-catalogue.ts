import { sql } from 'drizzle-orm'
import {
	bigint,
	boolean,
	check,
	date,
	doublePrecision,
	index,
	integer,
	jsonb,
	pgTable,
	primaryKey,
	text,
	uniqueIndex,
	uuid,
} from 'drizzle-orm/pg-core'
import type { Block } from '#domain/extraction/text.ts'
import { SOURCE_KINDS } from '#domain/limits.ts'
import { MEASURED_FIELDS, POLICY_STATUSES, PRIORITY_DEFAULT } from '#domain/policies.ts'
import { JURISDICTIONS, POLICY_CATEGORIES, POSITION_GIVERS, QUIZ_TYPES } from '#domain/types.ts'
import { ginIndex, searchColumn } from './search.ts'
import { bytes, deletedIndex, deletion, deletionWith, id, moment, revised } from './sql.ts'

/** Why a validated statement may name a candidate or party, and the names it covers. */
export interface Override {
	readonly reason: string
	readonly names: readonly string[]
}

export const elections = pgTable(
	'elections',
	{
		id: id(),
		name: text('name').notNull(),
		electionDate: date('election_date', { mode: 'string' }).notNull(),
		jurisdiction: text('jurisdiction', { enum: JURISDICTIONS }).notNull(),
		state: text('state'),
		county: text('county'),
		city: text('city'),
		zipCode: text('zip_code'),
		active: boolean('active').notNull().default(true),
		createdAt: moment('created_at').notNull(),
		revised: revised(),
		...deletionWith(),
		search: searchColumn('name', 'state', 'county', 'city', 'zip_code'),
	},
	(table) => [
		index('elections_order')
			.on(table.electionDate.desc().nullsFirst(), table.name, table.id)
			.where(sql`${table.deletedAt} is null`),
		ginIndex('elections_search', table.search),
		deletedIndex('elections_deleted', table.deletedAt),
	],
)

export const candidates = pgTable(
	'candidates',
	{
		id: id(),
		name: text('name').notNull(),
		party: text('party'),
		website: text('website'),
		/** URL, or the path of an uploaded {@link logos} row. */
		logo: text('logo'),
		createdAt: moment('created_at').notNull(),
		revised: revised(),
		...deletionWith(),
		search: searchColumn('name', 'party'),
	},
	(table) => [
		index('candidates_order').on(table.name, table.id).where(sql`${table.deletedAt} is null`),
		ginIndex('candidates_search', table.search),
		deletedIndex('candidates_deleted', table.deletedAt),
		index('candidates_logo').on(table.logo),
	],
)

export const logos = pgTable('logos', {
	hash: text('hash').primaryKey(),
	bytes: bytes('bytes').notNull(),
	createdAt: moment('created_at').notNull(),
	/** Last time a candidate referenced it. */
	seenAt: moment('seen_at').notNull(),
})

/** Candidacies. The lowest position is the candidate's primary election. */
export const candidateElections = pgTable(
	'candidate_elections',
	{
		candidateId: uuid('candidate_id')
			.notNull()
			.references(() => candidates.id, { onDelete: 'cascade' }),
		electionId: uuid('election_id')
			.notNull()
			.references(() => elections.id, { onDelete: 'cascade' }),
		position: integer('position').notNull().default(0),
	},
	(table) => [
		primaryKey({ columns: [table.candidateId, table.electionId] }),
		index('candidate_elections_election').on(table.electionId),
	],
)

/** Text of the sources of extracted policies. Contains each policy's quote verbatim. */
export const policySources = pgTable(
	'policy_sources',
	{
		id: id(),
		candidateId: uuid('candidate_id')
			.notNull()
			.references(() => candidates.id, { onDelete: 'cascade' }),
		kind: text('kind', { enum: SOURCE_KINDS }).notNull(),
		/** URL as entered; redirect targets may contain private data. */
		url: text('url'),
		title: text('title'),
		text: text('text').notNull(),
		blocks: jsonb('blocks').$type<readonly Block[]>().notNull(),
		createdAt: moment('created_at').notNull(),
	},
	(table) => [index('policy_sources_candidate').on(table.candidateId)],
)

export const policies = pgTable(
	'policies',
	{
		id: id(),
		candidateId: uuid('candidate_id')
			.notNull()
			.references(() => candidates.id, { onDelete: 'cascade' }),
		text: text('text').notNull(),
		category: text('category', { enum: POLICY_CATEGORIES }).notNull(),
		importance: doublePrecision('importance').notNull().default(1),
		validationStatus: text('validation_status', { enum: POLICY_STATUSES }).notNull(),
		clarityScore: doublePrecision('clarity_score'),
		biasScore: doublePrecision('bias_score'),
		effectivenessScore: doublePrecision('effectiveness_score'),
		complexityLevel: integer('complexity_level'),
		priority: integer('priority').notNull().default(PRIORITY_DEFAULT),
		prioritySource: text('priority_source'),
		keywords: text('keywords').array().notNull().default([]),
		source: text('source'),
		/** Verbatim quote behind an extracted policy, and its offset in the source. */
		quote: text('quote'),
		quoteStart: integer('quote_start'),
		sourceId: uuid('source_id').references(() => policySources.id, { onDelete: 'set null' }),
		sourceUrl: text('source_url'),
		/** Fields set by a person; null on rows older than this column. */
		setByHand: text('set_by_hand', { enum: MEASURED_FIELDS }).array(),
		override: jsonb('validation_override').$type<Override>(),
		/** Neutral explanation for voters, with its source. */
		background: text('background'),
		backgroundSource: text('background_source'),
		createdAt: moment('created_at').notNull(),
		revised: revised(),
		...deletionWith(),
	},
	(table) => [
		index('policies_source').on(table.sourceId),
		index('policies_candidate').on(table.candidateId, table.validationStatus),
		// Partial index for the dashboard's count of policies to review.
		index('policies_to_review')
			.on(table.candidateId)
			.where(
				sql`${table.deletedAt} is null and ${table.validationStatus} in ('PENDING', 'NEEDS_REVIEW')`,
			),
		deletedIndex('policies_deleted', table.deletedAt),
		check('policies_importance', sql`${table.importance} > 0`),
	],
)

/** Positions of candidates on statements of others. The owner's is not stored: it is 2. */
export const positions = pgTable(
	'positions',
	{
		id: id(),
		policyId: uuid('policy_id')
			.notNull()
			.references(() => policies.id, { onDelete: 'cascade' }),
		candidateId: uuid('candidate_id')
			.notNull()
			.references(() => candidates.id, { onDelete: 'cascade' }),
		/** -2 (against) to 2 (for). */
		value: integer('value').notNull(),
		quote: text('quote'),
		source: text('source'),
		url: text('url'),
		note: text('note'),
		status: text('status', { enum: POLICY_STATUSES }).notNull(),
		givenBy: text('given_by', { enum: POSITION_GIVERS }).notNull(),
		createdAt: moment('created_at').notNull(),
		revised: revised(),
		...deletion(),
	},
	(table) => [
		uniqueIndex('positions_cell').on(table.policyId, table.candidateId),
		index('positions_candidate').on(table.candidateId),
		deletedIndex('positions_deleted', table.deletedAt),
		check('positions_value', sql`${table.value} between -2 and 2`),
	],
)

export const categoryWeights = pgTable(
	'category_weights',
	{
		category: text('category', { enum: POLICY_CATEGORIES }).primaryKey(),
		weight: doublePrecision('weight').notNull(),
		defaultWeight: doublePrecision('default_weight').notNull(),
		source: text('source'),
		updatedAt: moment('updated_at').notNull(),
		revised: revised(),
	},
	(table) => [check('category_weights_weight', sql`${table.weight} > 0`)],
)

export const compareQuizzes = pgTable(
	'compare_quizzes',
	{
		id: id(),
		name: text('name').notNull(),
		electionId: uuid('election_id')
			.notNull()
			.references(() => elections.id, { onDelete: 'cascade' }),
		quizType: text('quiz_type', { enum: QUIZ_TYPES }).notNull(),
		startDate: date('start_date', { mode: 'string' }),
		endDate: date('end_date', { mode: 'string' }),
		active: boolean('active').notNull().default(true),
		createdAt: moment('created_at').notNull(),
		revised: revised(),
		...deletionWith(),
		search: searchColumn('name'),
	},
	(table) => [
		index('compare_quizzes_election').on(table.electionId),
		index('compare_quizzes_order')
			.on(table.createdAt.desc().nullsFirst(), table.id)
			.where(sql`${table.deletedAt} is null`),
		ginIndex('compare_quizzes_search', table.search),
		deletedIndex('compare_quizzes_deleted', table.deletedAt),
	],
)

export const compareQuizCandidates = pgTable(
	'compare_quiz_candidates',
	{
		compareQuizId: uuid('compare_quiz_id')
			.notNull()
			.references(() => compareQuizzes.id, { onDelete: 'cascade' }),
		candidateId: uuid('candidate_id')
			.notNull()
			.references(() => candidates.id, { onDelete: 'cascade' }),
	},
	(table) => [
		primaryKey({ columns: [table.compareQuizId, table.candidateId] }),
		index('compare_quiz_candidates_candidate').on(table.candidateId),
	],
)

/** A candidate frozen at the start of an attempt, so later catalogue changes do not affect it. */
export interface ComparedCandidate {
	readonly id: string
	readonly name: string
	readonly logo: string | null
}

/** The operator of the installation, for /about. At most one row. */
export const operator = pgTable(
	'operator',
	{
		id: integer('id').primaryKey().default(1),
		name: text('name').notNull(),
		contact: text('contact').notNull(),
		text: text('text'),
		revised: revised(),
	},
	(table) => [check('operator_one', sql`${table.id} = 1`)],
)

/** Change counter: the sum of `changes`. Triggers add a row per write (`migrations/0009_catalogue_changes.sql`). */
export const catalogueChanges = pgTable('catalogue_changes', {
	changes: bigint({ mode: 'number' }).notNull(),
})
