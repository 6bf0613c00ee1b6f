import { createFileRoute } from '@tanstack/react-router'
import { readRedirect, requireVisitor, safeTarget } from '#web/app/guards.ts'
import { LoginScreen } from '#web/features/account/login-screen.tsx'

export const Route = createFileRoute('/login')({
	validateSearch: readRedirect,
	// Validate again: the router merges the raw search parameters into the result of `validateSearch`.
	beforeLoad: ({ search }) => requireVisitor(safeTarget(search.redirect)),
	component: LoginPage,
})

function LoginPage() {
	return <LoginScreen redirect={safeTarget(Route.useSearch().redirect)} />
}
