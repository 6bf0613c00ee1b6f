import { createFileRoute } from '@tanstack/react-router'
import { textParam } from '#web/app/search.ts'
import { QuizScreen } from '#web/features/quiz/quiz-screen.tsx'
import { useWhileHere } from '#web/ui/address.ts'

export const Route = createFileRoute('/_voter/quiz/$compareQuizId')({
	// The open attempt; without it the page shows the quiz's intro.
	validateSearch: (search): { readonly attemptId?: string } => {
		const attemptId = textParam(search.attemptId)
		return attemptId === undefined ? {} : { attemptId }
	},
	staticData: { header: 'quiz' },
	component: QuizPage,
})

function QuizPage() {
	const { compareQuizId } = Route.useParams()
	const { attemptId = null } = Route.useSearch()
	const navigate = useWhileHere(Route.useNavigate())
	return (
		<QuizScreen
			key={compareQuizId}
			quizId={compareQuizId}
			attemptId={attemptId}
			onRename={(serverId) =>
				navigate({ search: { attemptId: serverId }, replace: true, resetScroll: false })
			}
		/>
	)
}
