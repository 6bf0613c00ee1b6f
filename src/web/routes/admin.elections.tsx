import { createFileRoute } from '@tanstack/react-router'
import { textParams } from '#web/app/search.ts'
import { ElectionsPage } from '#web/features/admin/elections/elections-page.tsx'
import { useWhileHere } from '#web/ui/address.ts'

export interface ElectionsSearch {
	readonly search?: string
	readonly active?: 'true' | 'false'
}

export const Route = createFileRoute('/admin/elections')({
	validateSearch: ({ active, ...raw }: Record<string, unknown>): ElectionsSearch => ({
		...textParams(raw, 'search'),
		...((active === 'true' || active === 'false') && { active }),
	}),
	staticData: { header: 'admin' },
	component: Elections,
})

function Elections() {
	const { search = '', active } = Route.useSearch()
	const navigate = useWhileHere(Route.useNavigate())
	return (
		<ElectionsPage
			search={search}
			active={active}
			onFilter={(next) => {
				navigate({ search: next, replace: true, resetScroll: false }).catch(reportError)
			}}
		/>
	)
}
