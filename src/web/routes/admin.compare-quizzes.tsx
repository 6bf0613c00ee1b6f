import { createFileRoute, useParams } from '@tanstack/react-router'
import { textParams } from '#web/app/search.ts'
import { QuizzesPage } from '#web/features/admin/quizzes/quizzes-page.tsx'
import { useWhileHere } from '#web/ui/address.ts'

export interface QuizzesSearch {
	readonly search?: string
}

/** Parent route: keeps the page mounted while the election in the URL changes. */
export const Route = createFileRoute('/admin/compare-quizzes')({
	validateSearch: (raw: Record<string, unknown>): QuizzesSearch => textParams(raw, 'search'),
	component: Quizzes,
})

function Quizzes() {
	const { search = '' } = Route.useSearch()
	const { electionId } = useParams({ strict: false })
	const navigate = useWhileHere(Route.useNavigate())
	const go = (id: string | undefined, term: string, replace: boolean): void => {
		navigate({
			...(id === undefined
				? { to: '/admin/compare-quizzes' }
				: { to: '/admin/compare-quizzes/$electionId', params: { electionId: id } }),
			search: term === '' ? {} : { search: term },
			replace,
			resetScroll: !replace,
		}).catch(reportError)
	}
	return (
		<QuizzesPage
			search={search}
			electionId={electionId}
			onSearch={(term) => go(electionId, term, true)}
			onElection={(id) => go(id ?? undefined, search, false)}
		/>
	)
}
