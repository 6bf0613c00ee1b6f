import { randomUUID } from 'node:crypto'
import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { testManagement } from '#contract/admin/knowledge-test.ts'
import type { FieldError, HandlerInput, Sent } from '#contract/endpoint.ts'
import type { knowledgeTest, testConfig } from '#contract/knowledge-test.ts'
import { type AuditEntry, writeAudits } from '../../db/audit.ts'
import type { Db } from '../../db/open.ts'
import {
	type ComparedCandidate,
	candidates,
	settings,
	testConfigurations,
} from '../../db/schema.ts'
import { isRowId, rowId } from '../../db/sql.ts'
import { fieldError, invalid, notFound, serviceError } from '../../http/errors.ts'
import { type AdminContext, changeOnce } from '../admin-shared/change.ts'
import { ownPolicies } from '../candidates/read.ts'

export const TEST_FEATURE = 'testFeature'

interface ActiveTest {
	readonly id: string
	readonly candidate1: ComparedCandidate
	readonly candidate2: ComparedCandidate
	readonly createdAt: Date
}

export const isTestEnabled = async (db: Db): Promise<boolean> => {
	const [row] = await db
		.select({ value: settings.value })
		.from(settings)
		.where(eq(settings.key, TEST_FEATURE))
	const value = row?.value
	return typeof value === 'object' && value !== null && 'enabled' in value && value.enabled === true
}

export const findActiveTest = async (db: Db): Promise<ActiveTest | null> => {
	if (!(await isTestEnabled(db))) return null
	const [one, two] = [alias(candidates, 'one'), alias(candidates, 'two')]
	const [row] = await db
		.select({
			id: testConfigurations.id,
			createdAt: testConfigurations.createdAt,
			candidate1: { id: one.id, name: one.name, logo: one.logo },
			candidate2: { id: two.id, name: two.name, logo: two.logo },
		})
		.from(testConfigurations)
		.innerJoin(one, eq(one.id, testConfigurations.candidate1Id))
		.innerJoin(two, eq(two.id, testConfigurations.candidate2Id))
		.where(and(eq(testConfigurations.active, true), isNull(one.deletedAt), isNull(two.deletedAt)))
	return row ?? null
}

/** Returns the active configuration. @throws 404. */
export const getActiveTest = async (db: Db): Promise<Sent<typeof testConfig.active>> => {
	const active = await findActiveTest(db)
	if (active === null) throw notFound()
	const { id, candidate1, candidate2, createdAt } = active
	return {
		id,
		candidate1Id: candidate1.id,
		candidate2Id: candidate2.id,
		candidate1Name: candidate1.name,
		candidate2Name: candidate2.name,
		isActive: true,
		createdAt: createdAt.toISOString(),
	}
}

export const listTestCandidates = async (
	db: Db,
): Promise<Sent<typeof knowledgeTest.candidates>> => {
	const active = await findActiveTest(db)
	return active === null ? [] : [active.candidate1, active.candidate2]
}

type Rows = typeof testManagement
export type SentConfiguration = Sent<Rows['all']>[number]

/** Includes deleted candidates, whose names past tests still need. */
const findConfigurations = async (db: Db, where?: SQL): Promise<SentConfiguration[]> => {
	const [one, two] = [alias(candidates, 'one'), alias(candidates, 'two')]
	const found = await db
		.select({
			id: testConfigurations.id,
			candidate1Id: one.id,
			candidate2Id: two.id,
			candidate1Name: one.name,
			candidate2Name: two.name,
			isActive: testConfigurations.active,
			createdAt: testConfigurations.createdAt,
		})
		.from(testConfigurations)
		.innerJoin(one, eq(one.id, testConfigurations.candidate1Id))
		.innerJoin(two, eq(two.id, testConfigurations.candidate2Id))
		.where(where)
		.orderBy(asc(testConfigurations.createdAt), asc(testConfigurations.id))
	return found.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
}

export const listConfigurations = ({ db }: { readonly db: Db }): Promise<SentConfiguration[]> =>
	findConfigurations(db)

