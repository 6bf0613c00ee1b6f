import { lazy } from 'react'
import { LazyBoundary } from '#web/ui/page.tsx'

const loadBar = () => import('./voter-bar.tsx')
const loadNotices = () => import('./storage-notices.tsx')
const loadSignOut = () => import('./sign-out.tsx')

/** Preloads the data and the parts of the shell for signed-in users, so that signing out works offline. */
export const loadVoterParts = () =>
	Promise.all([import('#web/app/local.ts'), loadBar(), loadNotices(), loadSignOut()])

export const VoterBar = lazy(async () => ({ default: (await loadBar()).VoterBar }))
export const SubpageHeader = lazy(async () => ({ default: (await loadBar()).SubpageHeader }))
const LazyNotices = lazy(async () => ({ default: (await loadNotices()).Notices }))
const LazyNothingKept = lazy(async () => ({ default: (await loadNotices()).NothingKept }))
const LazySignOut = lazy(async () => {
	try {
		return { default: (await loadSignOut()).SignOut }
	} catch (error) {
		reportError(error)
		// In the bar's chunk, which whoever can sign out has loaded.
		return { default: (await loadBar()).NotSignedOut }
	}
})

export const Notices = () => (
	<LazyBoundary>
		<LazyNotices />
	</LazyBoundary>
)

export const NothingKept = () => (
	<LazyBoundary>
		<LazyNothingKept />
	</LazyBoundary>
)

export const SignOut = ({ onClose }: { readonly onClose: () => void }) => (
	<LazyBoundary>
		<LazySignOut onClose={onClose} />
	</LazyBoundary>
)
