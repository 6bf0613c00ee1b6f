import { createFileRoute } from '@tanstack/react-router'
import { AdminNotFound } from '#web/features/admin/kit/not-found.tsx'

export const Route = createFileRoute('/admin/$')({
	staticData: { header: 'admin' },
	component: AdminNotFound,
})
