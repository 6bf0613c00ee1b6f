import { sql } from 'drizzle-orm'
import type { ImportReport, PlannedChange } from '#contract/transfer.ts'
import { createBreathing } from '../breathing.ts'
import { LOCKS } from '../db/locks.ts'
import type { Db } from '../db/types.ts'
import { groupBy } from '../grouping.ts'
import { countElections } from './count-elections.ts'
import type { Refusal } from './drafts.ts'
import { noteFairness } from './fairness-notes.ts'
import { noteImport } from './note-import.ts'
import type { Read } from './parse.ts'
import { planImport } from './plan.ts'
import type { Planning } from './planning.ts'
import { writeImport } from './write-import.ts'

/** What came of an import, or would come of it. */
export interface Outcome {
	readonly electionIds: readonly string[]
	/** In the order of files and lines. */
	readonly refused: readonly Refusal[]
	readonly changes: readonly PlannedChange[]
}

const byLine = (
	{ file: a, line: lineA }: { file: string; line: number },
	{ file: b, line: lineB }: { file: string; line: number },
): number => (a === b ? lineA - lineB : 0)

/** Sorts by line inside each file; the files stay in the order in which they come first. */
const inOrder = <Row extends { file: string; line: number }>(rows: readonly Row[]): Row[] =>
	[...groupBy(rows, ({ file }) => file).values()].flatMap((group) => group.toSorted(byLine))

const outcomeOf = (read: Read, planning: Planning): Outcome => ({
	electionIds: planning.writes.imported.map(({ id }) => id),
	refused: inOrder([...read.refused, ...planning.refused]),
	changes: inOrder(planning.changes),
})

interface How {
	readonly now: Date
	/** Null where the server itself acts. */
	readonly actorId: string | null
}

/** Works out what an import would do and how fair the quizzes are that it would activate, and writes nothing. */
export const tryImport = async (db: Db, read: Read, now: Date): Promise<Outcome> => {
	const breathe = createBreathing()
	const planning = await planImport(db, read.elections, { now, breathe, lock: false })
	await noteFairness(db, planning)
	return outcomeOf(read, planning)
}

/** Imports what was read of files, all of it or, where anything is refused, nothing. @param tx a transaction. */
export const writeSources = async (tx: Db, read: Read, { now, actorId }: How): Promise<Outcome> => {
	await tx.execute(sql`select pg_advisory_xact_lock(${LOCKS.import})`)
	const breathe = createBreathing()
	const planning = await planImport(tx, read.elections, { now, breathe, lock: true })
	const outcome = outcomeOf(read, planning)
	if (outcome.refused.length > 0) return outcome
	const there = planning.writes.imported.filter(({ isNew }) => !isNew)
	const before = await countElections(
		tx,
		there.map(({ id }) => id),
	)
	const test = await writeImport(tx, planning)
	await noteImport(tx, planning, { actorId, test, before })
	return outcome
}

const ACTIONS = ['create', 'update', 'same'] as const

/** The report of an outcome: what is refused first, and no more than so many changes. */
export const reportOf = (
	{ electionIds, refused, changes }: Outcome,
	{ dryRun, most }: { readonly dryRun: boolean; readonly most: number },
): ImportReport => {
	const written = !dryRun && refused.length === 0
	const count = (action: PlannedChange['action']): number =>
		changes.filter((change) => change.action === action).length
	const [create, update, same] = ACTIONS.map(count)
	const refusals = refused.map(({ file, line, table, name, message }) => ({
		...{ file, line, table, name, message },
		action: 'refuse' as const,
	}))
	const all = [...refusals, ...changes]
	return {
		written,
		electionIds: written ? [...electionIds] : [],
		counts: { create: create ?? 0, update: update ?? 0, same: same ?? 0, refuse: refused.length },
		changes: all.slice(0, most),
		cut: all.length > most,
	}
}
