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
	timestamp,
	uniqueIndex,
	uuid,
} from 'drizzle-orm/pg-core'
import {
	ATTEMPT_STATUSES,
	JURISDICTIONS,
	POLICY_CATEGORIES,
	QUIZ_TYPES,
	type Role,
	type Statement,
} from '#domain/types.ts'

/** Every table. Ids are made by the application, so that a row is known before it is written. */

const moment = (name: string) => timestamp(name, { withTimezone: true })
const id = () => uuid('id').primaryKey()

export const users = pgTable('users', {
	id: id(),
	username: text('username').notNull(),
	/** Folded by the application: databases disagree about the lower case of letters beyond ASCII. */
	usernameKey: text('username_key').notNull().unique('users_username_key'),
	email: text('email').notNull(),
	emailKey: text('email_key').notNull().unique('users_email_key'),
	passwordHash: text('password_hash').notNull(),
	roles: text('roles').array().$type<Role[]>().notNull(),
	/** A token carries it; raising it ends every token given out before. */
	tokenVersion: integer('token_version').notNull().default(1),
	/** The idempotency key of the registration that wrote the row. */
	registerKey: text('register_key').unique('users_register_key'),
	createdAt: moment('created_at').notNull(),
})

export const elections = pgTable('elections', {
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
})

export const candidates = pgTable('candidates', {
	id: id(),
	name: text('name').notNull(),
	party: text('party'),
	website: text('website'),
	logo: text('logo'),
	createdAt: moment('created_at').notNull(),
})

/** Where candidates stand. The lowest position is a candidate's primary election. */
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
		validationStatus: text('validation_status', {
			enum: ['PENDING', 'VALIDATED', 'NEEDS_REVIEW', 'REJECTED'],
		}).notNull(),
		clarityScore: doublePrecision('clarity_score'),
		complexityLevel: integer('complexity_level'),
		/** Where the statement comes from, in words: a plank, a page, a speech. */
		source: text('source'),
		createdAt: moment('created_at').notNull(),
	},
	(table) => [
		index('policies_candidate').on(table.candidateId, table.validationStatus),
		check('policies_importance', sql`${table.importance} > 0`),
	],
)

export const categoryWeights = pgTable(
	'category_weights',
	{
		category: text('category', { enum: POLICY_CATEGORIES }).primaryKey(),
		weight: doublePrecision('weight').notNull(),
		defaultWeight: doublePrecision('default_weight').notNull(),
		/** Why the weight is what it is: the research behind it. */
		source: text('source'),
		updatedAt: moment('updated_at').notNull(),
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
	},
	(table) => [index('compare_quizzes_election').on(table.electionId)],
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

/** The pairs of the knowledge test; one is active at a time. */
export const testConfigurations = pgTable(
	'test_configurations',
	{
		id: id(),
		candidate1Id: uuid('candidate1_id')
			.notNull()
			.references(() => candidates.id, { onDelete: 'cascade' }),
		candidate2Id: uuid('candidate2_id')
			.notNull()
			.references(() => candidates.id, { onDelete: 'cascade' }),
		active: boolean('active').notNull().default(false),
		createdAt: moment('created_at').notNull(),
	},
	(table) => [
		uniqueIndex('test_configurations_one_active').on(table.active).where(sql`${table.active}`),
		check('test_configurations_pair', sql`${table.candidate1Id} <> ${table.candidate2Id}`),
	],
)

export const settings = pgTable('settings', {
	key: text('key').primaryKey(),
	value: jsonb('value').notNull(),
	updatedAt: moment('updated_at').notNull(),
})

/** What has been imported, so that a later start does not import it again. */
export const imports = pgTable('imports', {
	name: text('name').primaryKey(),
	importedAt: moment('imported_at').notNull(),
})

/** A candidate as the attempt began: who is compared stays known when the catalogue changes. */
export interface ComparedCandidate {
	readonly id: string
	readonly name: string
	readonly logo: string | null
}

/** Attempts. What is asked and how it weighs is frozen when one begins; answers are folded from its events. */
export const attempts = pgTable(
	'attempts',
	{
		id: id(),
		userId: uuid('user_id')
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		/** Null once the quiz is deleted; the attempt stays the voter's. */
		compareQuizId: uuid('compare_quiz_id').references(() => compareQuizzes.id, {
			onDelete: 'set null',
		}),
		electionId: uuid('election_id').references(() => elections.id, { onDelete: 'set null' }),
		quizName: text('quiz_name').notNull(),
		electionName: text('election_name').notNull(),
		quizType: text('quiz_type', { enum: QUIZ_TYPES }).notNull(),
		status: text('status', { enum: ATTEMPT_STATUSES }).notNull(),
		seed: text('seed').notNull(),
		statements: jsonb('statements').$type<readonly Statement[]>().notNull(),
		candidates: jsonb('candidates').$type<readonly ComparedCandidate[]>().notNull(),
		startedAt: moment('started_at').notNull(),
		completedAt: moment('completed_at'),
		/** Set when a reset left the attempt unfinished. */
		supersededAt: moment('superseded_at'),
	},
	(table) => [
		uniqueIndex('attempts_one_live')
			.on(table.userId, table.compareQuizId)
			.where(sql`${table.status} = 'IN_PROGRESS' and ${table.supersededAt} is null`),
		index('attempts_user').on(table.userId, table.startedAt),
		index('attempts_quiz').on(table.compareQuizId),
	],
)

/**
 * What voters did, append-only: the record of an attempt and its audit trail. An idempotency key is unique on the row
 * that it wrote and lives as long as that row.
 */
export const attemptEvents = pgTable(
	'attempt_events',
	{
		id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
		attemptId: uuid('attempt_id')
			.notNull()
			.references(() => attempts.id, { onDelete: 'cascade' }),
		userId: uuid('user_id')
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		key: text('key'),
		/** Of the operation, its target and its body: tells a repeated request from another one under the same key. */
		fingerprint: text('fingerprint').notNull(),
		kind: text('kind', { enum: ['START', 'INTERACT', 'COMPLETE', 'RESET'] }).notNull(),
		policyId: text('policy_id'),
		value: integer('value'),
		selected: jsonb('selected').$type<readonly string[]>(),
		responseTimeMs: integer('response_time_ms'),
		stream: text('stream'),
		seq: bigint('seq', { mode: 'number' }),
		/** False for what was recorded but changed nothing: a late duplicate, a second start. */
		applied: boolean('applied').notNull(),
		at: moment('at').notNull(),
	},
	(table) => [
		uniqueIndex('attempt_events_key').on(table.userId, table.key),
		index('attempt_events_fold').on(table.attemptId, table.kind, table.policyId, table.id),
	],
)

/** Who changed what, written in the transaction of the change. The events of attempts are their own record. */
export const audit = pgTable(
	'audit',
	{
		id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
		/** Null where no person acted: the server itself, at start. */
		actorId: uuid('actor_id').references(() => users.id, { onDelete: 'set null' }),
		action: text('action').notNull(),
		target: text('target').notNull(),
		detail: jsonb('detail').$type<Record<string, unknown>>().notNull().default({}),
		at: moment('at').notNull(),
	},
	(table) => [index('audit_target').on(table.target)],
)
