import { createFileRoute } from '@tanstack/react-router'
import { isSet } from '#web/app/search.ts'
import { ElectionQuizzesScreen } from '#web/features/elections/quizzes-screen.tsx'

export const Route = createFileRoute('/_voter/elections/$electionId/quizzes')({
	// `all` shows the list even for a single quiz, e.g. after "back" from it.
	validateSearch: ({ all }): { readonly all?: true } => (isSet(all) ? { all: true } : {}),
	staticData: { header: 'quizzes' },
	component: QuizzesPage,
})

function QuizzesPage() {
	const { electionId } = Route.useParams()
	const { all } = Route.useSearch()
	return <ElectionQuizzesScreen key={electionId} electionId={electionId} showAll={isSet(all)} />
}
