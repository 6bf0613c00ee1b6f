import { lazy } from 'react'
import { firstScreen } from '#web/app/first-screen.ts'
import { shell } from '#web/texts/en/shell.ts'
import { LatePart } from '#web/ui/page.tsx'

/** The shell's parts that come late: almost all of it only a voter sees. A page of a signed-in voter asks for them before it is drawn. */
export const loadVoterParts = () => import('./voter-shell.ts')

type Parts = Awaited<ReturnType<typeof loadVoterParts>>

const part = <Name extends keyof Parts>(name: Name) =>
	lazy(async (): Promise<{ default: Parts[Name] }> => ({ default: (await loadVoterParts())[name] }))

export const VoterBar = part('VoterBar')
export const SubpageHeader = part('SubpageHeader')
export const VoterNotices = part('LateNotices')
export const VoterSignOut = part('LateSignOut')

/** The note of a browser that stores nothing, which few need. */
export const NothingKept = lazy(async () => ({
	default: (await import('./storage-notices.tsx')).NothingKept,
}))

/** Behind the first screen: whoever comes for the knowledge test shall not wait for it. */
export const VisitorSettings = lazy(async () => {
	await firstScreen
	return { default: (await import('./voter-bar.tsx')).SettingsLink }
})

// These parts read the device's database, which a visitor has no need of.
const load = () => import('./late.ts')
const SyncStatus = lazy(async () => ({ default: (await load()).SyncStatus }))
const SignOut = lazy(async () => ({ default: (await load()).SignOut }))
const Notices = lazy(async () => ({ default: (await load()).Notices }))
const InstallItem = lazy(async () => ({ default: (await load()).InstallItem }))

/** What is unsent, once the part that counts it is there. */
export const LateSyncStatus = ({ compact = false }: { readonly compact?: boolean }) => (
	<LatePart loading={<span className="size-12" />}>
		<SyncStatus compact={compact} />
	</LatePart>
)

/** What a voter has to know of this device's store. */
export const LateNotices = () => (
	<LatePart>
		<Notices />
	</LatePart>
)

/** The menu's line to install the app with. */
export const LateInstallItem = ({ onChoose }: { readonly onChoose: () => void }) => (
	<LatePart>
		<InstallItem onChoose={onChoose} />
	</LatePart>
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

/** Signs out, or says that it could not. */
export const LateSignOut = ({ onClose }: { readonly onClose: () => void }) => (
	<LatePart failed={<NotSignedOut onClose={onClose} />}>
		<SignOut onClose={onClose} />
	</LatePart>
)
