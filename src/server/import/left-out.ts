import type { TextFile } from '#contract/admin/import-export.ts'
import { groupBy, type YieldToEventLoop } from '../util.ts'
import {
	type Cells,
	type ElectionDraft,
	type Refusable,
	type Refusal,
	recordKey,
	refusalOf,
	type Table,
} from './drafts.ts'
import { LIST_SEPARATOR, TABLES, type TableName } from './tables.ts'
import { writeTable } from './write-table.ts'

const ELECTION = 'belongs to an election that is not imported'
const CANDIDATE = 'belongs to a candidate who is not imported'
const QUIZ = 'compares all candidates of the files, and some are not imported'

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
			const ownerless = typeof draft.of !== 'string' && !there.has(draft.of)
			return keep('policy', draft, gone ?? (ownerless ? CANDIDATE : null))
		})
		const quizzes = election.quizzes.filter((draft) => {
			const comparesAll = draft.value !== null && draft.value.candidates === undefined
			const unfair = comparesAll && draft.value?.id === undefined && !complete
			return keep('quiz', draft, gone ?? (unfair ? QUIZ : null))
		})
		const pairs = election.pairs.filter((draft) => keep('knowledgeTest', draft, gone))
		return gone === null ? [{ ...election, candidates, policies, quizzes, pairs }] : []
	})
	return { elections: kept, dependent }
}

const byRecord = (refused: readonly Refusal[]): ReadonlyMap<string, readonly Refusal[]> =>
	groupBy(refused, ({ record }) => record)

export const countRecords = (refused: readonly Refusal[]): number => byRecord(refused).size

const isTableName = (table: Table): table is TableName => Object.hasOwn(TABLES, table)

const cellsOf = (row: Cells): Cells =>
	Object.fromEntries(
		Object.entries(row).map(([key, value]) => [
			key,
			Array.isArray(value) ? value.join(LIST_SEPARATOR) : value,
		]),
	)

/** Column with the reason why a row was left out. Ignored by imports. */
const PROBLEM = 'problem'

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
		return [{ table: first.table, cells: { ...cellsOf(first.row), [PROBLEM]: problem } }]
	})
	const files: TextFile[] = []
	for (const [table, group] of groupBy(rows, (row) => row.table)) {
		const { file, columns } = TABLES[table]
		const cells = group.map((row) => row.cells)
		const text = await writeTable([...Object.keys(columns), PROBLEM], cells, breathe)
		files.push({ name: `left-out-${file}`, text })
	}
	return { files, count: records.size }
}
