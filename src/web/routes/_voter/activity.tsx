import { createFileRoute } from '@tanstack/react-router'
import { ActivityScreen } from '#web/features/activity/activity-screen.tsx'

export const Route = createFileRoute('/_voter/activity')({ component: ActivityScreen })
