import { readdir, readFile } from 'node:fs/promises'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { ImportReport, PlannedChange } from '#contract/admin/import-export.ts'
import type { Db } from '../db/open.ts'
import { elections, imports } from '../db/schema.ts'
import { LOCKS } from '../db/sql.ts'
import { createYield, groupBy } from '../util.ts'
import type { Refusal } from './drafts.ts'
import { countElections } from './existing.ts'
import { countRecords, leaveOutRefused, leftOverFiles } from './left-out.ts'
import { type Read, readSources, type SourceFile } from './parse.ts'
import { planImport } from './plan.ts'
import { noteFairness } from './plan-quizzes.ts'
import type { PlanContext } from './planning.ts'
import { writeImport, writeImportAudit } from './write.ts'

export interface Outcome extends Pick<Read, 'notes' | 'ambiguousDates' | 'columns'> {
	readonly electionIds: readonly string[]
	readonly refused: readonly Refusal[]
	readonly changes: readonly PlannedChange[]
	/** Result without the refused records, if any are refused. */
	readonly partial?: NonNullable<ImportReport['partial']>
}

const byLine = (
	{ file: a, line: lineA }: { file: string; line: number },
	{ file: b, line: lineB }: { file: string; line: number },
): number => (a === b ? lineA - lineB : 0)

const inOrder = <Row extends { file: string; line: number }>(rows: readonly Row[]): Row[] =>
	[...groupBy(rows, ({ file }) => file).values()].flatMap((group) => group.toSorted(byLine))

const outcomeOf = (
	{ notes, ambiguousDates, columns }: Read,
	refused: readonly Refusal[],
	{ writes, changes }: PlanContext,
): Outcome => ({
	electionIds: writes.imported.map(({ id }) => id),
	refused: inOrder(refused),
	changes: inOrder(changes),
	notes,
	ambiguousDates,
	columns,
})

const countsOf = (changes: readonly PlannedChange[]) => {
	const count = (action: PlannedChange['action']): number =>
		changes.filter((change) => change.action === action).length
	return { create: count('create'), update: count('update'), same: count('same') }
}

interface How {
	readonly now: Date
	/** Null if the server itself imports. */
	readonly actorId: string | null
	/** Import without the refused records, if exactly this many are left out. */
	readonly leaveOut?: number | undefined
}

/** Plans repeatedly, each time without the refused records and their dependents, until none is refused. */
const planRest = async (
	db: Db,
	read: Read,
	how: Parameters<typeof planImport>[2],
): Promise<{ readonly planning: PlanContext; readonly left: readonly Refusal[] }> => {
	const left: Refusal[] = [...read.refused]
	let { elections } = read
	for (;;) {
		const rest = leaveOutRefused(elections, left)
		elections = rest.elections
		left.push(...rest.dependent)
		const planning = await planImport(db, elections, how)
		if (planning.refused.length === 0) return { planning, left }
		left.push(...planning.refused)
	}
}

/** Computes what an import would do, including the fairness of quizzes that it would activate. Writes nothing. */
export const tryImport = async (db: Db, read: Read, now: Date): Promise<Outcome> => {
	const breathe = createYield()
	const how = { now, breathe, lock: false }
	const planning = await planImport(db, read.elections, how)
	await noteFairness(db, planning)
	const outcome = outcomeOf(read, [...read.refused, ...planning.refused], planning)
	if (outcome.refused.length === 0 || read.tooMany) return outcome
	const rest = await planRest(db, read, how)
	if (rest.planning.changes.length === 0) return outcome
	const { files, count } = await leftOverFiles(rest.left, breathe)
	return {
		...outcome,
		partial: { counts: countsOf(rest.planning.changes), leftOut: count, files },
	}
}

/**
 * Imports the records. Writes nothing if any is refused, unless exactly `leaveOut` records are left out.
 * @param tx a transaction.
 */
