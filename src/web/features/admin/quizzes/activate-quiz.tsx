import type { ManagedQuiz } from '#contract/manage-quizzes.ts'
import { quizzes as texts } from '#web/texts/admin/quizzes.ts'
import { FairnessDialog } from './fairness-dialog.tsx'
import { quizVersion } from './quiz-values.ts'
import { useSwitching } from './use-switching.ts'

interface ActivateQuizProps {
	readonly quiz: ManagedQuiz
	readonly onChanged: (quiz: ManagedQuiz) => void
	readonly onClose: () => void
}

/** Shows how fair a quiz is, and switches it on once that has been confirmed. */
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
