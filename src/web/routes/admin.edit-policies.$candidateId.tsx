import { createFileRoute } from '@tanstack/react-router'
import { textParams } from '#web/app/search.ts'
import { EditorPage, viewOf } from '#web/features/admin/policies/policies-page.tsx'
import { useWhileHere } from '#web/ui/address.ts'

export interface EditorSearch {
	readonly status?: string
	readonly order?: string
	readonly category?: string
	readonly search?: string
}

export const Route = createFileRoute('/admin/edit-policies/$candidateId')({
	// The page validates the values.
	validateSearch: (raw: Record<string, unknown>): EditorSearch =>
		textParams(raw, 'status', 'order', 'category', 'search'),
	staticData: { header: 'admin' },
	component: Editor,
})

function Editor() {
	const { candidateId } = Route.useParams()
	const navigate = useWhileHere(Route.useNavigate())
	return (
		<EditorPage
			// Reset the page's state when the candidate changes.
			key={candidateId}
			candidateId={candidateId}
			{...viewOf(Route.useSearch())}
			onView={({ search: term, ...view }) => {
				const search = term === '' ? view : { ...view, search: term }
				navigate({ search, replace: true, resetScroll: false }).catch(reportError)
			}}
		/>
	)
}
