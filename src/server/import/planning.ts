import { isDeepStrictEqual } from 'node:util'
import type { PlannedChange } from '#contract/admin/import-export.ts'
import type { QuizType } from '#domain/types.ts'
import type { YieldToEventLoop } from '../util.ts'
import type { CandidateRow, ElectionRow, Existing, PolicyRow, QuizRow } from './existing.ts'
import { type Place, type Refusal, refusalOf, type Table } from './records.ts'

/** A record that is written: made where `before` is null. */
export interface Write<Row> {
	readonly before: Row | null
	readonly after: Row
}

/** What an import writes, in the order of its files. */
export interface Writes {
	readonly elections: Write<ElectionRow>[]
	readonly candidates: Write<CandidateRow>[]
	/** Where candidates stand from now on. */
	readonly links: { candidateId: string; electionId: string; position: number }[]
	readonly policies: Write<PolicyRow>[]
	readonly quizzes: Write<QuizRow>[]
	/** Who is compared from now on, and who no longer. */
	readonly compared: { compareQuizId: string; candidateId: string }[]
	readonly uncompared: { compareQuizId: string; candidateId: string }[]
	/** Pairs of the knowledge test that become the active one; the id is that of one that is there. */
	readonly pairs: { id: string | null; candidate1Id: string; candidate2Id: string; name: string }[]
	/** An entry for each election in the record of changes. */
	readonly imported: ImportedElection[]
}

/** What becomes of an election as a whole. */
export interface ImportedElection {
	readonly id: string
	readonly name: string
	readonly isNew: boolean
	readonly files: readonly string[]
}

/** How much belongs to an election. */
export interface Counts {
	readonly candidates: number
	readonly policies: number
	readonly quizzes: number
}

/** A quiz that voters can take from now on, or take between others than before. */
export interface Opened {
	readonly quizType: QuizType
	readonly compared: readonly string[]
	/** Those of its line: what is pushed here is told. */
	readonly notes: string[]
}

/** A plan in the making: what the files would do to what there is. */
export interface PlanContext {
	readonly now: Date
	readonly existing: Existing
	readonly changes: PlannedChange[]
	readonly refused: Refusal[]
	readonly writes: Writes
	readonly breathe: YieldToEventLoop
	readonly opened: Opened[]
	/** What is planned already, by id, and in which election of the files it stood: a second one there is a slip. */
	readonly taken: Map<string, { readonly owner: object; readonly row: object }>
	/** Policies by candidate and text: their place in the files, or null where the database has them. */
	readonly texts: Map<string, Place | null>
	/** Elections of the files, by day and name. */
	readonly plannedElections: Map<string, Place>
	/** The position that a candidate's next election gets. */
	readonly positions: Map<string, number>
}

/** A record of a file, as far as a plan tells of it. */
export interface Outcome {
	readonly place: Place
	readonly name: string
	readonly note?: string | undefined
	readonly notes?: string[]
}

/** Tells one candidate's policy from all others by its text. */
export const textKey = (candidateId: string, text: string): string => `${candidateId} ${text}`

/** Begins a plan. */
export const startPlanning = (
	now: Date,
	existing: Existing,
	breathe: YieldToEventLoop,
): PlanContext => ({
	now,
	existing,
	changes: [],
	refused: [],
	writes: {
		elections: [],
		candidates: [],
		links: [],
		policies: [],
		quizzes: [],
		compared: [],
		uncompared: [],
		pairs: [],
		imported: [],
	},
	breathe,
	opened: [],
	taken: new Map(),
	positions: new Map(),
	plannedElections: new Map(),
	texts: new Map(
		[...existing.policies.values()].flatMap(({ candidateId, text, deletedAt }) =>
			deletedAt === null ? [[textKey(candidateId, text), null] as const] : [],
		),
	),
})

/** Takes down that a record cannot be imported. */
export const refuse = (
	{ refused }: PlanContext,
	table: Table,
	told: Outcome,
	{ reason, field = '' }: { readonly reason: string; readonly field?: string },
): void => {
	refused.push(refusalOf(told, table, reason, field))
}

/** Columns that files call otherwise. */
const NAMES_IN_FILES: Readonly<Record<string, string>> = {
	clarityScore: 'clarity',
	complexityLevel: 'complexity',
}

