import type { ComponentType } from 'react'
import { LazyBoundary, latePart } from '#web/ui/page.tsx'

const loadBar = () => import('./voter-bar.tsx')
const loadNotices = () => import('./storage-notices.tsx')
const loadSignOut = () => import('./sign-out.tsx')

/** Preloads the data and the parts of the shell for signed-in users, so that signing out works offline. */
export const loadVoterParts = () =>
	Promise.all([import('#web/app/local.ts'), loadBar(), loadNotices(), loadSignOut()])

export const VoterBar = latePart(async () => (await loadBar()).VoterBar)
export const SubpageHeader = latePart(
	async () => (await loadBar()).SubpageHeader,
	<div className="h-16" />,
)

/** A part that the page can do without until it is loaded. */
const later = <Props extends object>(load: () => Promise<ComponentType<Props>>) => {
	const Part = latePart(load)
	return (props: Props) => (
		<LazyBoundary>
			<Part {...props} />
		</LazyBoundary>
	)
}

export const Notices = later(async () => (await loadNotices()).Notices)
export const NothingKept = later(async () => (await loadNotices()).NothingKept)
export const SignOut = later(async () => {
	try {
		return (await loadSignOut()).SignOut
	} catch (error) {
		reportError(error)
		// In the bar's chunk, which every signed-in page has loaded.
		return (await loadBar()).NotSignedOut
	}
})
