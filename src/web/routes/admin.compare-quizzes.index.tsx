import { createFileRoute } from '@tanstack/react-router'

/** All elections' quizzes. Renders nothing: the parent route draws the page. */
export const Route = createFileRoute('/admin/compare-quizzes/')({
	staticData: { header: 'admin' },
})
