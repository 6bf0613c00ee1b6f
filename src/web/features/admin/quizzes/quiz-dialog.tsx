import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as v from 'valibot'
import type { ManagedCandidate } from '#contract/admin/candidates.ts'
import type { ManagedElection } from '#contract/admin/elections.ts'
import { type ManagedQuiz, manageQuizzes } from '#contract/admin/quizzes.ts'
import { mapOk, QUIZ_TYPES } from '#domain/types.ts'
import { call, serverClock } from '#web/app/api.ts'
import { quizzes as texts } from '#web/texts/en/admin/quizzes.ts'
import { readCandidate, readStanding } from '../candidates/api.ts'
import { ElectionPicker } from '../elections/election-picker.tsx'
import { DeleteDialog, type RemovalHeard } from '../kit/delete-dialog.tsx'
import { draftKey } from '../kit/drafts.tsx'
import { CheckInput, SelectInput, TextInput } from '../kit/fields.tsx'
import { unwrap } from '../kit/queries.ts'
import { RecordDialog } from '../kit/record-form.tsx'
import { type RecordForm, useRecordForm, type Version } from '../kit/use-record-form.ts'
import { readQuiz } from './api.ts'
import { CandidateChoice } from './candidate-choice.tsx'
import { FairnessDialog } from './fairness-dialog.tsx'
import {
	describeQuiz,
	type NamedElection,
	needsPreview,
	newQuiz,
	ofElection,
	QuizForm,
	type QuizValues,
	quizVersion,
} from './quiz-form-model.ts'

export const QUIZ = 'compareQuiz'

const useQuizForm = (
	quiz: ManagedQuiz | null,
	initial: Version<QuizValues>,
	onSaved: (saved: ManagedQuiz) => void,
): RecordForm<QuizValues> =>
	useRecordForm({
		draft: draftKey(QUIZ, quiz?.id ?? null),
		record: quiz?.id,
		nameOf: ({ name }) => name,
		initial,
		schema: QuizForm,
		failed: quiz ? texts.updateFailed : texts.createFailed,
		onSaved,
		send: (body, options) =>
			quiz
				? call(manageQuizzes.update, { params: { id: quiz.id }, body }, options)
				: call(manageQuizzes.create, { body }, options),
		reread: quiz && (async () => mapOk(await readQuiz(quiz.id), quizVersion)),
	})

const TYPE_OPTIONS = QUIZ_TYPES.map((value) => ({ value, label: texts.typeOptions[value] }))

interface QuizInputsProps {
	readonly form: RecordForm<QuizValues>
	readonly standing: UseQueryResult<readonly ManagedCandidate[]>
	readonly nameOf: (candidateId: string) => string | null
}

const QuizInputs = ({ form, standing, nameOf }: QuizInputsProps) => {
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

interface QuizDialogProps {
	readonly quiz: ManagedQuiz | null
	readonly election: NamedElection | null
	readonly onSaved: (saved: ManagedQuiz) => void
	readonly onClose: () => void
}

const useStanding = (electionId: string): UseQueryResult<readonly ManagedCandidate[]> =>
	useQuery({
		queryKey: ['candidates', 'standing', electionId],
		queryFn: async ({ signal }) =>
			electionId === '' ? [] : unwrap(readStanding(electionId, signal)),
	})

/** Selected candidates who are not, or no longer, in the election. Omits those that cannot be read. */
const useElsewhere = (
	chosen: readonly string[],
	{ data }: UseQueryResult<readonly ManagedCandidate[]>,
): readonly ManagedCandidate[] => {
	const known = new Set(data?.map(({ id }) => id))
	const ids = data === undefined ? [] : chosen.filter((id) => !known.has(id))
	const read = useQuery({
		queryKey: ['candidates', 'elsewhere', ids],
		queryFn: async () => {
			const replies = await Promise.all(ids.map(readCandidate))
			return replies.flatMap((reply) => (reply.ok ? [reply.value] : []))
		},
	})
	return read.data ?? []
}

export const QuizDialog = ({ quiz, election, onSaved, onClose }: QuizDialogProps) => {
	const [initial] = useState(() => (quiz ? quizVersion(quiz) : newQuiz(election)))
	const form = useQuizForm(quiz, initial, onSaved)
	const [looking, setLooking] = useState<'submit' | 'keepMine' | null>(null)
	const standing = useStanding(form.values.electionId)
	const theirs = useStanding(form.conflict?.theirs.values.electionId ?? '')
	const elsewhere = useElsewhere(form.values.candidateIds, standing)
	const names = new Map(
		[...elsewhere, ...(theirs.data ?? []), ...(standing.data ?? [])].map(({ id, name }) => [
			id,
			name,
		]),
	)
	/** Saves, after the preview if needed. On a conflict, compares with the other version, which may be inactive. */
	const saving = (how: 'submit' | 'keepMine') => (): void => {
		const before = (how === 'keepMine' ? form.conflict?.theirs.values : null) ?? form.before
		const asks = needsPreview(quiz && before, form.values)
		// Show validation errors before the preview.
		if (asks && v.safeParse(QuizForm, form.values).success) setLooking(how)
		else form[how]()
	}
	return (
		<>
			<RecordDialog
				title={quiz ? texts.editTitle(quiz.name) : texts.createTitle}
				form={{ ...form, submit: saving('submit'), keepMine: saving('keepMine') }}
				describe={describeQuiz(names)}
				together
				onClose={onClose}
			>
				<QuizInputs form={form} standing={standing} nameOf={(id) => names.get(id) ?? null} />
			</RecordDialog>
			{looking && (
				<FairnessDialog
					quiz={form.values}
					activation={{
						label: texts.fairness.saveActive,
						busy: false,
						error: null,
						// The form shows the result, because errors are corrected there.
						onConfirm: () => {
							setLooking(null)
							form[looking]()
						},
					}}
					onClose={() => setLooking(null)}
				/>
			)}
		</>
	)
}

interface RemoveQuizProps extends RemovalHeard {
	readonly quiz: ManagedQuiz
}

export const RemoveQuiz = ({ quiz, ...heard }: RemoveQuizProps) => {
	const { id, name, electionId } = quiz
	const params = { id }
	const { data: candidates = [] } = useStanding(electionId)
	const names = new Map(candidates.map((candidate) => [candidate.id, candidate.name]))
	return (
		<DeleteDialog
			{...heard}
			title={texts.removeTitle(name)}
			name={name}
			record={quiz}
			describe={(version) => describeQuiz(names)(quizVersion(version).values)}
			consequences={async () => ({ ok: true, value: [texts.removeWhy] })}
			remove={(options) => call(manageQuizzes.remove, { params }, options)}
			reread={() => readQuiz(id)}
			restore={(options) => call(manageQuizzes.restore, { params }, options)}
			failed={texts.deleteFailed}
		/>
	)
}
