import { createFileRoute } from '@tanstack/react-router'
import { requireVisitor, safeTarget } from '#web/app/guards.ts'
import { LoginScreen } from '#web/features/account/login-screen.tsx'

export const Route = createFileRoute('/login')({
	// Where to go after the sign-in.
	validateSearch: (search): { readonly redirect?: string } => {
		const redirect = safeTarget(search.redirect)
		return redirect === undefined ? {} : { redirect }
	},
	// Checked again: the router merges the raw search of the address into what `validateSearch` returns.
	beforeLoad: ({ search }) => requireVisitor(safeTarget(search.redirect)),
	component: LoginScreen,
})