/** Returns a pair. @throws 404. */
export const getConfiguration = async (db: Db, id: string): Promise<SentConfiguration> => {
	const [pair] = await findConfigurations(db, eq(testConfigurations.id, rowId(id)))
	if (pair === undefined) throw notFound()
	return pair
}

type NotedPair = typeof testConfigurations.$inferSelect

export const writePairAudit = async (
	tx: Db,
	line: Pick<AuditEntry, 'actorId' | 'at'>,
	pairs: readonly NotedPair[],
	isActive: boolean,
): Promise<void> => {
	if (pairs.length === 0) return
	const ids = pairs.flatMap(({ candidate1Id, candidate2Id }) => [candidate1Id, candidate2Id])
	const people = await tx
		.select({ id: candidates.id, name: candidates.name })
		.from(candidates)
		.where(inArray(candidates.id, ids))
	const names = new Map(people.map(({ id, name }) => [id, name]))
	const entries = pairs.map(({ id, candidate1Id, candidate2Id }) => {
		const pair = { candidate1Id, candidate2Id }
		return {
			...line,
			action: isActive ? 'testConfiguration.activated' : 'testConfiguration.deactivated',
			target: id,
			name: `${names.get(candidate1Id)} vs ${names.get(candidate2Id)}`,
			before: { ...pair, isActive: !isActive },
			after: { ...pair, isActive },
		}
	})
	await writeAudits(tx, entries)
}

type Pair = HandlerInput<Rows['create']>['body']
type Feature = Sent<Rows['featureStatus']>

export const TEST_SWITCH = { target: 'test-feature', name: 'Test feature' }

const lineOf = ({ candidate1Name, candidate2Name, ...pair }: SentConfiguration) => ({
	target: String(pair.id),
	name: `${candidate1Name} vs ${candidate2Name}`,
	fields: { candidate1Id: pair.candidate1Id, candidate2Id: pair.candidate2Id },
})

const holdCandidates = (tx: Db, ids: readonly string[]) =>
	tx
		.select({ id: candidates.id, name: candidates.name, deletedAt: candidates.deletedAt })
		.from(candidates)
		.where(inArray(candidates.id, ids.filter(isRowId)))
		.orderBy(asc(candidates.id))
		.for('share')

const guardCandidates = async (tx: Db, pair: Pair): Promise<void> => {
	const held = await holdCandidates(tx, [pair.candidate1Id, pair.candidate2Id])
	const there = new Set(held.filter(({ deletedAt }) => deletedAt === null).map(({ id }) => id))
	const errors = (['candidate1Id', 'candidate2Id'] as const).flatMap((path): FieldError[] =>
		there.has(pair[path].toLowerCase()) ? [] : [fieldError(path, 'candidate-gone')],
	)
	if (errors.length > 0) throw invalid(errors)
	// The schema compares ids as text, which misses differences in case.
	if (held.length < 2) {
		throw invalid([fieldError('candidate2Id', 'test-pair-same')])
	}
}

/** Locks the table of pairs against writes until the transaction ends. Reads and references remain possible. */
const holdPairs = (tx: Db) =>
	tx.execute(sql`lock table ${testConfigurations} in share row exclusive mode`)

const guardNewPair = async (tx: Db, { candidate1Id: one, candidate2Id: other }: Pair) => {
	const both = [one, other].filter(isRowId)
	const { candidate1Id, candidate2Id } = testConfigurations
	const same = and(inArray(candidate1Id, both), inArray(candidate2Id, both))
	if ((await tx.$count(testConfigurations, same)) > 0) {
		throw invalid([fieldError('candidate2Id', 'test-pair-exists')])
	}
}

/** Creates an inactive pair. @throws 400 if a candidate does not exist or the pair already exists. */
export const createConfiguration = (
	context: AdminContext,
	body: Pair,
): Promise<SentConfiguration> =>
	changeOnce(context, { action: 'testConfiguration.created', target: null, body }, async (tx) => {
		await guardCandidates(tx, body)
		await holdPairs(tx)
		await guardNewPair(tx, body)
		const id = randomUUID()
		await tx.insert(testConfigurations).values({ id, ...body, createdAt: context.now })
		const told = await getConfiguration(tx, id)
		const { fields, ...line } = lineOf(told)
		return { ...line, before: null, after: { ...fields, isActive: false }, told }
	})

