import { randomUUID } from 'node:crypto'
import { and, asc, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { type AuditEntry, writeAudits } from '../db/audit.ts'
import type { Db } from '../db/open.ts'
import {
	candidateElections,
	candidates,
	compareQuizCandidates,
	compareQuizzes,
	elections,
	policies,
	positions,
	settings,
	testConfigurations,
} from '../db/schema.ts'
import {
	TEST_FEATURE,
	TEST_SWITCH,
	writePairAudit,
} from '../services/knowledge-test/configurations.ts'
import { groupBy, type YieldToEventLoop } from '../util.ts'
import { nameOf } from './drafts.ts'
import { countElections } from './existing.ts'
import { type Counts, type PlanContext, positionFields, type Write } from './planning.ts'

/** Rows per statement. PGlite runs in this process, so a large statement would block the event loop. */
const BATCH = 500

const batchesOf = function* <Row>(rows: readonly Row[]): Generator<Row[]> {
	for (let at = 0; at < rows.length; at += BATCH) yield rows.slice(at, at + BATCH)
}

interface Versioned {
	readonly id: string
	readonly revised: number
}

const fromExcluded = (table: PgTable): Record<string, SQL> =>
	Object.fromEntries(
		Object.entries(getTableColumns(table))
			.filter(([, { generated }]) => generated === undefined)
			.map(([key, { name }]) => [key, sql`excluded.${sql.identifier(name)}`]),
	)

const writeRows = async <Row extends Versioned>(
	tx: Db,
	table: PgTable & { readonly id: PgColumn },
	writes: readonly Write<Row>[],
	breathe: YieldToEventLoop,
): Promise<void> => {
	for (const batch of batchesOf(writes.filter(({ before }) => before === null))) {
		await tx.insert(table).values(batch.map(({ after }) => after))
		await breathe()
	}
	for (const batch of batchesOf(writes.filter(({ before }) => before !== null))) {
		const rows = batch.map(({ after }) => ({ ...after, revised: after.revised + 1 }))
		await tx
			.insert(table)
			.values(rows)
			.onConflictDoUpdate({ target: table.id, set: fromExcluded(table) })
		await breathe()
	}
}

const writeLinks = async (tx: Db, { writes, breathe }: PlanContext): Promise<void> => {
	for (const batch of batchesOf(writes.links)) {
		await tx.insert(candidateElections).values(batch)
		await breathe()
	}
	for (const batch of batchesOf(writes.compared)) {
		// Links of deleted candidates still exist.
		await tx.insert(compareQuizCandidates).values(batch).onConflictDoNothing()
		await breathe()
	}
	const leaving = groupBy(writes.uncompared, ({ compareQuizId }) => compareQuizId)
	for (const [quizId, links] of leaving) {
		const ids = links.map(({ candidateId }) => candidateId)
		await tx
			.delete(compareQuizCandidates)
			.where(
				and(
					eq(compareQuizCandidates.compareQuizId, quizId),
					inArray(compareQuizCandidates.candidateId, ids),
				),
			)
	}
}

export interface WrittenPair {
	readonly id: string
	readonly isNew: boolean
	readonly name: string
	readonly candidate1Id: string
	readonly candidate2Id: string
}

export interface WrittenTest {
	readonly pairs: readonly WrittenPair[]
	readonly ended: readonly (typeof testConfigurations.$inferSelect)[]
	/** The import opened the test to the public, because no administrator had set the switch before. */
	readonly opened: boolean
}

const writePairs = async (tx: Db, { writes, now }: PlanContext): Promise<WrittenTest> => {
	const written: WrittenPair[] = []
	const ended: WrittenTest['ended'][number][] = []
	for (const { id, name, ...pair } of writes.pairs) {
		// Only the latest pair is active.
		const before = await tx
			.update(testConfigurations)
			.set({ active: false })
			.where(eq(testConfigurations.active, true))
			.returning()
		ended.push(...before.filter((pair) => written.every((own) => own.id !== pair.id)))
		const row = { id: id ?? randomUUID(), ...pair, active: true, createdAt: now }
		await tx
			.insert(testConfigurations)
			.values(row)
			.onConflictDoUpdate({ target: testConfigurations.id, set: { active: true } })
		written.push({ id: row.id, isNew: id === null, name, ...pair })
	}
	if (written.length === 0) return { pairs: written, ended, opened: false }
	const opened = await tx
		.insert(settings)
		.values({ key: TEST_FEATURE, value: { enabled: true }, updatedAt: now })
		.onConflictDoNothing()
		.returning()
	return { pairs: written, ended, opened: opened.length > 0 }
}

export const writeImport = async (tx: Db, planning: PlanContext): Promise<WrittenTest> => {
	const { writes, breathe } = planning
	await writeRows(tx, elections, writes.elections, breathe)
	await writeRows(tx, candidates, writes.candidates, breathe)
	await writeRows(tx, policies, writes.policies, breathe)
	await writeRows(tx, positions, writes.positions, breathe)
	await writeRows(tx, compareQuizzes, writes.quizzes, breathe)
	await writeLinks(tx, planning)
	return writePairs(tx, planning)
}

type Entry = Omit<AuditEntry, 'actorId' | 'at' | 'once'>

const fieldsOf = (row: object): Record<string, unknown> => {
	const { id, search, createdAt, revised, deletedAt, deletedWith, ...fields } = row as Record<
		string,
		unknown
	>
	return fields
}

const entriesOf = <Row extends { readonly id: string }>(
	noun: string,
	writes: readonly Write<Row>[],
	linksOf: (row: Row, at: 'before' | 'after') => object = () => ({}),
): Entry[] =>
	writes.map(({ before, after }) => ({
		action: before === null ? `${noun}.created` : `${noun}.updated`,
		target: after.id,
		name: nameOf(after),
		before: before === null ? null : { ...fieldsOf(before), ...linksOf(before, 'before') },
		after: { ...fieldsOf(after), ...linksOf(after, 'after') },
	}))

const electionIdsAfter = async (
	tx: Db,
	{ writes }: PlanContext,
): Promise<Map<string, string[]>> => {
	const ids = writes.candidates.map(({ after }) => after.id)
	const byCandidate = new Map<string, string[]>()
	for (let at = 0; at < ids.length; at += BATCH) {
		const links = await tx
			.select()
			.from(candidateElections)
			.where(inArray(candidateElections.candidateId, ids.slice(at, at + BATCH)))
			.orderBy(asc(candidateElections.position), asc(candidateElections.electionId))
		for (const { candidateId, electionId } of links) {
			const theirs = byCandidate.get(candidateId)
			if (theirs === undefined) byCandidate.set(candidateId, [electionId])
			else theirs.push(electionId)
		}
	}
	return byCandidate
}

const candidateEntries = async (tx: Db, planning: PlanContext): Promise<Entry[]> => {
	const { writes } = planning
	const after = await electionIdsAfter(tx, planning)
	const added = groupBy(writes.links, ({ candidateId }) => candidateId)
	return entriesOf('candidate', writes.candidates, ({ id }, at) => {
		const ids = after.get(id) ?? []
		const fresh = (added.get(id) ?? []).map(({ electionId }) => electionId)
		const electionIds = at === 'after' ? ids : ids.filter((one) => !fresh.includes(one))
		return { electionId: electionIds[0] ?? null, electionIds }
	})
}

const positionEntries = ({ writes, existing }: PlanContext): Entry[] => {
	const names = new Map([...existing.candidates.values()].map(({ id, name }) => [id, name]))
	for (const { after } of writes.candidates) names.set(after.id, after.name)
	const texts = new Map([...existing.policies.values()].map(({ id, text }) => [id, text]))
	for (const { after } of writes.policies) texts.set(after.id, after.text)
	return writes.positions.map(({ before, after }) => {
		const there = before?.deletedAt === null ? before : null
		return {
			action: there === null ? 'position.created' : 'position.updated',
			target: after.id,
			name: `${names.get(after.candidateId)}: ${texts.get(after.policyId)}`,
			before: there && positionFields(there),
			after: positionFields(after),
		}
	})
}

const quizEntries = ({ writes, existing }: PlanContext): Entry[] => {
	const more = groupBy(writes.compared, ({ compareQuizId }) => compareQuizId)
	const fewer = groupBy(writes.uncompared, ({ compareQuizId }) => compareQuizId)
	return entriesOf('compareQuiz', writes.quizzes, ({ id }, at) => {
		const before = existing.compared.get(id) ?? []
		if (at === 'before') return { candidateIds: before }
		const gone = (fewer.get(id) ?? []).map(({ candidateId }) => candidateId)
		const added = (more.get(id) ?? []).map(({ candidateId }) => candidateId)
		return { candidateIds: [...before.filter((one) => !gone.includes(one)), ...added] }
	})
}

interface Counted {
	readonly before: (id: string) => Counts
	readonly after: (id: string) => Counts
}

const electionEntries = ({ writes }: PlanContext, { before, after }: Counted): Entry[] =>
	writes.imported.map(({ id, name, isNew, files }) => ({
		action: 'election.imported',
		target: id,
		name,
		before: isNew ? null : { ...before(id) },
		after: { ...after(id), files },
	}))

const pairEntries = (pairs: readonly WrittenPair[]): Entry[] =>
	pairs.map(({ id, isNew, name, candidate1Id, candidate2Id }) => {
		const pair = { candidate1Id, candidate2Id }
		return {
			action: isNew ? 'testConfiguration.created' : 'testConfiguration.updated',
			target: id,
			name,
			before: isNew ? null : { ...pair, isActive: false },
			after: { ...pair, isActive: true },
		}
	})

const TEST_OPENED: Entry = {
	action: 'testFeature.activated',
	...TEST_SWITCH,
	before: { featureEnabled: false },
	after: { featureEnabled: true },
}

interface Done {
	readonly actorId: string | null
	readonly test: WrittenTest
	readonly before: Counted['before']
}

/** Writes audit entries for each changed record and each election. Call after `writeImport`. */
export const writeImportAudit = async (
	tx: Db,
	planning: PlanContext,
	{ actorId, test, before }: Done,
): Promise<void> => {
	const { writes, now, breathe } = planning
	const after = await countElections(
		tx,
		writes.imported.map(({ id }) => id),
	)
	const entries = [
		...entriesOf('election', writes.elections),
		...(await candidateEntries(tx, planning)),
		...entriesOf('policy', writes.policies),
		...positionEntries(planning),
		...quizEntries(planning),
		...pairEntries(test.pairs),
		...(test.opened ? [TEST_OPENED] : []),
		// Last, so that the newest entries summarize the import.
		...electionEntries(planning, { before, after }),
	].map((entry) => ({ ...entry, actorId, at: now }))
	await writePairAudit(tx, { actorId, at: now }, test.ended, false)
	await writeAudits(tx, entries, breathe)
}
