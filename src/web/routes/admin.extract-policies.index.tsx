import { createFileRoute } from '@tanstack/react-router'

/** The wizard before anybody is chosen: the page above draws it. */
export const Route = createFileRoute('/admin/extract-policies/')({
	staticData: { header: 'admin' },
})
