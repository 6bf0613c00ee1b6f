import { createFileRoute } from '@tanstack/react-router'
import { textParam } from '#web/app/search.ts'
import { ElectionsScreen } from '#web/features/elections/elections-screen.tsx'
import { useWhileHere } from '#web/ui/address.ts'
import { InstallCard } from '#web/ui/install-button.tsx'

export const Route = createFileRoute('/_voter/elections/')({
	// The search text is in the URL so that "back" restores it.
	validateSearch: (search): { readonly q?: string } => {
		const q = textParam(search.q)
		return q === undefined ? {} : { q }
	},
	component: ElectionsPage,
})

function ElectionsPage() {
	const { q = '' } = Route.useSearch()
	const navigate = useWhileHere(Route.useNavigate())
	return (
		<>
			<ElectionsScreen
				query={q}
				onSearch={(text) => {
					navigate({ search: text === '' ? {} : { q: text }, replace: true }).catch(reportError)
				}}
			/>
			<InstallCard />
		</>
	)
}
