import { useState } from 'react'
import type { ManagedQuiz } from '#contract/admin/quizzes.ts'
import { uuid } from '#web/app/api.ts'
import { quizzes as texts } from '#web/texts/en/admin/quizzes.ts'
import { useOneAtATime } from '#web/ui/hooks.ts'
import { toast } from '#web/ui/toast.ts'
import { withLastChange } from '../history/api.ts'
import { errorText, hasStatus } from '../kit/errors.ts'
import { ifMatch } from '../kit/use-record-form.ts'
import { readQuiz, switchQuiz } from './api.ts'
import { FairnessDialog } from './fairness-dialog.tsx'
import { quizVersion } from './quiz-form-model.ts'

export interface Switching {
	readonly busy: boolean
	readonly error: string | null
	run(active: boolean): void
}

/**
 * Switches the active flag with optimistic locking. On a conflict it reads the quiz again and succeeds if the flag
 * already matches, e.g. after a lost response.
 * @param onChanged called with the current quiz
 * @param onDone called once the flag matches
 */
export const useSwitching = (
	quiz: ManagedQuiz,
	onChanged: (quiz: ManagedQuiz) => void,
	onDone: () => void,
): Switching => {
	const { busy, run } = useOneAtATime()
	const [error, setError] = useState<string | null>(null)

	const done = (now: ManagedQuiz, active: boolean): null => {
		onChanged({ ...quiz, ...now, electionName: now.electionName ?? quiz.electionName })
		toast((active ? texts.activated : texts.deactivated)(now.name), 'good')
		onDone()
		return null
	}
	const meet = async (active: boolean): Promise<string | null> => {
		const now = await readQuiz(quiz.id)
		if (!now.ok) return errorText(now.error, texts.failed)
		if (now.value.active === active) return done(now.value, active)
		onChanged(now.value)
		return withLastChange(texts.changed(now.value.name), quiz.id)
	}
	const act = async (active: boolean): Promise<string | null> => {
		const options = {
			idempotencyKey: uuid(),
			...ifMatch(quiz.etag),
		}
		const reply = await switchQuiz(quiz, active, options)
		if (reply.ok) return done(reply.value, active)
		if (hasStatus(reply.error, 412)) return meet(active)
		return errorText(reply.error, active ? texts.activateFailed : texts.deactivateFailed)
	}
	return {
		busy,
		error,
		run(active) {
			run(async () => {
				setError(null)
				setError(await act(active))
			})
		},
	}
}

interface ActivateQuizProps {
	readonly quiz: ManagedQuiz
	readonly onChanged: (quiz: ManagedQuiz) => void
	readonly onClose: () => void
}

/** Shows the fairness preview of a quiz and activates it on confirmation. */
export const ActivateQuiz = ({ quiz, onChanged, onClose }: ActivateQuizProps) => {
	const { busy, error, run } = useSwitching(quiz, onChanged, onClose)
	const activation = {
		label: texts.fairness.activate,
		busy,
		error,
		onConfirm: () => run(true),
	}
	return (
		<FairnessDialog quiz={quizVersion(quiz).values} activation={activation} onClose={onClose} />
	)
}
