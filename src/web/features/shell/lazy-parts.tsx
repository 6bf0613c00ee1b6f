import { lazy } from 'react'
import { shell } from '#web/texts/en/shell.ts'
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
const LazySignOut = lazy(async () => ({ default: (await loadSignOut()).SignOut }))

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

const NotSignedOut = ({ onClose }: { readonly onClose: () => void }) => (
	<div
		role="alert"
		className="fixed inset-x-4 bottom-[calc(1rem+env(safe-area-inset-bottom))] z-20 mx-auto flex max-w-md items-center gap-3 rounded-box border border-base-300 bg-neutral py-2 pe-2 ps-5 text-neutral-content"
	>
		<p className="flex-1">{shell.logoutFailed}</p>
		<button type="button" className="btn btn-ghost" onClick={onClose}>
			{shell.close}
		</button>
	</div>
)

export const SignOut = ({ onClose }: { readonly onClose: () => void }) => (
	<LazyBoundary failed={<NotSignedOut onClose={onClose} />}>
		<LazySignOut onClose={onClose} />
	</LazyBoundary>
)