/** @throws 409 if a candidate of the pair is deleted or has no validated policies. */
const guardAskable = async (tx: Db, ids: readonly string[]): Promise<void> => {
	const held = await holdCandidates(tx, ids)
	const found = await ownPolicies(tx, ids)
	for (const { id, name, deletedAt } of held) {
		if (deletedAt !== null) {
			throw serviceError('conflict', { code: 'test-candidate-deleted', values: { name } })
		}
		if (!found.some(({ candidateId }) => candidateId === id)) {
			throw serviceError('conflict', { code: 'test-candidate-without-policy', values: { name } })
		}
	}
}

/** Makes a pair the only active one. @throws 404; 409 if a candidate is deleted or has no validated policies. */
export const activateConfiguration = (
	context: AdminContext,
	id: string,
): Promise<SentConfiguration> =>
	changeOnce(context, { action: 'testConfiguration.activated', target: id }, async (tx) => {
		const pair = await getConfiguration(tx, id)
		const { candidate1Id, candidate2Id, isActive } = pair
		if (isActive) return { target: null, told: pair }
		// Lock candidates before pairs, in the same order as the deletion of a candidate, to avoid deadlocks.
		await guardAskable(tx, [String(candidate1Id), String(candidate2Id)])
		await holdPairs(tx)
		const before = await getConfiguration(tx, id)
		if (before.isActive) return { target: null, told: before }
		const { active } = testConfigurations
		const ended = await tx
			.update(testConfigurations)
			.set({ active: false })
			.where(eq(active, true))
			.returning()
		await writePairAudit(tx, { actorId: context.user.id, at: context.now }, ended, false)
		await tx
			.update(testConfigurations)
			.set({ active: true })
			.where(eq(testConfigurations.id, rowId(id)))
		const told = { ...before, isActive: true }
		const { fields, ...line } = lineOf(told)
		return {
			...line,
			before: { ...fields, isActive: false },
			after: { ...fields, isActive: true },
			told,
		}
	})

/** Deletes a pair permanently, with its analytics. @throws 404. */
export const deleteConfiguration = (context: AdminContext, id: string): Promise<object> =>
	changeOnce(context, { action: 'testConfiguration.deleted', target: id }, async (tx) => {
		await holdPairs(tx)
		const pair = await getConfiguration(tx, id)
		await tx.delete(testConfigurations).where(eq(testConfigurations.id, rowId(id)))
		const { fields, ...line } = lineOf(pair)
		return { ...line, before: { ...fields, isActive: pair.isActive }, after: null, told: {} }
	})

export const readFeature = async ({ db }: { readonly db: Db }): Promise<Feature> => ({
	featureEnabled: await isTestEnabled(db),
})

const holdFeature = async (tx: Db, now: Date): Promise<void> => {
	const closed = { key: TEST_FEATURE, value: { enabled: false }, updatedAt: now }
	await tx.insert(settings).values(closed).onConflictDoNothing()
	await tx
		.select({ key: settings.key })
		.from(settings)
		.where(eq(settings.key, TEST_FEATURE))
		.for('update')
}

/** Switches the knowledge test on or off. @throws 409 when switching on without any pair. */
export const setFeature = (context: AdminContext, enabled: boolean): Promise<Feature> => {
	const action = enabled ? 'testFeature.activated' : 'testFeature.deactivated'
	return changeOnce(context, { action, target: null }, async (tx) => {
		if (enabled && (await tx.$count(testConfigurations)) === 0) {
			throw serviceError('conflict', 'test-needs-configuration')
		}
		await holdFeature(tx, context.now)
		const before = { featureEnabled: await isTestEnabled(tx) }
		const told = { featureEnabled: enabled }
		if (before.featureEnabled === enabled) return { target: null, told }
		await tx
			.update(settings)
			.set({ value: { enabled }, updatedAt: context.now })
			.where(eq(settings.key, TEST_FEATURE))
		return { ...TEST_SWITCH, before, after: told, told }
	})
}
