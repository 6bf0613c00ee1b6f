import type { ManagedQuiz } from '#contract/admin/quizzes.ts'
import { isActiveOn, validateQuiz } from '#domain/quiz.ts'
import type { QuizType } from '#domain/types.ts'
import { common } from '#web/texts/en/admin/common.ts'
import { quizzes as texts } from '#web/texts/en/admin/quizzes.ts'
import { dayOfYear, dayText } from '#web/ui/format.ts'
import type { Described } from '../kit/record-form.tsx'
import type { Version } from '../kit/use-record-form.ts'

/** A compare quiz as it stands in its form. */
export interface QuizValues {
	readonly name: string
	readonly electionId: string
	/** For the reader: it is not sent. */
	readonly electionName: string
	readonly quizType: QuizType
	readonly startDate: string
	readonly endDate: string
	readonly candidateIds: readonly string[]
	readonly active: boolean
}

/** An election by its name. */
export interface NamedElection {
	readonly id: string
	readonly name: string
}

/** The form of a new quiz, of the election that is looked at where there is one. It is not active: that is a step of its own. */
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

/** A quiz as its form has it. */
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

/** The fields after another election was chosen: its candidates are others, so none is chosen. */
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
 * Whether saving makes a quiz active that nobody has looked at as it would be: one that is switched on by it, or one that
 * is on and would compare others or ask in another way.
 * @param before the quiz as it was read; null for a new one.
 */
export const needsPreview = (before: QuizValues | null, values: QuizValues): boolean => {
	if (!values.active) return false
	if (before === null || !before.active || before.quizType !== values.quizType) return true
	const known = new Set(before.candidateIds)
	return (
		known.size !== values.candidateIds.length || values.candidateIds.some((id) => !known.has(id))
	)
}

/** A quiz in words, field by field. @param names of candidates, by their ids. */
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
 * Returns why voters cannot take an active quiz. Null if they can, or if it is not active: {@link statusText} says why.
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

/** Status of a quiz today. A quiz that is switched on says when it opens, or that it has ended. */
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
