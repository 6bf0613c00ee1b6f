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
	operator,
	policies,
	policySources,
	positions,
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
		/** Case-folded by the application: databases differ on the case of non-ASCII letters. */
		usernameKey: text('username_key').notNull().unique('users_username_key'),
		email: text('email').notNull(),
		emailKey: text('email_key').notNull().unique('users_email_key'),
		passwordHash: text('password_hash').notNull(),
		roles: text('roles').array().$type<Role[]>().notNull(),
		/** Included in tokens; incrementing it revokes all earlier ones. */
		tokenVersion: integer('token_version').notNull().default(1),
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

/** Password reset requests. A replaced request expires at once; expired rows are deleted within an hour. */
export const passwordResets = pgTable(
	'password_resets',
	{
		id: id(),
		/** Null for an unknown address, so both cases do the same work. */
		userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
		/** SHA-256 of the token. The token is never stored in plain text. */
		tokenHash: text('token_hash').notNull().unique('password_resets_token'),
		/** Encrypted token, while administrators may pass on the link; null if it is sent by email. */
		sealedToken: text('sealed_token'),
		createdAt: moment('created_at').notNull(),
		expiresAt: moment('expires_at').notNull(),
		usedAt: moment('used_at'),
		usedKey: text('used_key'),
	},
	(table) => [
		index('password_resets_user').on(table.userId),
		index('password_resets_expiry').on(table.expiresAt),
	],
)

export type ExtractionOutcome = Sent<(typeof policyExtraction)['extract']>

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
		label: text('label').notNull(),
		fingerprint: text('fingerprint').notNull(),
		sourceId: uuid('source_id').references(() => policySources.id, { onDelete: 'set null' }),
		result: jsonb('result').$type<ExtractionOutcome>(),
		createdAt: moment('created_at').notNull(),
		/** Heartbeat of the working process. After a minute without one the process is considered dead. */
		aliveAt: moment('alive_at').notNull(),
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

export const imports = pgTable('imports', {
	name: text('name').primaryKey(),
	importedAt: moment('imported_at').notNull(),
})

/** Quiz attempts. Statements and weights are frozen at the start; answers are folded from the events. */
export const attempts = pgTable(
	'attempts',
	{
		id: id(),
		userId: uuid('user_id')
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		/** Null after the quiz is deleted. The attempt is kept for the voter. */
		compareQuizId: uuid('compare_quiz_id').references(() => compareQuizzes.id, {
			onDelete: 'set null',
		}),
		electionId: uuid('election_id').references(() => elections.id, { onDelete: 'set null' }),
		quizName: text('quiz_name').notNull(),
		electionName: text('election_name').notNull(),
		quizType: text('quiz_type', { enum: QUIZ_TYPES }).notNull(),
		status: text('status', { enum: ATTEMPT_STATUSES }).notNull(),
		seed: text('seed').notNull(),
		/** Version of the score formula. Attempts older than this column use version 1. */
		formula: integer('formula').notNull().default(1),
		statements: jsonb('statements').$type<readonly Statement[]>().notNull(),
		candidates: jsonb('candidates').$type<readonly ComparedCandidate[]>().notNull(),
		startedAt: moment('started_at').notNull(),
		completedAt: moment('completed_at'),
		/** Set when a reset abandoned the attempt. */
		supersededAt: moment('superseded_at'),
	},
	(table) => [
		uniqueIndex('attempts_one_live')
			.on(table.userId, table.compareQuizId)
			.where(sql`${table.status} = 'IN_PROGRESS' and ${table.supersededAt} is null`),
		index('attempts_user').on(table.userId, table.startedAt),
		index('attempts_quiz').on(table.compareQuizId),
		// For purging elections.
		index('attempts_election').on(table.electionId),
		// For the preview of weight changes on the latest results.
		index('attempts_completed')
			.on(table.completedAt.desc().nullsFirst(), table.id.desc().nullsFirst())
			.where(sql`${table.status} = 'COMPLETED'`),
	],
)

/** Append-only log of voter actions. An idempotency key lives as long as the event that used it. */
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
		/** Hash of operation, target and body, to detect reuse of an idempotency key. */
		fingerprint: text('fingerprint').notNull(),
		kind: text('kind', { enum: ['START', 'INTERACT', 'COMPLETE', 'RESET'] }).notNull(),
		policyId: text('policy_id'),
		value: integer('value'),
		selected: jsonb('selected').$type<readonly string[]>(),
		responseTimeMs: integer('response_time_ms'),
		/** Version of the consent text accepted on start or reset; null if the call had none. */
		consent: text('consent'),
		stream: text('stream'),
		seq: bigint('seq', { mode: 'number' }),
		/** False for events without effect, such as late duplicates or a second start. */
		applied: boolean('applied').notNull(),
		at: moment('at').notNull(),
	},
	(table) => [
		uniqueIndex('attempt_events_key').on(table.userId, table.key),
		// For recently active users.
		index('attempt_events_user').on(table.userId, table.at),
		index('attempt_events_fold').on(table.attemptId, table.kind, table.policyId, table.id),
	],
)

/** Columns of rate-limiter-flexible. Expired rows are deleted within an hour: addresses are personal data. */
export const rateLimits = pgTable(
	'rate_limits',
	{
		key: text('key').primaryKey(),
		points: integer('points').notNull().default(0),
		expire: bigint('expire', { mode: 'number' }),
	},
	(table) => [index('rate_limits_expire').on(table.expire)],
)

/** Excludes actions on one's own account, which are the majority. */
export const isByAdmins = (action: SQLWrapper): SQL =>
	sql`${action} not in ('user.registered', 'user.password-reset', 'user.erased')`

/** Audit log, written in the transaction of each change. Also stores idempotency keys with their replies. */
export const audit = pgTable(
	'audit',
	{
		id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
		/** Null if the server acted or the actor was erased. */
		actorId: uuid('actor_id').references(() => users.id, { onDelete: 'set null' }),
		/** Noun and past participle: "election.updated". */
		action: text('action').notNull(),
		target: text('target').notNull(),
		name: text('name'),
		/** Fields by their API names; null if the record did not exist. */
		before: jsonb('before').$type<Snapshot>(),
		after: jsonb('after').$type<Snapshot>(),
		detail: jsonb('detail').$type<Record<string, unknown>>().notNull().default({}),
		at: moment('at').notNull(),
		key: text('key'),
		fingerprint: text('fingerprint'),
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

export type Snapshot = Readonly<Record<string, unknown>>
