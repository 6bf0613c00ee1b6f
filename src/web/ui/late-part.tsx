import { CatchBoundary } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'

interface LatePartProps {
	readonly children: ReactNode
	/** Stands in where the part cannot be loaded or fails; the page goes on without it. */
	readonly failed?: ReactNode
	/** Keeps its place until it is there. */
	readonly loading?: ReactNode
}

/** A part of the page that is loaded after the page, and that the page can do without. */
export const LatePart = ({ children, failed = null, loading = null }: LatePartProps) => (
	<CatchBoundary
		getResetKey={() => 'late'}
		onCatch={(error) => reportError(error)}
		errorComponent={() => failed}
	>
		<Suspense fallback={loading}>{children}</Suspense>
	</CatchBoundary>
)
