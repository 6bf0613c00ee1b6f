import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import {
	bigint,
	boolean,
	index,
	integer,
	jsonb,
	pgTable,
	text,
	uniqueIndex,
	uuid,
} from 'drizzle-orm/pg-core'
import type { policyExtraction } from '#contract/admin/extraction.ts'
import type { Sent } from '#contract/endpoint.ts'
import { EXTRACTION_STAGES, EXTRACTION_STATES, SOURCE_KINDS } from '#domain/limits.ts'
import { ATTEMPT_STATUSES, QUIZ_TYPES, type Role, type Statement } from '#domain/types.ts'
import {
	type ComparedCandidate,
	candidates,
	compareQuizzes,
	elections,
	policySources,
} from './schema-catalogue.ts'
import { ginIndex, searchColumn } from './search.ts'
import { deletedIndex, deletion, id, moment, revised } from './sql.ts'

/** Every table: those of the catalogue and of the knowledge test have files of their own. */

export {
	type ComparedCandidate,
	candidateElections,
	candidates,
	catalogueChanges,
	categoryWeights,
	compareQuizCandidates,
	compareQuizzes,
	elections,
	logos,
	policies,
	policySources,
} from './schema-catalogue.ts'
export {
	type TestedPolicy,
	testConfigurations,
	testFeedback,
	testFeedbackMarks,
	testGuesses,
	testPolicyTallies,
	testSessions,
	testTallies,
} from './schema-knowledge-test.ts'

export const users = pgTable(
	'users',
	{
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
		revised: revised(),
		...deletion(),
		search: searchColumn('username', 'email'),
	},
	(table) => [
		index('users_order').on(table.usernameKey, table.id).where(sql`${table.deletedAt} is null`),
		ginIndex('users_search', table.search),
		deletedIndex('users_deleted', table.deletedAt),
		ginIndex('users_roles', table.roles),
	],
)

/**
 * Links to set a new password that were asked for. One that is replaced ends at that moment; all are deleted within the
 * hour after their end.
 */
export const passwordResets = pgTable(
	'password_resets',
	{
		id: id(),
		/** Null where the address has no account: asking takes the same work then. */
		userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
		/** SHA-256 of the token, which itself is stored nowhere in the clear. */
		tokenHash: text('token_hash').notNull().unique('password_resets_token'),
		/** The token, encrypted, for as long as administrators may hand on its link; never where mail carries it. */
		sealedToken: text('sealed_token'),
		createdAt: moment('created_at').notNull(),
		expiresAt: moment('expires_at').notNull(),
		usedAt: moment('used_at'),
		/** The idempotency key of the call that used it. */
		usedKey: text('used_key'),
	},
	(table) => [
		index('password_resets_user').on(table.userId),
		index('password_resets_expiry').on(table.expiresAt),
	],
)

/** What an extraction came to, as the API tells it. */
export type ExtractionOutcome = Sent<(typeof policyExtraction)['extract']>