/** Takes down what becomes of a record. @param changed the fields that change; none where it stays the same. */
export const reportOutcome = (
	{ changes }: PlanContext,
	table: Table,
	{ place, name, note, notes }: Outcome,
	{ isNew, changed }: { readonly isNew: boolean; readonly changed: readonly string[] },
): void => {
	const changing = changed.length > 0
	const fields = changed.map((field) => NAMES_IN_FILES[field] ?? field).join(', ')
	const parts = [!isNew && changing ? fields : null, note ?? null]
	changes.push({
		file: place.file,
		line: place.line,
		table,
		action: isNew ? 'create' : changing ? 'update' : 'same',
		name,
		message: parts.filter((part) => part !== null).join('; ') || null,
		...(notes && { notes }),
	})
}

/** Columns that no file names: they follow from the others. */
const FOLLOWING = new Set(['setByHand', 'override'])

/** The names of the fields that are another after than before. */
const changedFields = <Row extends object>(before: Row, after: Row): string[] =>
	Object.keys(after).filter(
		(key) =>
			!FOLLOWING.has(key) && !isDeepStrictEqual(before[key as keyof Row], after[key as keyof Row]),
	)

/** The fields that a record says: the others stay what they are. */
const saidOf = <Fields extends object>(fields: Fields): Partial<Fields> =>
	Object.fromEntries(
		Object.entries(fields).filter(([, value]) => value !== undefined),
	) as Partial<Fields>

interface AnyRow {
	readonly id: string
	readonly deletedAt: Date | null
}

/** A record of a file and what it is held against. */
export interface Case<Row extends AnyRow> {
	readonly told: Outcome
	/** Of the record itself. */
	readonly id: string | undefined
	/** The election of the files that it stands in. */
	readonly owner: object
	/** What has the id already. */
	readonly row: Row | undefined
	/** What it is when it is made, apart from what it says. */
	readonly fresh: Row
	readonly says: { readonly [Key in keyof Row]?: Row[Key] | undefined }
	/** Why a row with the id cannot be changed by it. */
	readonly foreign?: (row: Row) => string | null
	/** What is wrong with the whole of it: fields and reasons. */
	readonly check?: (after: Row) => readonly { readonly field: string; readonly reason: string }[]
	/** What changes beside its fields. */
	readonly beside?: (after: Row) => readonly string[]
}

const TWICE = 'stands twice in these files'

/** Why a record cannot be taken for the row that has its id; null where it can. */
const hindrance = <Row extends AnyRow>(
	{ taken }: PlanContext,
	{ owner, row, foreign, id, says }: Case<Row>,
): string | null => {
	const before = id === undefined ? undefined : taken.get(id)
	// Whoever stands in two elections is in the files of both, and the same in both.
	if (before?.owner === owner) return TWICE
	if (before !== undefined) {
		const same = changedFields(before.row, { ...before.row, ...saidOf(says) }).length === 0
		return same ? null : `${TWICE}, and is not the same in both`
	}
	if (row === undefined) return null
	return row.deletedAt === null ? (foreign?.(row) ?? null) : DELETED
}

export const DELETED = 'is of something deleted: restore it first'

/**
 * Plans what becomes of a record: made, changed, left as it is or refused.
 * @returns the row as it will be; null where the record is refused, and nothing can be said of what belongs to it.
 */
export const settle = <Row extends AnyRow>(
	planning: PlanContext,
	table: Table,
	writes: Write<Row>[],
	one: Case<Row>,
): Row | null => {
	const { told, id, owner, row, fresh, says } = one
	const reason = hindrance(planning, one)
	if (reason !== null) {
		refuse(planning, table, told, { reason, field: 'id' })
		return null
	}
	const again = id !== undefined && planning.taken.has(id)
	const after: Row = { ...(row ?? fresh), ...saidOf(says) }
	for (const problem of one.check?.(after) ?? []) refuse(planning, table, told, problem)
	const own = row === undefined || again ? [] : changedFields(row, after)
	const changed = [...own, ...(one.beside?.(after) ?? [])]
	const isNew = row === undefined && !again
	reportOutcome(planning, table, told, { isNew, changed })
	if (again) return after
	planning.taken.set(after.id, { owner, row: after })
	if (isNew || changed.length > 0) writes.push({ before: row ?? null, after })
	return after
}
