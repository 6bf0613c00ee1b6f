import { Link, Outlet, useMatches, useRouterState } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { User } from '#contract/users.ts'
import { useSession } from '#web/app/session.ts'
import { keeping } from '#web/app/storage.ts'
import { nav } from '#web/texts/en/shell.ts'
import { Mark } from '#web/ui/notice.tsx'
import { NothingKept, Notices, SignOut, SubpageHeader, VoterBar } from './lazy-parts.tsx'
import { BarLinks, type NavLink } from './nav-links.tsx'
import { SettingsLink } from './settings-link.tsx'

const visitorLinks = (): readonly NavLink[] => [
	{ to: '/login', label: nav.login },
	{ to: '/register', label: nav.register },
]

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

const NavBar = ({ user, onSignOut }: NavBarProps) => (
	<div className="mx-auto flex min-h-16 max-w-5xl flex-wrap items-center px-4 sm:gap-2">
		<Brand to={user ? '/elections' : '/test'} />
		{user ? (
			<VoterBar user={user} onSignOut={onSignOut} />
		) : (
			<nav aria-label={nav.main} className="flex flex-wrap items-center">
				{/* Phones have no room for it here. */}
				<span className="hidden md:block">
					<BarLinks links={[{ to: '/about', label: nav.about }]} />
				</span>
				<BarLinks links={visitorLinks()} />
				<SettingsLink />
			</nav>
		)}
	</div>
)

/** Focuses the content after a navigation, for keyboards and screen readers. */
const useFocusOnNavigation = () => {
	const main = useRef<HTMLElement>(null)
	const pathname = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
	const last = useRef(pathname)
	useEffect(() => {
		// Keep a focus that the page has set itself.
		const inside = main.current?.contains(document.activeElement) ?? false
		if (last.current !== undefined && last.current !== pathname && !inside) {
			main.current?.focus({ preventScroll: true })
		}
		last.current = pathname
	}, [pathname])
	return main
}

const useSubpage = () =>
	useMatches({ select: (matches) => matches.at(-1)?.staticData.header ?? null })

const useBare = () => useRouterState({ select: (state) => 'bare' in state.location.search })

export const AppFrame = () => {
	const { user } = useSession()
	const subpage = useSubpage()
	const bare = useBare()
	const main = useFocusOnNavigation()
	const keeps = useSyncExternalStore(keeping.subscribe, keeping.keeps)
	const [leaving, setLeaving] = useState(false)
	const signOut = useCallback(() => setLeaving(true), [])
	const stay = useCallback(() => setLeaving(false), [])
	return (
		<div className="flex min-h-dvh flex-col pr-[env(safe-area-inset-right)] pl-[env(safe-area-inset-left)]">
			{!bare && (
				<>
					{/* biome-ignore lint/a11y/useValidAnchor: links to an element of this page; only the URL stays unchanged. */}
					<a
						href="#main"
						onClick={(event) => {
							// Leave the URL unchanged: a hash would add a history entry.
							event.preventDefault()
							main.current?.focus()
						}}
						className="absolute top-2 start-2 z-20 -translate-y-20 rounded-field bg-primary px-4 py-3 text-primary-content focus:translate-y-0"
					>
						{nav.skip}
					</a>
					<header className="sticky top-0 z-10 short:static border-b border-base-300 bg-base-100 pt-[env(safe-area-inset-top)]">
						{/* The back-office has its own header; an empty placeholder would collapse under the user's finger. */}
						{subpage && subpage !== 'admin' && (
							<div className="md:hidden">
								<SubpageHeader page={subpage} user={user} onSignOut={signOut} />
							</div>
						)}
						<div className={subpage ? 'hidden md:block' : undefined}>
							<NavBar user={user} onSignOut={signOut} />
						</div>
					</header>
				</>
			)}
			{!keeps && <NothingKept />}
			{user && <Notices />}
			<main ref={main} id="main" tabIndex={-1} className="flex flex-1 flex-col overflow-x-clip">
				<Outlet />
			</main>
			{leaving && <SignOut onClose={stay} />}
		</div>
	)
}
