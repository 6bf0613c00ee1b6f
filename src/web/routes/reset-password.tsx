import { createFileRoute } from '@tanstack/react-router'
import { ResetScreen } from '#web/features/account/password-screens.tsx'

export const Route = createFileRoute('/reset-password')({ component: ResetScreen })
