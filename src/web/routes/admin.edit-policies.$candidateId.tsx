import { createFileRoute } from '@tanstack/react-router'
import { textParam } from '#web/app/search.ts'
import { EditorPage } from '#web/features/admin/policies/editor-page.tsx'
import { viewOf } from '#web/features/admin/policies/order.ts'

export interface EditorSearch {
	readonly status?: string
	readonly order?: string
}

export const Route = createFileRoute('/admin/edit-policies/$candidateId')({
	validateSearch: (raw: Record<string, unknown>): EditorSearch => {
		// What statuses and orders there are is known to the page, with which their names come.
		const [status, order] = [textParam(raw.status), textParam(raw.order)]
		return { ...(status !== undefined && { status }), ...(order !== undefined && { order }) }
	},
	staticData: { header: 'admin' },
	component: Editor,
})

function Editor() {
	const { candidateId } = Route.useParams()
	const navigate = Route.useNavigate()
	return (
		<EditorPage
			// Of one candidate: what is open belongs to them.
			key={candidateId}
			candidateId={candidateId}
			{...viewOf(Route.useSearch())}
			onView={(search) => {
				navigate({ search, replace: true, resetScroll: false }).catch(reportError)
			}}
		/>
	)
}
