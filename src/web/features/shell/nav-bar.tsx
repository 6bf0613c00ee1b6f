import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import type { User } from '#contract/users.ts'
import { Mark } from '#web/ui/mark.tsx'
import { BarLinks, type NavLink } from './nav-links.tsx'
import { VoterBar } from './voter-parts.tsx'

const VISITOR_LINKS: readonly NavLink[] = [
	{ to: '/login', label: 'Login' },
	{ to: '/register', label: 'Register' },
]

interface NavBarProps {
	readonly user: User | null
	readonly onSignOut: () => void
}

const Brand = ({ to }: { readonly to: '/test' | '/elections' }) => (
	<Link to={to} className="mr-auto flex min-h-12 items-center gap-2.5 rounded-field pr-2">
		<Mark />
		<span className="font-serif text-xl font-semibold tracking-tight">Evenhand</span>
	</Link>
)

/** The navigation bar: brand and sign-in for visitors; elections, results, the account and what is unsent for voters. */
export const NavBar = ({ user, onSignOut }: NavBarProps) => (
	<div className="mx-auto flex h-16 max-w-5xl items-center px-4 sm:gap-2">
		<Brand to={user ? '/elections' : '/test'} />
		{user ? (
			<Suspense>
				<VoterBar user={user} onSignOut={onSignOut} />
			</Suspense>
		) : (
			<nav aria-label="Main" className="flex items-center">
				<BarLinks links={VISITOR_LINKS} />
			</nav>
		)}
	</div>
)
