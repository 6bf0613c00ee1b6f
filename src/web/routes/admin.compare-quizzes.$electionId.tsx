import { createFileRoute } from '@tanstack/react-router'

/** The quizzes of one election: the page above draws them. */
export const Route = createFileRoute('/admin/compare-quizzes/$electionId')({
	staticData: { header: 'admin' },
})
