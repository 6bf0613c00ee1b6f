import { type ManagedQuiz, manageQuizzes } from '#contract/manage-quizzes.ts'
import { call } from '#web/app/client.ts'
import { quizzes as texts } from '#web/texts/admin/quizzes.ts'
import { type RemovalHeard, RemoveDialog } from '../forms/remove-dialog.tsx'
import { readQuiz } from './read.ts'

interface RemoveQuizProps extends RemovalHeard {
	readonly quiz: ManagedQuiz
}

/** Asks before a quiz is deleted. */
export const RemoveQuiz = ({ quiz, ...heard }: RemoveQuizProps) => {
	const { id, name } = quiz
	const params = { id }
	return (
		<RemoveDialog
			{...heard}
			title={texts.removeTitle(name)}
			record={quiz}
			consequences={async () => ({ ok: true, value: [texts.removeWhy] })}
			remove={(options) => call(manageQuizzes.remove, { params }, options)}
			reread={() => readQuiz(id)}
			restore={(options) => call(manageQuizzes.restore, { params }, options)}
			failed={texts.deleteFailed}
		/>
	)
}
