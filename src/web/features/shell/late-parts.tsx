import { CatchBoundary } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'

// These parts read the device's database, which a visitor has no need of.
const load = () => import('./late.ts')
const SyncStatus = lazy(async () => ({ default: (await load()).SyncStatus }))
const SignOut = lazy(async () => ({ default: (await load()).SignOut }))

interface LatePartProps {
	readonly children: ReactNode
	/** Stands in where the part cannot be loaded or fails; the page goes on without it. */
	readonly failed: ReactNode
}

const LatePart = ({ children, failed }: LatePartProps) => (
	<CatchBoundary
		getResetKey={() => 'late'}
		onCatch={(error) => reportError(error)}
		errorComponent={() => failed}
	>
		<Suspense fallback={null}>{children}</Suspense>
	</CatchBoundary>
)

/** What is unsent, once the part that counts it is there. */
export const LateSyncStatus = ({ compact = false }: { readonly compact?: boolean }) => (
	<LatePart failed={null}>
		<SyncStatus compact={compact} />
	</LatePart>
)

const NotSignedOut = ({ onClose }: { readonly onClose: () => void }) => (
	<div
		role="alert"
		className="fixed inset-x-4 bottom-4 z-20 mx-auto flex max-w-md items-center gap-3 rounded-box bg-neutral py-2 pr-2 pl-5 text-neutral-content"
	>
		<p className="flex-1">Failed to logout. Please try again.</p>
		<button type="button" className="btn btn-ghost" onClick={onClose}>
			Close
		</button>
	</div>
)

/** Signs out, or says that it could not. */
export const LateSignOut = ({ onClose }: { readonly onClose: () => void }) => (
	<LatePart failed={<NotSignedOut onClose={onClose} />}>
		<SignOut onClose={onClose} />
	</LatePart>
)
