import { isDeepStrictEqual } from 'node:util'
import type { PlannedChange } from '#contract/admin/import-export.ts'
import type { QuizType } from '#domain/types.ts'
import type { positions } from '../db/schema.ts'
import { newRow } from '../services/admin-shared/row.ts'
import type { CandidateRow } from '../services/candidates/row.ts'
import type { QuizRow } from '../services/compare-quizzes/row.ts'
import type { ElectionRow } from '../services/elections/row.ts'
import { FILE_NAMES, type PolicyRow } from '../services/policies/row.ts'
import type { YieldToEventLoop } from '../util.ts'
import { type Place, type Refusal, refusalOf, type Table } from './drafts.ts'
import type { Existing } from './existing.ts'

export type PositionRow = typeof positions.$inferSelect

/** A position of an import that states only the required fields. */
export const newPosition = (
	required: Pick<PositionRow, 'policyId' | 'candidateId' | 'value'>,
	now: Date,
): PositionRow => {
	const { deletedWith: _, ...kept } = newRow(now)
	return {
		...{ ...kept, ...required, quote: null, source: null, url: null, note: null },
		// A person must review a position before it counts.
		...{ status: 'PENDING', givenBy: 'editor' },
	}
}

export const positionFields = ({
	value,
	quote,
	source,
	url,
	note,
	status,
	givenBy,
}: PositionRow) => ({ value, quote, source, url, note, status, givenBy })

export interface Write<Row> {
	readonly before: Row | null
	readonly after: Row
}

export interface Writes {
	readonly elections: Write<ElectionRow>[]
	readonly candidates: Write<CandidateRow>[]
	readonly links: { candidateId: string; electionId: string; position: number }[]
	readonly policies: Write<PolicyRow>[]
	readonly positions: Write<PositionRow>[]
	readonly quizzes: Write<QuizRow>[]
	readonly compared: { compareQuizId: string; candidateId: string }[]
	readonly uncompared: { compareQuizId: string; candidateId: string }[]
	/** Knowledge test pairs to activate. `id` is null for a new pair. */
	readonly pairs: { id: string | null; candidate1Id: string; candidate2Id: string; name: string }[]
	readonly imported: ImportedElection[]
}

export interface ImportedElection {
	readonly id: string
	readonly name: string
	readonly isNew: boolean
	readonly files: readonly string[]
}

export interface Counts {
	readonly candidates: number
	readonly policies: number
	readonly quizzes: number
}

export interface Opened {
	readonly quizType: QuizType
	readonly compared: readonly string[]
	readonly notes: string[]
}

export interface PlanContext {
	readonly now: Date
	readonly existing: Existing
	readonly changes: PlannedChange[]
	readonly refused: Refusal[]
	readonly writes: Writes
	readonly breathe: YieldToEventLoop
	readonly opened: Opened[]
	/** Planned records by id, with the election of the files they belong to. A repeat within one election is an error. */
	readonly taken: Map<string, { readonly owner: object; readonly row: object }>
	/** Policies by candidate and text: their place in the files, or null if stored. */
	readonly texts: Map<string, Place | null>
	readonly plannedElections: Map<string, Place>
	/** Planned positions by policy and candidate: a policy of two elections appears in both. */
	readonly plannedPositions: Map<string, PositionRow>
	/** Position of a candidate's next new election. */
	readonly positions: Map<string, number>
}

export interface Outcome {
	readonly place: Place
	readonly name: string
	readonly note?: string | undefined
	readonly notes?: string[]
}

export const textKey = (candidateId: string, text: string): string => `${candidateId} ${text}`

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
		positions: [],
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
	plannedPositions: new Map(),
	texts: new Map(
		[...existing.policies.values()].flatMap(({ candidateId, text, deletedAt }) =>
			deletedAt === null ? [[textKey(candidateId, text), null] as const] : [],
		),
	),
})

export const refuse = (
	{ refused }: PlanContext,
	table: Table,
	outcome: Outcome,
	{ reason, field = '' }: { readonly reason: string; readonly field?: string },
): void => {
	refused.push(refusalOf(outcome, table, reason, field))
}

const NAMES_IN_FILES: Readonly<Record<string, string>> = FILE_NAMES

/** Records the result for a record. @param changed names of changed fields; empty if unchanged. */
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

/** Derived columns, which no file contains. */
const FOLLOWING = new Set(['setByHand', 'override'])

const changedFields = <Row extends object>(before: Row, after: Row): string[] =>
	Object.keys(after).filter(
		(key) =>
			!FOLLOWING.has(key) && !isDeepStrictEqual(before[key as keyof Row], after[key as keyof Row]),
	)

/** Drops undefined fields, which keep their current value. */
const definedIn = <Fields extends object>(fields: Fields): Partial<Fields> =>
	Object.fromEntries(
		Object.entries(fields).filter(([, value]) => value !== undefined),
	) as Partial<Fields>

interface AnyRow {
	readonly id: string
	readonly deletedAt: Date | null
}

export interface Case<Row extends AnyRow> {
	readonly outcome: Outcome
	readonly id: string | undefined
	/** The election of the files that contains the record. */
	readonly owner: object
	readonly row: Row | undefined
	readonly fresh: Row
	readonly says: { readonly [Key in keyof Row]?: Row[Key] | undefined }
	/** Returns why this record may not change the stored row, or null. */
	readonly foreign?: (row: Row) => string | null
	readonly check?: (after: Row) => readonly { readonly field: string; readonly reason: string }[]
	readonly otherChanges?: (after: Row) => readonly string[]
	/** Changed records that belong to this one and are written on their own. */
	readonly related?: readonly string[]
}

const TWICE = 'is in these files twice'

const hindrance = <Row extends AnyRow>(
	{ taken }: PlanContext,
	{ owner, row, foreign, id, says }: Case<Row>,
): string | null => {
	const before = id === undefined ? undefined : taken.get(id)
	// A candidate of two elections appears in both, with equal fields.
	if (before?.owner === owner) return TWICE
	if (before !== undefined) {
		const same = changedFields(before.row, { ...before.row, ...definedIn(says) }).length === 0
		return same ? null : `${TWICE} with different values`
	}
	if (row === undefined) return null
	return row.deletedAt === null ? (foreign?.(row) ?? null) : DELETED
}

export const DELETED = 'belongs to a deleted record: restore that first'

/**
 * Plans a record: create, update, keep, or refuse.
 * @returns the resulting row, or null if refused.
 */
export const settle = <Row extends AnyRow>(
	planning: PlanContext,
	table: Table,
	writes: Write<Row>[],
	one: Case<Row>,
): Row | null => {
	const { outcome, id, owner, row, fresh, says } = one
	const reason = hindrance(planning, one)
	if (reason !== null) {
		refuse(planning, table, outcome, { reason, field: 'id' })
		return null
	}
	const again = id !== undefined && planning.taken.has(id)
	const after: Row = { ...(row ?? fresh), ...definedIn(says) }
	for (const problem of one.check?.(after) ?? []) refuse(planning, table, outcome, problem)
	const own = row === undefined || again ? [] : changedFields(row, after)
	const changed = [...own, ...(one.otherChanges?.(after) ?? [])]
	const isNew = row === undefined && !again
	const named = [...changed, ...(one.related ?? [])]
	reportOutcome(planning, table, outcome, { isNew, changed: named })
	if (again) return after
	planning.taken.set(after.id, { owner, row: after })
	if (isNew || changed.length > 0) writes.push({ before: row ?? null, after })
	return after
}
