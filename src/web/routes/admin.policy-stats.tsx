import { createFileRoute } from '@tanstack/react-router'
import { PolicyStatsPage } from '#web/features/admin/policy-stats/policy-stats-page.tsx'

export const Route = createFileRoute('/admin/policy-stats')({
	staticData: { header: 'admin' },
	component: PolicyStatsPage,
})
