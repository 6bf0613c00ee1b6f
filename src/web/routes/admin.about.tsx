import { createFileRoute } from '@tanstack/react-router'
import { AboutPage } from '#web/features/admin/about/about-page.tsx'

export const Route = createFileRoute('/admin/about')({
	staticData: { header: 'admin' },
	component: AboutPage,
})
