import { createFileRoute } from '@tanstack/react-router'
import { TestManagementPage } from '#web/features/admin/test-management/test-management-page.tsx'

export const Route = createFileRoute('/admin/test-management')({
	staticData: { header: 'admin' },
	component: TestManagementPage,
})
