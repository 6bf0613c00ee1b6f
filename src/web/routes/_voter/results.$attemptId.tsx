import { createFileRoute } from '@tanstack/react-router'
import { readResultsSearch } from '#web/app/results-search.ts'
import { ResultsScreen } from '#web/features/results/results-screen.tsx'

export const Route = createFileRoute('/_voter/results/$attemptId')({
	validateSearch: readResultsSearch,
	staticData: { header: 'results' },
	component: ResultsPage,
})

function ResultsPage() {
	const { attemptId } = Route.useParams()
	const { freshCompletion = false, ...search } = Route.useSearch()
	const navigate = Route.useNavigate()
	return (
		<ResultsScreen
			key={attemptId}
			attemptId={attemptId}
			fresh={freshCompletion}
			onSettled={() => {
				navigate({ search, replace: true, ignoreBlocker: true }).catch(reportError)
			}}
		/>
	)
}
