import { sql } from 'drizzle-orm'
import {
	bigint,
	boolean,
	check,
	index,
	integer,
	jsonb,
	numeric,
	pgTable,
	primaryKey,
	text,
	uniqueIndex,
	uuid,
} from 'drizzle-orm/pg-core'
import { TEST_AGES, TEST_GENDERS } from '#domain/limits.ts'
import { type ComparedCandidate, candidates } from './schema-catalogue.ts'
import { id, moment } from './sql.ts'

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

/** A policy frozen at the start of a session. */
export interface TestedPolicy {
	readonly policyId: string
	readonly text: string
	readonly candidateId: string
}

/** Anonymous sessions of the knowledge test. The unguessable id is the only credential. */
export const testSessions = pgTable(
	'test_sessions',
	{
		id: id(),
		/** Null if the candidates were chosen directly or the configuration was deleted. */
		configurationId: uuid('configuration_id').references(() => testConfigurations.id, {
			onDelete: 'set null',
		}),
		candidate1: jsonb('candidate1').$type<ComparedCandidate>().notNull(),
		candidate2: jsonb('candidate2').$type<ComparedCandidate>().notNull(),
		policies: jsonb('policies').$type<readonly TestedPolicy[]>().notNull(),
		salt: text('salt').notNull(),
		startKey: text('start_key').unique('test_sessions_start_key'),
		fingerprint: text('fingerprint').notNull(),
		startedAt: moment('started_at').notNull(),
		completedAt: moment('completed_at'),
		completeKey: text('complete_key'),
		age: text('age', { enum: TEST_AGES }),
		gender: text('gender', { enum: TEST_GENDERS }),
		/** True once included in the tallies. A background job does that, so voters do not wait for each other. */
		tallied: boolean('tallied').notNull().default(false),
	},
	(table) => [
		index('test_sessions_configuration').on(table.configurationId, table.completedAt),
		// For the purge of unfinished sessions, oldest first.
		index('test_sessions_unfinished').on(table.startedAt).where(sql`${table.completedAt} is null`),
		index('test_sessions_untallied')
			.on(table.configurationId, table.id)
			.where(
				sql`${table.completedAt} is not null and not ${table.tallied} and ${table.configurationId} is not null`,
			),
	],
)

/** The primary key prevents a second guess per policy. */
export const testGuesses = pgTable(
	'test_guesses',
	{
		sessionId: uuid('session_id')
			.notNull()
			.references(() => testSessions.id, { onDelete: 'cascade' }),
		policyId: text('policy_id').notNull(),
		candidateId: text('candidate_id').notNull(),
		correct: boolean('correct').notNull(),
		responseTimeMs: integer('response_time_ms').notNull(),
		key: text('key'),
		at: moment('at').notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.sessionId, table.policyId] }),
		uniqueIndex('test_guesses_key').on(table.sessionId, table.key),
	],
)

const configurationId = () =>
	uuid('configuration_id')
		.notNull()
		.references(() => testConfigurations.id, { onDelete: 'cascade' })

const count = (name: string) => bigint(name, { mode: 'number' }).notNull()

export const testTallies = pgTable(
	'test_tallies',
	{
		configurationId: configurationId(),
		/** Empty if not stated. */
		age: text('age').notNull(),
		gender: text('gender').notNull(),
		/** Score bucket: 1 for 0 to 10 percent correct guesses, 2 for 11 to 20, and so on. */
		bucket: integer('bucket').notNull(),
		sessions: count('sessions'),
		/** Sum of percentages. Numeric sums are exact in any order. */
		accuracy: numeric('accuracy').notNull(),
		responseTimeMs: count('response_time_ms'),
		timedGuesses: count('timed_guesses'),
	},
	(table) => [
		primaryKey({ columns: [table.configurationId, table.age, table.gender, table.bucket] }),
	],
)

export const testPolicyTallies = pgTable(
	'test_policy_tallies',
	{
		configurationId: configurationId(),
		policyId: text('policy_id').notNull(),
		/** Text in the most recent session. */
		text: text('text').notNull(),
		candidateName: text('candidate_name'),
		askedAt: moment('asked_at').notNull(),
		guesses: count('guesses'),
		wrongGuesses: count('wrong_guesses'),
	},
	(table) => [primaryKey({ columns: [table.configurationId, table.policyId] })],
)

export const testFeedback = pgTable(
	'test_feedback',
	{
		id: id(),
		sessionId: uuid('session_id')
			.notNull()
			.references(() => testSessions.id, { onDelete: 'cascade' }),
		text: text('text').notNull(),
		key: text('key'),
		submittedAt: moment('submitted_at').notNull(),
	},
	(table) => [
		uniqueIndex('test_feedback_key').on(table.sessionId, table.key),
		index('test_feedback_submitted').on(table.submittedAt, table.id),
	],
)

/** Every thousandth entry, so that paging and counting start at the nearest mark. */
export const testFeedbackMarks = pgTable('test_feedback_marks', {
	ordinal: bigint('ordinal', { mode: 'number' }).primaryKey(),
	submittedAt: moment('submitted_at').notNull(),
	feedbackId: uuid('feedback_id').notNull(),
})
