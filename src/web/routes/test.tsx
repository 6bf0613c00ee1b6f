import { createFileRoute } from '@tanstack/react-router'
import { WelcomeScreen } from '#web/features/welcome/welcome-screen.tsx'

export const Route = createFileRoute('/test')({ component: WelcomeScreen })
