import { createFileRoute } from '@tanstack/react-router'
import { requireVisitor } from '#web/app/guards.ts'
import { RegisterScreen } from '#web/features/account/register-screen.tsx'

export const Route = createFileRoute('/register')({
	beforeLoad: () => requireVisitor(undefined),
	component: RegisterScreen,
})
