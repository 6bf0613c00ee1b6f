import { useState } from 'react'
import * as v from 'valibot'
import type { ManagedCandidate } from '#contract/manage-candidates.ts'
import { type ManagedQuiz, QuizFields } from '#contract/manage-quizzes.ts'
import { quizzes as texts } from '#web/texts/admin/quizzes.ts'
import { readCandidate } from '../candidates/read.ts'
import { RecordDialog } from '../forms/record-dialog.tsx'
import { type Read, useRead } from '../lists/use-read.ts'
import { FairnessDialog } from './fairness-dialog.tsx'
import { QuizInputs, useQuizForm } from './quiz-form.tsx'
import {
	describeQuiz,
	type NamedElection,
	needsPreview,
	newQuiz,
	quizVersion,
} from './quiz-values.ts'
import { readStanding } from './read.ts'

interface QuizDialogProps {
	/** Null for a new one. */
	readonly quiz: ManagedQuiz | null
	/** The election that a new one begins with. */
	readonly election: NamedElection | null
	readonly onSaved: (saved: ManagedQuiz) => void
	readonly onClose: () => void
}

/** Who stands in an election; nobody where none is named. */
const useStanding = (electionId: string): Read<readonly ManagedCandidate[]> =>
	useRead(electionId, async (signal) =>
		electionId === '' ? { ok: true, value: [] } : readStanding(electionId, signal),
	)

/** Those who are chosen and do not stand in the election (any more), as far as they can be read. */
const useElsewhere = (
	chosen: readonly string[],
	{ value }: Read<readonly ManagedCandidate[]>,
): readonly ManagedCandidate[] => {
	const known = new Set(value?.map(({ id }) => id))
	const ids = value === null ? [] : chosen.filter((id) => !known.has(id))
	const read = useRead<readonly ManagedCandidate[]>(ids.join(' '), async () => {
		const replies = await Promise.all(ids.map(readCandidate))
		return { ok: true, value: replies.flatMap((reply) => (reply.ok ? [reply.value] : [])) }
	})
	return read.value ?? []
}

/** The form of a compare quiz. Where saving makes it active, its fairness is looked at first. */
export const QuizDialog = ({ quiz, election, onSaved, onClose }: QuizDialogProps) => {
	const [initial] = useState(() => (quiz ? quizVersion(quiz) : newQuiz(election)))
	const form = useQuizForm(quiz, initial, onSaved)
	const [looking, setLooking] = useState<'submit' | 'keepMine' | null>(null)
	const standing = useStanding(form.values.electionId)
	const theirs = useStanding(form.conflict?.values.electionId ?? '')
	const elsewhere = useElsewhere(form.values.candidateIds, standing)
	const names = new Map(
		[...elsewhere, ...(theirs.value ?? []), ...(standing.value ?? [])].map(({ id, name }) => [
			id,
			name,
		]),
	)
	/** Saves, after a look where that makes it active: somebody else may have switched it off meanwhile. */
	const saving = (how: 'submit' | 'keepMine') => (): void => {
		const before = (how === 'keepMine' ? form.conflict?.values : null) ?? form.before
		const asks = needsPreview(quiz && before, form.values)
		// What is not right is told first.
		if (asks && v.safeParse(QuizFields, form.values).success) setLooking(how)
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
						// What comes of it is told at the form, where it can be mended.
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
