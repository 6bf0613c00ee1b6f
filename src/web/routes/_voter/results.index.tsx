import { createFileRoute } from '@tanstack/react-router'
import { readResultsSearch } from '#web/app/results-search.ts'
import { ResultsScreen } from '#web/features/results/results-screen.tsx'

export const Route = createFileRoute('/_voter/results/')({
	validateSearch: readResultsSearch,
	staticData: { header: 'results' },
	component: ResultsPage,
})

function ResultsPage() {
	const { quizAttemptId = null, freshCompletion = false, ...rest } = Route.useSearch()
	const navigate = Route.useNavigate()
	return (
		<ResultsScreen
			key={quizAttemptId}
			attemptId={quizAttemptId}
			fresh={freshCompletion}
			onSettled={() => {
				const search = quizAttemptId === null ? rest : { quizAttemptId, ...rest }
				navigate({ search, replace: true, ignoreBlocker: true }).catch(reportError)
			}}
		/>
	)
}
