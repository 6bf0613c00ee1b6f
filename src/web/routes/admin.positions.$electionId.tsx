import { createFileRoute } from '@tanstack/react-router'

/** One election's positions. Renders nothing: the parent route draws the page. */
export const Route = createFileRoute('/admin/positions/$electionId')({
	staticData: { header: 'admin' },
})
