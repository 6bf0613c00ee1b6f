import { createFileRoute } from '@tanstack/react-router'

/** One election's quizzes. Renders nothing: the parent route draws the page. */
export const Route = createFileRoute('/admin/compare-quizzes/$electionId')({
	staticData: { header: 'admin' },
})
