import { CatchBoundary } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'

interface LatePartProps {
	readonly children: ReactNode
	/** Stands in where the part cannot be loaded or fails; the page goes on without it. */
	readonly failed?: (reset: () => void) => ReactNode
}

/** A part of the page that loads after it, and whose failure is not the page's. */
export const LatePart = ({ children, failed }: LatePartProps) => (
	<CatchBoundary
		getResetKey={() => 'late'}
		onCatch={(error) => reportError(error)}
		errorComponent={({ reset }) => failed?.(reset) ?? null}
	>
		<Suspense fallback={null}>{children}</Suspense>
	</CatchBoundary>
)
