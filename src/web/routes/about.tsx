import { createFileRoute } from '@tanstack/react-router'
import { AboutScreen } from '#web/features/about/about-screen.tsx'

export const Route = createFileRoute('/about')({
	staticData: { header: 'about' },
	component: AboutScreen,
})
