import { createFileRoute } from '@tanstack/react-router'
import { ForgotScreen } from '#web/features/account/password-screens.tsx'

export const Route = createFileRoute('/forgot-password')({ component: ForgotScreen })