export const writeSources = async (
	tx: Db,
	read: Read,
	{ now, actorId, leaveOut }: How,
): Promise<Outcome & { readonly written: boolean }> => {
	await tx.execute(sql`select pg_advisory_xact_lock(${LOCKS.import})`)
	const breathe = createYield()
	const how = { now, breathe, lock: true }
	const partly = leaveOut !== undefined && !read.tooMany
	const { planning, left } = partly
		? await planRest(tx, read, how)
		: { planning: await planImport(tx, read.elections, how), left: read.refused }
	const refused = [...left, ...planning.refused]
	const outcome = outcomeOf(read, refused, planning)
	if (countRecords(refused) !== (leaveOut ?? 0)) return { ...outcome, written: false }
	const there = planning.writes.imported.filter(({ isNew }) => !isNew)
	const before = await countElections(
		tx,
		there.map(({ id }) => id),
	)
	const test = await writeImport(tx, planning)
	await writeImportAudit(tx, planning, { actorId, test, before })
	return { ...outcome, written: true }
}

/** Creates the report: refusals first, and at most `most` changes. */
export const reportOf = (
	{ electionIds, refused, changes, notes, ambiguousDates, columns, partial }: Outcome,
	{ written, most }: { readonly written: boolean; readonly most: number },
): ImportReport => {
	const refusals = refused.map(({ file, line, table, name, message }) => ({
		...{ file, line, table, name, message },
		action: 'refuse' as const,
	}))
	const all = [...refusals, ...changes]
	return {
		written,
		electionIds: written ? [...electionIds] : [],
		counts: { ...countsOf(changes), refuse: refused.length },
		changes: all.slice(0, most),
		cut: all.length > most,
		...(notes.length > 0 && { notes: [...notes] }),
		...(ambiguousDates.length > 0 && { ambiguousDates: [...ambiguousDates] }),
		...(columns.length > 0 && { columns: [...columns] }),
		...(partial && { partial }),
	}
}

export const readFolder = async (folder: URL): Promise<SourceFile[]> => {
	const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort()
	return Promise.all(
		names.map(async (name) => ({ name, text: await readFile(new URL(name, folder), 'utf8') })),
	)
}

const lineOf = ({ file, line, path, reason }: Refusal): string =>
	[`${file}:${line}`, path, reason].filter((part) => part !== '').join(': ')

/** Returns true if an election with the same name and date exists, so that startup does not duplicate it. */
const isThere = async (tx: Db, { elections: drafts }: Read): Promise<boolean> => {
	for (const { value } of drafts) {
		if (value === null) continue
		const { name, electionDate } = value
		const there = and(
			eq(elections.name, name),
			eq(elections.electionDate, electionDate),
			isNull(elections.deletedAt),
		)
		if ((await tx.$count(elections, there)) > 0) return true
	}
	return false
}

/**
 * Imports election files at startup in one transaction, except those imported before and elections that exist.
 * @returns the names of the imported files. @throws an error with one line per problem: file, line, field, and reason.
 */
export const importFiles = async (
	db: Db,
	sources: readonly SourceFile[],
	now: Date,
): Promise<string[]> =>
	db.transaction(async (tx) => {
		const names = sources.map((source) => source.name)
		const done = await tx
			.select({ name: imports.name })
			.from(imports)
			.where(inArray(imports.name, names))
		const problems: string[] = []
		const imported: string[] = []
		for (const source of sources) {
			if (done.some(({ name }) => name === source.name)) continue
			const read = await readSources([source])
			await tx.insert(imports).values({ name: source.name, importedAt: now })
			if (await isThere(tx, read)) continue
			const { refused } = await writeSources(tx, read, { now, actorId: null })
			problems.push(...refused.map(lineOf))
			imported.push(source.name)
		}
		if (problems.length > 0) throw new Error(`Cannot import:\n  ${problems.join('\n  ')}`)
		return imported
	})
