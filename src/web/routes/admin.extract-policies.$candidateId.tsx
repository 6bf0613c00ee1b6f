import { createFileRoute } from '@tanstack/react-router'

/** One candidate's wizard. Renders nothing: the parent route draws the page. */
export const Route = createFileRoute('/admin/extract-policies/$candidateId')({
	staticData: { header: 'admin' },
})
