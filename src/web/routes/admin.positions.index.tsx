import { createFileRoute } from '@tanstack/react-router'

/** Choice of an election. Renders nothing: the parent route draws the page. */
export const Route = createFileRoute('/admin/positions/')({
	staticData: { header: 'admin' },
})
