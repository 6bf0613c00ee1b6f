import * as v from 'valibot'
import { type ManagedQuiz, QuizFields } from '#contract/admin/quizzes.ts'
import { validateQuiz } from '#contract/compare-quizzes.ts'
import { isActiveOn } from '#domain/quiz.ts'
import type { QuizType } from '#domain/types.ts'
import { common } from '#web/texts/en/admin/common.ts'
import { quizzes as texts } from '#web/texts/en/admin/quizzes.ts'
import { dayOfYear, dayText } from '#web/ui/format.ts'
import type { Described } from '../kit/conflict.tsx'
import type { Version } from '../kit/use-record-form.ts'

export interface QuizValues {
	readonly name: string
	readonly electionId: string
	readonly electionName: string
	readonly quizType: QuizType
	readonly startDate: string
	readonly endDate: string
	readonly candidateIds: readonly string[]
	readonly active: boolean
}

export const QuizForm = v.pipe(
	v.object({
		name: v.string(),
		electionId: v.string(),
		electionName: v.string(),
		quizType: QuizFields.entries.quizType,
		startDate: v.string(),
		endDate: v.string(),
		candidateIds: v.array(v.string()),
		active: v.boolean(),
	}),
	v.transform((values): v.InferInput<typeof QuizFields> => values),
	QuizFields,
)

export interface NamedElection {
	readonly id: string
	readonly name: string
}

/** Defaults of a new quiz: inactive, because activation is a separate step. */
export const newQuiz = (election: NamedElection | null): Version<QuizValues> => ({
	etag: undefined,
	values: {
		name: '',
		electionId: election?.id ?? '',
		electionName: election?.name ?? '',
		quizType: 'SCALE',
		startDate: '',
		endDate: '',
		candidateIds: [],
		active: false,
	},
})

export const quizVersion = (quiz: ManagedQuiz): Version<QuizValues> => ({
	etag: quiz.etag,
	values: {
		name: quiz.name,
		electionId: quiz.electionId,
		electionName: quiz.electionName ?? '',
		quizType: quiz.quizType,
		startDate: quiz.startDate ?? '',
		endDate: quiz.endDate ?? '',
		candidateIds: quiz.candidateIds ?? [],
		active: quiz.active ?? true,
	},
})

/** Changes the election. Clears the candidates, who belong to the previous one. */
export const ofElection = (
	values: QuizValues,
	election: NamedElection | null,
): Partial<QuizValues> =>
	election?.id === values.electionId
		? {}
		: {
				electionId: election?.id ?? '',
				electionName: election?.name ?? '',
				candidateIds: [],
			}

/**
 * True if saving puts an unreviewed quiz online: it becomes active, or an active one changes its candidates or type.
 * @param before the quiz as read; null for a new one
 */
export const needsPreview = (before: QuizValues | null, values: QuizValues): boolean => {
	if (!values.active) return false
	if (before === null || !before.active || before.quizType !== values.quizType) return true
	const known = new Set(before.candidateIds)
	return (
		known.size !== values.candidateIds.length || values.candidateIds.some((id) => !known.has(id))
	)
}

export const describeQuiz =
	(names: ReadonlyMap<string, string>) =>
	(values: QuizValues): readonly Described[] => {
		const day = (value: string): string => (value ? dayText(value) : '')
		return [
			{ label: texts.fields.name, text: values.name },
			{ label: texts.fields.election, text: values.electionName },
			{ label: texts.fields.type, text: texts.types[values.quizType] },
			{ label: texts.fields.startDate, text: day(values.startDate) },
			{ label: texts.fields.endDate, text: day(values.endDate) },
			{
				label: texts.fields.candidates,
				text: values.candidateIds.map((id) => names.get(id) ?? id).join(', '),
			},
			{ label: texts.fields.active, text: values.active ? common.yes : common.no },
		]
	}

/**
 * Reason why voters cannot take an active quiz. Null if they can, or if it is not active: {@link statusText} explains
 * that.
 */
export const problemOf = (quiz: ManagedQuiz, today: string | null): string | null => {
	const { active, startDate, endDate, candidateIds } = quiz
	const open = { active: active ?? true, startDate, endDate }
	if (!isActiveOn(open, today)) return null
	if (quiz.valid !== null) return quiz.valid ? null : quiz.message
	// This server does not count policies, so assume that there are some.
	const candidates = (candidateIds ?? []).map((name) => ({ name, validatedPolicies: 1 }))
	const { valid, message } = validateQuiz({ ...open, candidates }, today, false)
	return valid ? null : message
}

/** Status of a quiz today. A quiz that is switched on shows its opening date or that it has ended. */
export const statusText = (
	{ active, startDate, endDate }: Pick<ManagedQuiz, 'active' | 'startDate' | 'endDate'>,
	today: string | null,
): string => {
	const on = active ?? true
	if (isActiveOn({ active: on, startDate, endDate }, today)) return texts.status.active
	if (!on || today === null) return texts.status.inactive
	if (endDate !== null && endDate < today) return texts.status.ended(dayOfYear(endDate, today))
	return startDate !== null && startDate > today
		? texts.status.scheduled(dayOfYear(startDate, today))
		: texts.status.inactive
}
