import { createFileRoute } from '@tanstack/react-router'
import { YourDataScreen } from '#web/features/your-data/your-data-screen.tsx'

export const Route = createFileRoute('/_voter/your-data')({
	staticData: { header: 'yourData' },
	component: YourDataScreen,
})
