import { createFileRoute } from '@tanstack/react-router'
import { readRedirect, requireVisitor, safeTarget } from '#web/app/guards.ts'
import { RegisterScreen } from '#web/features/account/register-screen.tsx'

export const Route = createFileRoute('/register')({
	validateSearch: readRedirect,
	// Validate again: the router merges the raw search parameters into the result of `validateSearch`.
	beforeLoad: ({ search }) => requireVisitor(safeTarget(search.redirect)),
	component: RegisterPage,
})

function RegisterPage() {
	return <RegisterScreen redirect={safeTarget(Route.useSearch().redirect)} />
}
