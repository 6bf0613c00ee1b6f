import { createFileRoute } from '@tanstack/react-router'
import { readResultsSearch } from '#web/app/search.ts'
import { ResultsScreen } from '#web/features/results/results-screen.tsx'
import { useWhileHere } from '#web/ui/address.ts'

export const Route = createFileRoute('/_voter/results/')({
	validateSearch: readResultsSearch,
	staticData: { header: 'results' },
	component: ResultsPage,
})

function ResultsPage() {
	const {
		quizAttemptId = null,
		freshCompletion = false,
		view = null,
	} = readResultsSearch({ ...Route.useSearch() })
	const navigate = useWhileHere(Route.useNavigate())
	return (
		<ResultsScreen
			attemptId={quizAttemptId}
			fresh={freshCompletion}
			view={view}
			onRename={(serverId) =>
				navigate({
					search: (now) => ({ ...now, quizAttemptId: serverId }),
					replace: true,
					resetScroll: false,
					ignoreBlocker: true,
				})
			}
			onCompleted={() => {
				navigate({
					search: ({ freshCompletion: _, ...search }) => search,
					replace: true,
					ignoreBlocker: true,
				}).catch(reportError)
			}}
		/>
	)
}
