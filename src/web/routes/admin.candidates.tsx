import { createFileRoute } from '@tanstack/react-router'
import { textParam } from '#web/app/search.ts'
import { CandidatesPage } from '#web/features/admin/candidates/candidates-page.tsx'
import { useWhileHere } from '#web/ui/address.ts'

export interface CandidatesSearch {
	readonly search?: string
	readonly electionId?: string
}

export const Route = createFileRoute('/admin/candidates')({
	validateSearch: (raw: Record<string, unknown>): CandidatesSearch => {
		const search = textParam(raw.search)
		const electionId = textParam(raw.electionId)
		return {
			...(search !== undefined && { search }),
			...(electionId !== undefined && { electionId }),
		}
	},
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
