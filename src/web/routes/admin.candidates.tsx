import { createFileRoute } from '@tanstack/react-router'
import { textParams } from '#web/app/search.ts'
import { CandidatesPage } from '#web/features/admin/candidates/candidates-page.tsx'
import { useWhileHere } from '#web/ui/address.ts'

export interface CandidatesSearch {
	readonly search?: string
	readonly electionId?: string
}

export const Route = createFileRoute('/admin/candidates')({
	validateSearch: (raw: Record<string, unknown>): CandidatesSearch =>
		textParams(raw, 'search', 'electionId'),
	staticData: { header: 'admin' },
	component: Candidates,
})

function Candidates() {
	const { search = '', electionId } = Route.useSearch()
	const navigate = useWhileHere(Route.useNavigate())
	return (
		<CandidatesPage
			search={search}
			electionId={electionId}
			onFilter={(next) => {
				navigate({ search: next, replace: true, resetScroll: false }).catch(reportError)
			}}
		/>
	)
}
