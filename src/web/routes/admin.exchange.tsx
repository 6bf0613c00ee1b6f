import { createFileRoute } from '@tanstack/react-router'
import { ExchangePage } from '#web/features/admin/import-export/export.tsx'

export const Route = createFileRoute('/admin/exchange')({
	staticData: { header: 'admin' },
	component: ExchangePage,
})