/** Extractions that are under way, or have ended and wait to be saved. */
export const extractions = pgTable(
	'extractions',
	{
		id: id(),
		candidateId: uuid('candidate_id')
			.notNull()
			.references(() => candidates.id, { onDelete: 'cascade' }),
		status: text('status', { enum: EXTRACTION_STATES }).notNull(),
		stage: text('stage', { enum: EXTRACTION_STAGES }),
		done: integer('done').notNull().default(0),
		total: integer('total').notNull().default(0),
		kind: text('kind', { enum: SOURCE_KINDS }).notNull(),
		/** The address, the name of the file, or the first words of a text. */
		label: text('label').notNull(),
		/** Of what was asked for: tells whether a later call means the same source. */
		fingerprint: text('fingerprint').notNull(),
		sourceId: uuid('source_id').references(() => policySources.id, { onDelete: 'set null' }),
		result: jsonb('result').$type<ExtractionOutcome>(),
		createdAt: moment('created_at').notNull(),
		/** Grows while a process works on it: one that has not for a minute has lost its process. */
		aliveAt: moment('alive_at').notNull(),
		/** When its policies were saved. */
		savedAt: moment('saved_at'),
	},
	(table) => [
		index('extractions_candidate').on(table.candidateId, table.createdAt),
		index('extractions_created').on(table.createdAt),
		index('extractions_source').on(table.sourceId),
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
		/** Version of the score's formula. Attempts older than this column use the first. */
		formula: integer('formula').notNull().default(1),
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
		// For an election that goes for good.
		index('attempts_election').on(table.electionId),
		// What a change of weights is tried on: the newest results of all.
		index('attempts_completed')
			.on(table.completedAt.desc().nullsFirst(), table.id.desc().nullsFirst())
			.where(sql`${table.status} = 'COMPLETED'`),
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
		/** What the voter agreed to by a start or a reset: the version of the text; null where the call said nothing of it. */
		consent: text('consent'),
		stream: text('stream'),
		seq: bigint('seq', { mode: 'number' }),
		/** False for what was recorded but changed nothing: a late duplicate, a second start. */
		applied: boolean('applied').notNull(),
		at: moment('at').notNull(),
	},
	(table) => [
		uniqueIndex('attempt_events_key').on(table.userId, table.key),
		// Who answered lately.
		index('attempt_events_user').on(table.userId, table.at),
		index('attempt_events_fold').on(table.attemptId, table.kind, table.policyId, table.id),
	],
)

/**
 * How many calls came from where, until when. The columns, their names and their order are those that
 * rate-limiter-flexible writes. What has expired is deleted within the hour: an address
 * is a person's.
 */
export const rateLimits = pgTable(
	'rate_limits',
	{
		/** The limit's name and the address. */
		key: text('key').primaryKey(),
		points: integer('points').notNull().default(0),
		/** In ms since 1970. */
		expire: bigint('expire', { mode: 'number' }),
	},
	(table) => [index('rate_limits_expire').on(table.expire)],
)

/**
 * Who changed what, written in the transaction of the change. The events of attempts are their own record. The
 * idempotency key of a change is kept here, with its outcome.
 */
/** Changes by administrators and the server: without those that people make to their own account, which are most. */
export const isByAdmins = (action: SQLWrapper): SQL =>
	sql`${action} not in ('user.registered', 'user.password-reset', 'user.erased')`

export const audit = pgTable(
	'audit',
	{
		id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
		/** Null where no person acted: the server itself, at start. */
		actorId: uuid('actor_id').references(() => users.id, { onDelete: 'set null' }),
		/** The noun and what happened to it: "election.updated". */
		action: text('action').notNull(),
		target: text('target').notNull(),
		/** What the record was called. */
		name: text('name'),
		/** The record as it was, its fields as the API names them; null where it was not there. */
		before: jsonb('before').$type<Snapshot>(),
		after: jsonb('after').$type<Snapshot>(),
		detail: jsonb('detail').$type<Record<string, unknown>>().notNull().default({}),
		at: moment('at').notNull(),
		key: text('key'),
		/** Of the request: tells a repeated one from another under the same key. */
		fingerprint: text('fingerprint'),
		/** What the request was told. */
		reply: jsonb('reply'),
		search: searchColumn('name'),
	},
	(table) => [
		uniqueIndex('audit_key').on(table.actorId, table.key),
		index('audit_order').on(table.at, table.id),
		index('audit_target').on(table.target, table.at, table.id),
		index('audit_actor').on(table.actorId, table.at, table.id),
		index('audit_noun').on(sql`split_part(${table.action}, '.', 1)`, table.at, table.id),
		ginIndex('audit_search', table.search),
		index('audit_admins').on(table.at, table.id).where(isByAdmins(table.action)),
	],
)

/** The fields of a record at some moment. */
export type Snapshot = Readonly<Record<string, unknown>>
