import { type ManagedQuiz, manageQuizzes } from '#contract/manage-quizzes.ts'
import { call } from '#web/app/client.ts'
import { quizzes as texts } from '#web/texts/admin/quizzes.ts'
import { RemoveDialog } from '../forms/remove-dialog.tsx'
import { readQuiz } from './read.ts'

interface RemoveQuizProps {
	readonly quiz: ManagedQuiz
	readonly onRemoved: () => void
	readonly onRestored: () => void
	readonly onClose: () => void
}

/** Asks before a quiz is deleted. */
export const RemoveQuiz = ({ quiz, ...heard }: RemoveQuizProps) => {
	const { id, name, etag } = quiz
	const params = { id }
	return (
		<RemoveDialog
			{...heard}
			title={texts.removeTitle(name)}
			name={name}
			etag={etag}
			consequences={async () => ({ ok: true, value: [texts.removeWhy] })}
			remove={(options) => call(manageQuizzes.remove, { params }, options)}
			reread={async () => {
				const now = await readQuiz(id)
				return now.ok ? { ok: true, value: now.value.etag } : now
			}}
			restore={(options) => call(manageQuizzes.restore, { params }, options)}
			failed={texts.deleteFailed}
		/>
	)
}
