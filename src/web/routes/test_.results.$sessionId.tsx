import { createFileRoute } from '@tanstack/react-router'
import { DetailsScreen } from '#web/features/test/details-screen.tsx'

export const Route = createFileRoute('/test_/results/$sessionId')({
	component: DetailsPage,
})

function DetailsPage() {
	const { sessionId } = Route.useParams()
	return <DetailsScreen key={sessionId} sessionId={sessionId} />
}
