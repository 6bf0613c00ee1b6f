import { Outlet, useMatches, useRouterState } from '@tanstack/react-router'
import { Suspense, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useSession } from '#web/app/session.ts'
import { keeping } from '#web/app/storage.ts'
import { nav } from '#web/texts/nav.ts'
import { LatePart } from '#web/ui/late-part.tsx'
import { NavBar } from './nav-bar.tsx'
import { NothingKept, SubpageHeader, VoterNotices, VoterSignOut } from './voter-parts.tsx'

/** Moves the focus to the content after a navigation, so that keyboards and screen readers begin there. */
const useFocusOnNavigation = () => {
	const main = useRef<HTMLElement>(null)
	const pathname = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
	const last = useRef(pathname)
	useEffect(() => {
		// A page that has put the focus somewhere itself knows better.
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

/** Whether the page is to be had without the navigation around it. */
const useBare = () => useRouterState({ select: (state) => 'bare' in state.location.search })

/** What every page stands in: the way to skip to the content, the navigation, and the content. */
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
					{/* biome-ignore lint/a11y/useValidAnchor: it leads to a part of the page; only the address stays as it is. */}
					<a
						href="#main"
						onClick={(event) => {
							// The address stays: the way back is the page before, and not this one once more.
							event.preventDefault()
							main.current?.focus()
						}}
						className="absolute top-2 start-2 z-20 -translate-y-20 rounded-field bg-primary px-4 py-3 text-primary-content focus:translate-y-0"
					>
						{nav.skip}
					</a>
					<header className="sticky top-0 z-10 short:static border-b border-base-300 bg-base-100 pt-[env(safe-area-inset-top)]">
						{/* The back-office brings its own: a place that is kept for nothing would close up under a finger. */}
						{subpage && subpage !== 'admin' && (
							<div className="md:hidden">
								<Suspense fallback={<div className="h-16" />}>
									<SubpageHeader page={subpage} user={user} onSignOut={signOut} />
								</Suspense>
							</div>
						)}
						<div className={subpage ? 'hidden md:block' : undefined}>
							<NavBar user={user} onSignOut={signOut} />
						</div>
					</header>
				</>
			)}
			{!keeps && (
				<LatePart>
					<NothingKept />
				</LatePart>
			)}
			<Suspense>{user && <VoterNotices />}</Suspense>
			<main ref={main} id="main" tabIndex={-1} className="flex flex-1 flex-col overflow-x-clip">
				<Outlet />
			</main>
			<Suspense>{leaving && <VoterSignOut onClose={stay} />}</Suspense>
		</div>
	)
}
