import type { Attention } from '#contract/admin-stats.ts'
import { dashboard as texts } from '#web/texts/admin/dashboard.ts'
import { dayText } from '#web/ui/dates.ts'

/** Where a row is mended: the page that lists its record, found by its name, or a candidate's policies. */
type Where =
	| {
			readonly to: '/admin/elections'
			readonly search: { readonly search: string }
	  }
	| {
			readonly to: '/admin/edit-policies/$candidateId'
			readonly params: { readonly candidateId: string }
	  }
	| {
			readonly to: '/admin/compare-quizzes/$electionId'
			readonly params: { readonly electionId: string }
			readonly search: { readonly search: string }
	  }

export interface AttentionRow {
	readonly id: string
	readonly name: string
	/** What is the matter with it; empty where the list says it. */
	readonly why: string
	readonly where: Where
}

export interface AttentionList {
	readonly title: string
	readonly rows: readonly AttentionRow[]
	/** How many there are besides the rows. */
	readonly more: number
}

interface Few<Row> {
	readonly total: number
	readonly rows: readonly Row[]
}

const listOf = <Row extends { readonly id: string; readonly name: string }>(
	title: string,
	{ total, rows }: Few<Row>,
	of: (row: Row) => Pick<AttentionRow, 'why' | 'where'>,
): AttentionList => ({
	title,
	rows: rows.map((row) => ({ id: row.id, name: row.name, ...of(row) })),
	more: Math.max(0, total - rows.length),
})

const policiesOf = (candidateId: string): Where => ({
	to: '/admin/edit-policies/$candidateId',
	params: { candidateId },
})

/** What needs attention, as lists in words; those with nothing in them are left out. */
export const attentionLists = (attention: Attention): readonly AttentionList[] =>
	[
		listOf(texts.invalidQuizzes, attention.invalidQuizzes, ({ message, electionId, name }) => ({
			why: message,
			where: {
				to: '/admin/compare-quizzes/$electionId',
				params: { electionId },
				search: { search: name },
			},
		})),
		...(attention.concerns
			? [
					listOf(texts.concerns, attention.concerns, ({ id, count, naming }) => ({
						why: texts.concerned(count, naming),
						where: policiesOf(id),
					})),
				]
			: []),
		listOf(texts.withoutPolicies, attention.withoutPolicies, ({ id }) => ({
			why: '',
			where: policiesOf(id),
		})),
		listOf(texts.toReview, attention.toReview, ({ id, count }) => ({
			why: texts.waiting(count),
			where: policiesOf(id),
		})),
		listOf(texts.pastElections, attention.pastElections, ({ name, electionDate }) => ({
			why: texts.held(dayText(electionDate)),
			where: { to: '/admin/elections', search: { search: name } },
		})),
	].filter(({ rows }) => rows.length > 0)
