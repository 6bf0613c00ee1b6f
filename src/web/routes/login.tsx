import { createFileRoute } from '@tanstack/react-router'
import { requireVisitor, safeTarget } from '#web/app/guards.ts'
import { LoginScreen } from '#web/features/account/login-screen.tsx'

export const Route = createFileRoute('/login')({
	validateSearch: (search): { readonly redirect?: string } => {
		const redirect = safeTarget(search.redirect)
		return redirect === undefined ? {} : { redirect }
	},
	// Validate again: the router merges the raw search parameters into the result of `validateSearch`.
	beforeLoad: ({ search }) => requireVisitor(safeTarget(search.redirect)),
	component: LoginScreen,
})
