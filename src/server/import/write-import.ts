import { randomUUID } from 'node:crypto'
import { and, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Breathe } from '../breathing.ts'
import {
	candidateElections,
	candidates,
	compareQuizCandidates,
	compareQuizzes,
	elections,
	policies,
	settings,
	testConfigurations,
} from '../db/schema.ts'
import type { Db } from '../db/types.ts'
import { groupBy } from '../grouping.ts'
import { TEST_FEATURE } from '../services/knowledge-test/configuration.ts'
import type { Planning, Write } from './planning.ts'

/** So many rows go into one statement: a database in this process lets nobody else have a turn meanwhile. */
const BATCH = 500

const batchesOf = function* <Row>(rows: readonly Row[]): Generator<Row[]> {
	for (let at = 0; at < rows.length; at += BATCH) yield rows.slice(at, at + BATCH)
}

interface Versioned {
	readonly id: string
	readonly revised: number
}

/** Sets every column of a row to what the statement brings; generated ones follow by themselves. */
const fromExcluded = (table: PgTable): Record<string, SQL> =>
	Object.fromEntries(
		Object.entries(getTableColumns(table))
			.filter(([, { generated }]) => generated === undefined)
			.map(([key, { name }]) => [key, sql`excluded.${sql.identifier(name)}`]),
	)

/** Writes rows of a table: new ones as they are, changed ones as their next version. */
const writeRows = async <Row extends Versioned>(
	tx: Db,
	table: PgTable & { readonly id: PgColumn },
	writes: readonly Write<Row>[],
	breathe: Breathe,
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

const writeLinks = async (tx: Db, { writes, breathe }: Planning): Promise<void> => {
	for (const batch of batchesOf(writes.links)) {
		await tx.insert(candidateElections).values(batch)
		await breathe()
	}
	for (const batch of batchesOf(writes.compared)) {
		// A deleted candidate's place is still there.
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

/** A pair of the knowledge test that was made or activated. */
export interface WrittenPair {
	readonly id: string
	readonly isNew: boolean
	readonly name: string
	readonly candidate1Id: string
	readonly candidate2Id: string
}

/** What an import did to the knowledge test. */
export interface WrittenTest {
	readonly pairs: readonly WrittenPair[]
	/** The pairs that were active until then. */
	readonly ended: readonly (typeof testConfigurations.$inferSelect)[]
	/** Whether it opened the test to the public, which nobody had opened or closed before. */
	readonly opened: boolean
}

const writePairs = async (tx: Db, { writes, now }: Planning): Promise<WrittenTest> => {
	const written: WrittenPair[] = []
	const ended: WrittenTest['ended'][number][] = []
	for (const { id, name, ...pair } of writes.pairs) {
		// One pair is active at a time: the latest.
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

/** Writes what was planned, a few hundred rows at a time. */
export const writeImport = async (tx: Db, planning: Planning): Promise<WrittenTest> => {
	const { writes, breathe } = planning
	await writeRows(tx, elections, writes.elections, breathe)
	await writeRows(tx, candidates, writes.candidates, breathe)
	await writeRows(tx, policies, writes.policies, breathe)
	await writeRows(tx, compareQuizzes, writes.quizzes, breathe)
	await writeLinks(tx, planning)
	return writePairs(tx, planning)
}
