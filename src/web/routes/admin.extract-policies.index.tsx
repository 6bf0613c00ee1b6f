import { createFileRoute } from '@tanstack/react-router'

/** Wizard without a candidate. Renders nothing: the parent route draws the page. */
export const Route = createFileRoute('/admin/extract-policies/')({
	staticData: { header: 'admin' },
})
