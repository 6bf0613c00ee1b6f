import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import type { User } from '#contract/users.ts'
import { nav } from '#web/texts/nav.ts'
import { LatePart } from '#web/ui/late-part.tsx'
import { Mark } from '#web/ui/mark.tsx'
import { BarLinks, type NavLink } from './nav-links.tsx'
import { VisitorSettings, VoterBar } from './voter-parts.tsx'

const visitorLinks = (): readonly NavLink[] => [
	{ to: '/login', label: nav.login },
	{ to: '/register', label: nav.register },
]

/** Keeps the place of what comes late, also where it does not come: nothing beside it moves. */
const ROOM = <span className="size-12" />

interface NavBarProps {
	readonly user: User | null
	readonly onSignOut: () => void
}

const Brand = ({ to }: { readonly to: '/test' | '/elections' }) => (
	<Link to={to} className="me-auto flex min-h-12 items-center gap-2.5 rounded-field pe-2">
		<Mark />
		<span className="font-serif text-xl font-semibold tracking-tight max-[23rem]:sr-only">
			Evenhand
		</span>
	</Link>
)

/** The navigation bar: brand and sign-in for visitors; elections, results, the account and what is unsent for voters. */
export const NavBar = ({ user, onSignOut }: NavBarProps) => (
	<div className="mx-auto flex min-h-16 max-w-5xl flex-wrap items-center px-4 sm:gap-2">
		<Brand to={user ? '/elections' : '/test'} />
		{user ? (
			<Suspense>
				<VoterBar user={user} onSignOut={onSignOut} />
			</Suspense>
		) : (
			<nav aria-label={nav.main} className="flex flex-wrap items-center">
				<BarLinks links={visitorLinks()} />
				<LatePart loading={ROOM} failed={ROOM}>
					<VisitorSettings />
				</LatePart>
			</nav>
		)}
	</div>
)
