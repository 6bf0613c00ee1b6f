import { createFileRoute } from '@tanstack/react-router'
import { WeightsPage } from '#web/features/admin/weights/weights-page.tsx'

export const Route = createFileRoute('/admin/categories')({
	staticData: { header: 'admin' },
	component: WeightsPage,
})
