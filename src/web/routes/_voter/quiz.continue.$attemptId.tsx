import { createFileRoute } from '@tanstack/react-router'
import { ContinueScreen } from '#web/features/quiz/quiz-screen.tsx'

export const Route = createFileRoute('/_voter/quiz/continue/$attemptId')({
	staticData: { header: 'quiz' },
	component: ContinuePage,
})

function ContinuePage() {
	const { attemptId } = Route.useParams()
	return <ContinueScreen key={attemptId} attemptId={attemptId} />
}
