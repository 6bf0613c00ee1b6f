import { createFileRoute } from '@tanstack/react-router'
import { FeedbackPage } from '#web/features/admin/knowledge-test/feedback-page.tsx'
import {
	type FeedbackSearch,
	placeOf,
	searchOf,
} from '#web/features/admin/knowledge-test/use-feedback.ts'
import { useWhileHere } from '#web/ui/address.ts'

export const Route = createFileRoute('/admin/test-feedback')({
	validateSearch: (raw: Record<string, unknown>): FeedbackSearch => raw,
	staticData: { header: 'admin' },
	component: Feedback,
})

function Feedback() {
	const search = Route.useSearch()
	const navigate = useWhileHere(Route.useNavigate())
	return (
		<FeedbackPage
			place={placeOf(search)}
			onPlace={(next, replace = false) => {
				navigate({ search: searchOf(next), replace, resetScroll: false }).catch(reportError)
			}}
		/>
	)
}
