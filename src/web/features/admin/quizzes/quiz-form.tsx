import type { ManagedCandidate } from '#contract/manage-candidates.ts'
import type { ManagedElection } from '#contract/manage-elections.ts'
import { type ManagedQuiz, manageQuizzes, QuizFields } from '#contract/manage-quizzes.ts'
import { QUIZ_TYPES } from '#domain/types.ts'
import { call, serverClock } from '#web/app/client.ts'
import { quizzes as texts } from '#web/texts/admin/quizzes.ts'
import { ElectionPicker } from '../elections/election-picker.tsx'
import { draftKey } from '../forms/drafts.ts'
import { CheckInput, SelectInput, TextInput } from '../forms/fields.tsx'
import { type RecordForm, useRecordForm, type Version } from '../forms/use-record-form.ts'
import type { Read } from '../lists/use-read.ts'
import { CandidateChoice } from './candidate-choice.tsx'
import { ofElection, type QuizValues, quizVersion } from './quiz-values.ts'
import { readQuiz } from './read.ts'

/** What the drafts of compare quizzes are called. */
export const QUIZ = 'compareQuiz'

/** The form of a compare quiz. @param quiz null for a new one; @param initial as it stands at first. */
export const useQuizForm = (
	quiz: ManagedQuiz | null,
	initial: Version<QuizValues>,
	onSaved: (saved: ManagedQuiz) => void,
): RecordForm<QuizValues> =>
	useRecordForm({
		draft: draftKey(QUIZ, quiz?.id ?? null),
		record: quiz?.id,
		nameOf: ({ name }) => name,
		initial,
		schema: QuizFields,
		failed: quiz ? texts.updateFailed : texts.createFailed,
		onSaved,
		send: (body, options) =>
			quiz
				? call(manageQuizzes.update, { params: { id: quiz.id }, body }, options)
				: call(manageQuizzes.create, { body }, options),
		...(quiz && {
			reread: async () => {
				const now = await readQuiz(quiz.id)
				return now.ok ? { ok: true, value: quizVersion(now.value) } : now
			},
		}),
	})

const TYPE_OPTIONS = QUIZ_TYPES.map((value) => ({ value, label: texts.typeOptions[value] }))

interface QuizInputsProps {
	readonly form: RecordForm<QuizValues>
	/** Who stands in the election that is chosen. */
	readonly standing: Read<readonly ManagedCandidate[]>
	/** The names of candidates; null where they are not known. */
	readonly nameOf: (candidateId: string) => string | null
}

/** The fields of a compare quiz. */
export const QuizInputs = ({ form, standing, nameOf }: QuizInputsProps) => {
	const { bind, change, values, problems } = form
	const choose = (election: ManagedElection | null): void => change(ofElection(values, election))
	return (
		<>
			<TextInput label={texts.fields.name} bound={bind('name')} />
			<ElectionPicker
				label={texts.fields.election}
				failed={texts.electionsFailed}
				chosen={values.electionName}
				placeholder={texts.electionHint}
				error={problems.fields.electionId}
				onPick={choose}
				onClear={() => choose(null)}
			/>
			<SelectInput label={texts.fields.type} bound={bind('quizType')} options={TYPE_OPTIONS} />
			<div className="grid gap-4 sm:grid-cols-2">
				<TextInput
					label={texts.fields.startDate}
					type="date"
					hint={texts.datesHint(serverClock.timeZone())}
					bound={bind('startDate')}
				/>
				<TextInput label={texts.fields.endDate} type="date" bound={bind('endDate')} />
			</div>
			<CandidateChoice
				electionId={values.electionId}
				standing={standing}
				nameOf={nameOf}
				bound={bind('candidateIds')}
			/>
			<CheckInput label={texts.fields.active} hint={texts.activeHint} bound={bind('active')} />
		</>
	)
}
