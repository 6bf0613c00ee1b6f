import type { ReactNode } from 'react'
import type { ManagedQuiz } from '#contract/admin/quizzes.ts'
import { uuid } from '#web/app/api.ts'
import { quizzes as texts } from '#web/texts/en/admin/quizzes.ts'
import { toast } from '#web/ui/toast.ts'
import { readStanding } from '../candidates/api.ts'
import { useAction } from '../kit/actions.tsx'
import { ifMatch, useConflict } from '../kit/conflict.tsx'
import { errorText, hasStatus } from '../kit/errors.ts'
import { readQuiz, switchQuiz } from './api.ts'
import { FairnessDialog } from './fairness-dialog.tsx'
import { describeQuiz, quizVersion } from './quiz-form-model.ts'

export interface Switching {
	readonly busy: boolean
	readonly error: string | null
	readonly conflictDialog: ReactNode
	run(active: boolean): void
}

/**
 * Switches the active flag with optimistic locking. Succeeds if it already matches, e.g. after a lost response.
 * @param onChanged called with the current quiz. @param onDone called once the flag matches
 */
export const useSwitching = (
	quiz: ManagedQuiz,
	onChanged: (quiz: ManagedQuiz) => void,
	onDone: () => void,
): Switching => {
	const { busy, error, run } = useAction()
	const { ask, conflictDialog } = useConflict()

	const done = (now: ManagedQuiz, active: boolean): null => {
		onChanged({ ...quiz, ...now, electionName: now.electionName ?? quiz.electionName })
		toast((active ? texts.activated : texts.deactivated)(now.name), 'good')
		onDone()
		return null
	}
	const meet = async (active: boolean): Promise<string | null> => {
		const { id, name, electionId } = quiz
		const standing = await readStanding(electionId, new AbortController().signal)
		const names = standing.ok ? standing.value.map((each) => [each.id, each.name] as const) : []
		const describe = describeQuiz(new Map(names))
		const failure = await ask<ManagedQuiz>({
			title: name,
			record: id,
			reread: () => readQuiz(id),
			apply: (theirs) => ({ ...theirs, active }),
			describe: (version) => describe(quizVersion(version).values),
			onSame: (theirs) => done(theirs, active),
			onKeepMine(theirs) {
				onChanged(theirs)
				// An activation needs a look at the fairness of the changed quiz first.
				if (!active) switchTo(theirs, active)
			},
			onTakeTheirs(theirs) {
				onChanged(theirs)
				onDone()
			},
		})
		return failure && errorText(failure, texts.failed)
	}
	const act = async (version: ManagedQuiz, active: boolean): Promise<string | null> => {
		const options = { idempotencyKey: uuid(), ...ifMatch(version.etag) }
		const reply = await switchQuiz(version, active, options)
		if (reply.ok) return done(reply.value, active)
		if (hasStatus(reply.error, 412)) return meet(active)
		return errorText(reply.error, active ? texts.activateFailed : texts.deactivateFailed)
	}
	const switchTo = (version: ManagedQuiz, active: boolean): void => run(() => act(version, active))
	return { busy, error, conflictDialog, run: (active) => switchTo(quiz, active) }
}

interface ActivateQuizProps {
	readonly quiz: ManagedQuiz
	readonly onChanged: (quiz: ManagedQuiz) => void
	readonly onClose: () => void
}

export const ActivateQuiz = ({ quiz, onChanged, onClose }: ActivateQuizProps) => {
	const { busy, error, conflictDialog, run } = useSwitching(quiz, onChanged, onClose)
	const activation = {
		label: texts.fairness.activate,
		busy,
		error,
		onConfirm: () => run(true),
	}
	return (
		<>
			<FairnessDialog quiz={quizVersion(quiz).values} activation={activation} onClose={onClose} />
			{conflictDialog}
		</>
	)
}
