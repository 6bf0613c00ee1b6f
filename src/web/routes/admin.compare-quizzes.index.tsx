import { createFileRoute } from '@tanstack/react-router'

/** The quizzes of all elections: the page above draws them. */
export const Route = createFileRoute('/admin/compare-quizzes/')({
	staticData: { header: 'admin' },
})
