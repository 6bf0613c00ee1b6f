import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import type { User } from '#contract/auth.ts'
import { Mark } from '#web/ui/mark.tsx'
import { BarLinks } from './nav-links.tsx'
import { VoterBar } from './voter-parts.tsx'

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
	<div className="mx-auto flex h-16 max-w-5xl items-center gap-2 px-4">
		<Brand to={user ? '/elections' : '/test'} />
		{user ? (
			<Suspense>
				<VoterBar user={user} onSignOut={onSignOut} />
			</Suspense>
		) : (
			<nav aria-label="Main" className="flex items-center">
				<BarLinks signedIn={false} />
			</nav>
		)}
	</div>
)
