import { createFileRoute } from '@tanstack/react-router'

/** The wizard for one candidate: the page above draws it. */
export const Route = createFileRoute('/admin/extract-policies/$candidateId')({
	staticData: { header: 'admin' },
})
