import { lazy } from 'react'
import { shell } from '#web/texts/shell.ts'
import { LatePart } from '#web/ui/late-part.tsx'

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
