import { createFileRoute, useParams } from '@tanstack/react-router'
import { textParams } from '#web/app/search.ts'
import { filterOf, PositionsPage } from '#web/features/admin/positions/positions-page.tsx'
import { useWhileHere } from '#web/ui/address.ts'

export interface PositionsSearch {
	readonly show?: string
	readonly candidate?: string
	readonly category?: string
	readonly search?: string
}

/** Parent route: keeps the page mounted while the election in the URL changes. */
export const Route = createFileRoute('/admin/positions')({
	// The page validates the values.
	validateSearch: (raw: Record<string, unknown>): PositionsSearch =>
		textParams(raw, 'show', 'candidate', 'category', 'search'),
	component: Positions,
})

function Positions() {
	const { electionId } = useParams({ strict: false })
	const navigate = useWhileHere(Route.useNavigate())
	return (
		<PositionsPage
			electionId={electionId}
			filter={filterOf(Route.useSearch())}
			onElection={(id) => {
				navigate(
					id === null
						? { to: '/admin/positions', search: {} }
						: { to: '/admin/positions/$electionId', params: { electionId: id }, search: {} },
				).catch(reportError)
			}}
			onFilter={(filter) => {
				const said = Object.entries(filter).filter(([, value]) => value !== '' && value !== 'all')
				navigate({
					to: '/admin/positions/$electionId',
					params: { electionId: electionId ?? '' },
					search: Object.fromEntries(said),
					replace: true,
					resetScroll: false,
				}).catch(reportError)
			}}
		/>
	)
}
