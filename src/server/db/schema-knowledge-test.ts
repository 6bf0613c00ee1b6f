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

/** The tables of the knowledge test. */

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

/** A policy as a session asks it, frozen when it starts. */
export interface TestedPolicy {
	readonly policyId: string
	readonly text: string
	readonly candidateId: string
}

/** Sessions of the knowledge test. Nobody signs in for one: whoever knows its id, which nobody can guess, has it. */
export const testSessions = pgTable(
	'test_sessions',
	{
		id: id(),
		/** The configuration that was active; null where the two candidates were named, and once it is deleted. */
		configurationId: uuid('configuration_id').references(() => testConfigurations.id, {
			onDelete: 'set null',
		}),
		candidate1: jsonb('candidate1').$type<ComparedCandidate>().notNull(),
		candidate2: jsonb('candidate2').$type<ComparedCandidate>().notNull(),
		policies: jsonb('policies').$type<readonly TestedPolicy[]>().notNull(),
		salt: text('salt').notNull(),
		startKey: text('start_key').unique('test_sessions_start_key'),
		/** Of the request that started it: tells a repeated one from another under the same key. */
		fingerprint: text('fingerprint').notNull(),
		startedAt: moment('started_at').notNull(),
		completedAt: moment('completed_at'),
		completeKey: text('complete_key'),
		age: text('age', { enum: TEST_AGES }),
		gender: text('gender', { enum: TEST_GENDERS }),
		/** Whether the tallies hold it. Completing a session leaves that to housekeeping: no voter waits for another. */
		tallied: boolean('tallied').notNull().default(false),
	},
	(table) => [
		index('test_sessions_configuration').on(table.configurationId, table.completedAt),
		// What a purge looks through: the unfinished, oldest first.
		index('test_sessions_unfinished').on(table.startedAt).where(sql`${table.completedAt} is null`),
		index('test_sessions_untallied')
			.on(table.configurationId, table.id)
			.where(
				sql`${table.completedAt} is not null and not ${table.tallied} and ${table.configurationId} is not null`,
			),
	],
)

/** The first guess of each policy. There is no second: the primary key sees to it. */
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

/** What the sessions of a pair have come to that are tallied: sums, by who took the test and how much was right. */
export const testTallies = pgTable(
	'test_tallies',
	{
		configurationId: configurationId(),
		/** As it was chosen; empty where nothing was said. */
		age: text('age').notNull(),
		gender: text('gender').notNull(),
		/** 1 for 0 to 10 percent of right guesses, 2 for 11 to 20, and so on. */
		bucket: integer('bucket').notNull(),
		sessions: count('sessions'),
		/** The sum of their percentages. Sums of numerics are exact, in whatever order they are added. */
		accuracy: numeric('accuracy').notNull(),
		responseTimeMs: count('response_time_ms'),
		timedGuesses: count('timed_guesses'),
	},
	(table) => [
		primaryKey({ columns: [table.configurationId, table.age, table.gender, table.bucket] }),
	],
)

/** How the policies of a pair were guessed in the sessions that are tallied. */
export const testPolicyTallies = pgTable(
	'test_policy_tallies',
	{
		configurationId: configurationId(),
		policyId: text('policy_id').notNull(),
		/** As the latest of the sessions asked it. */
		text: text('text').notNull(),
		candidateName: text('candidate_name'),
		/** When that session began. */
		askedAt: moment('asked_at').notNull(),
		guesses: count('guesses'),
		wrongGuesses: count('wrong_guesses'),
	},
	(table) => [primaryKey({ columns: [table.configurationId, table.policyId] })],
)

/** What visitors tell of the test. */
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

/**
 * The place of every thousandth feedback, in the order of their moments: a page is found from the nearest one, and the
 * number of all from the last one.
 */
export const testFeedbackMarks = pgTable('test_feedback_marks', {
	/** How many feedback there are up to this one, itself included. */
	ordinal: bigint('ordinal', { mode: 'number' }).primaryKey(),
	submittedAt: moment('submitted_at').notNull(),
	feedbackId: uuid('feedback_id').notNull(),
})
