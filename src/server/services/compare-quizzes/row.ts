import type { PgColumn } from 'drizzle-orm/pg-core'
import type { QuizFields } from '#contract/admin/quizzes.ts'
import type { CompareQuiz } from '#contract/compare-quizzes.ts'
import { compareQuizzes } from '../../db/schema.ts'
import { dayOf } from '../../util.ts'
import { keptColumns, newRow, valuesOf } from '../admin-shared/row.ts'

export type QuizRow = Omit<typeof compareQuizzes.$inferSelect, 'search'>

/** Columns for voters. The order is that of exports. */
export const VOTER_COLUMNS = {
	id: compareQuizzes.id,
	name: compareQuizzes.name,
	quizType: compareQuizzes.quizType,
	startDate: compareQuizzes.startDate,
	endDate: compareQuizzes.endDate,
	active: compareQuizzes.active,
	electionId: compareQuizzes.electionId,
} satisfies Record<
	Exclude<keyof CompareQuiz, 'electionName' | 'candidateIds' | 'timeZone'>,
	PgColumn
>

const { electionId, ...exported } = VOTER_COLUMNS

/** Columns of an export, which names the election once. */
export const EXPORT_COLUMNS = exported

export type QuizField = keyof typeof EXPORT_COLUMNS

export const QUIZ_COLUMNS = {
	...VOTER_COLUMNS,
	...keptColumns(compareQuizzes),
} satisfies Record<keyof QuizRow, PgColumn>

const { id, ...others } = VOTER_COLUMNS
const FIELDS = others satisfies Record<keyof Omit<QuizFields, 'candidateIds'>, PgColumn>

export const fieldValues = <Row extends Pick<QuizRow, keyof typeof FIELDS>>(row: Row) =>
	valuesOf(FIELDS, row)

const QUIZ_YEARS = 10

const yearsLater = (moment: Date, years: number): Date => {
	const later = new Date(moment)
	later.setUTCFullYear(later.getUTCFullYear() + years)
	return later
}

/** A row of an import that states only the required fields. */
export const newQuiz = (
	required: Pick<QuizRow, 'name' | 'quizType' | 'electionId'>,
	now: Date,
): QuizRow => ({
	...{ ...newRow(now), ...required },
	...{ startDate: dayOf(now), endDate: dayOf(yearsLater(now, QUIZ_YEARS)) },
	// Inactive by default, because its fairness is unchecked.
	active: false,
})
