import { createFileRoute, useParams } from '@tanstack/react-router'
import { textParam } from '#web/app/search.ts'
import { QuizzesPage } from '#web/features/admin/quizzes/quizzes-page.tsx'

export interface QuizzesSearch {
	readonly search?: string
}

/** Parent route: keeps the page mounted while the election in the URL changes. */
export const Route = createFileRoute('/admin/compare-quizzes')({
	validateSearch: ({ search }: Record<string, unknown>): QuizzesSearch => {
		const term = textParam(search)
		return term === undefined ? {} : { search: term }
	},
	component: Quizzes,
})

function Quizzes() {
	const { search = '' } = Route.useSearch()
	const { electionId } = useParams({ strict: false })
	const navigate = Route.useNavigate()
	return (
		<QuizzesPage
			search={search}
			electionId={electionId}
			onSearch={(term) => {
				navigate({
					to: '.',
					search: term ? { search: term } : {},
					replace: true,
					resetScroll: false,
				}).catch(reportError)
			}}
			onElection={(id) => {
				const where =
					id === null
						? navigate({ to: '/admin/compare-quizzes', search: true })
						: navigate({
								to: '/admin/compare-quizzes/$electionId',
								params: { electionId: id },
								search: true,
							})
				where.catch(reportError)
			}}
		/>
	)
}
