import type { TextFile } from '#contract/admin/import-export.ts'
import { groupBy, type YieldToEventLoop } from '../util.ts'
import {
	type CandidateDraft,
	type Cells,
	type ElectionDraft,
	type PolicyDraft,
	type Refusable,
	type Refusal,
	recordKey,
	refusalOf,
	type Table,
} from './drafts.ts'
import { cellsOfPositions } from './position-columns.ts'
import { LIST_SEPARATOR, PROBLEM, TABLES, type TableName } from './tables.ts'
import { writeTable } from './write-table.ts'

const ELECTION = 'belongs to an election that is not imported'
const CANDIDATE = 'belongs to a candidate who is not imported'
const QUIZ = 'compares all candidates of the files, and some are not imported'

/** Drops the positions of left-out candidates, and lists how many. */
const withoutPositions = (
	policies: readonly PolicyDraft[],
	absent: readonly CandidateDraft[],
	dependent: Refusal[],
): PolicyDraft[] => {
	const byName = new Map(
		absent.flatMap((draft) =>
			[draft.name, draft.value?.name, draft.value?.id].map((key) => [key, draft] as const),
		),
	)
	const dropped = new Map<CandidateDraft, number>()
	const kept = policies.map((draft) => {
		const positions = draft.value?.positions
		if (draft.value === null || positions === undefined) return draft
		const rest = positions.filter(({ candidate }) => {
			const owner = byName.get(candidate)
			if (owner !== undefined) dropped.set(owner, (dropped.get(owner) ?? 0) + 1)
			return owner === undefined
		})
		return { ...draft, value: { ...draft.value, positions: rest } }
	})
	for (const [draft, count] of dropped) {
		dependent.push(refusalOf(draft, 'candidate', `positions also left out: ${count}`))
	}
	return kept
}

export const leaveOutRefused = (
	elections: readonly ElectionDraft[],
	refused: readonly Refusal[],
): { readonly elections: ElectionDraft[]; readonly dependent: Refusal[] } => {
	const keys = new Set(refused.map(({ record }) => record))
	const dependent: Refusal[] = []
	const isRefused = (table: Table, draft: Refusable): boolean => keys.has(recordKey(table, draft))
	const keep = (table: Table, draft: Refusable, reason: string | null): boolean => {
		if (isRefused(table, draft)) return false
		if (reason !== null) dependent.push(refusalOf(draft, table, reason))
		return reason === null
	}
	const kept = elections.flatMap((election) => {
		const gone = isRefused('election', election) ? ELECTION : null
		const candidates = election.candidates.filter((draft) => keep('candidate', draft, gone))
		const there = new Set(candidates)
		const complete = candidates.length === election.candidates.length
		const policies = election.policies.filter((draft) => {
			const ownerless = typeof draft.of === 'object' && draft.of !== null && !there.has(draft.of)
			return keep('policy', draft, gone ?? (ownerless ? CANDIDATE : null))
		})
		const absent = election.candidates.filter((draft) => !there.has(draft))
		const quizzes = election.quizzes.filter((draft) => {
			const comparesAll = draft.value !== null && draft.value.candidates === undefined
			const unfair = comparesAll && draft.value?.id === undefined && !complete
			return keep('quiz', draft, gone ?? (unfair ? QUIZ : null))
		})
		const pairs = election.pairs.filter((draft) => keep('knowledgeTest', draft, gone))
		if (gone !== null) return []
		return [
			{
				...election,
				...{ candidates, quizzes, pairs },
				policies: withoutPositions(policies, absent, dependent),
			},
		]
	})
	return { elections: kept, dependent }
}

const byRecord = (refused: readonly Refusal[]): ReadonlyMap<string, readonly Refusal[]> =>
	groupBy(refused, ({ record }) => record)

export const countRecords = (refused: readonly Refusal[]): number => byRecord(refused).size

const isTableName = (table: Table): table is TableName => Object.hasOwn(TABLES, table)

const cellsOf = ({ positions, ...row }: Cells): Cells => ({
	...cellsOfPositions(positions),
	...Object.fromEntries(
		Object.entries(row).map(([key, value]) => [
			key,
			Array.isArray(value) ? value.join(LIST_SEPARATOR) : value,
		]),
	),
})

/** Writes the left-out records as CSV tables that can be corrected and imported again. */
export const leftOverFiles = async (
	left: readonly Refusal[],
	breathe: YieldToEventLoop,
): Promise<{ readonly files: TextFile[]; readonly count: number }> => {
	const records = byRecord(left)
	const rows = [...records.values()].flatMap((refusals) => {
		const [first] = refusals
		if (first === undefined || first.row === null || !isTableName(first.table)) return []
		const problem = refusals.map(({ message }) => message).join('; ')
		const headers = Object.keys(cellsOfPositions(first.row.positions))
		return [{ table: first.table, headers, cells: { ...cellsOf(first.row), [PROBLEM]: problem } }]
	})
	const files: TextFile[] = []
	for (const [table, group] of groupBy(rows, (row) => row.table)) {
		const { file, columns } = TABLES[table]
		const cells = group.map((row) => row.cells)
		const stances = table === 'policy' ? new Set(rows.flatMap((row) => row.headers)) : []
		const headers = [...Object.keys(columns), ...stances, PROBLEM]
		const text = await writeTable(headers, cells, breathe)
		files.push({ name: `left-out-${file}`, text })
	}
	return { files, count: records.size }
}
