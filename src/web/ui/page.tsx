import { CatchBoundary } from '@tanstack/react-router'
import { type ReactNode, Suspense, useEffect } from 'react'

/** Sets the document's title. Null keeps the current one. */
export const usePageTitle = (title: string | null): void => {
	useEffect(() => {
		if (title !== null) document.title = title === 'Evenhand' ? title : `${title} · Evenhand`
	}, [title])
}

interface PageProps {
	/** Document title. Null until known. */
	readonly title: string | null
	readonly width?: 'narrow' | 'wide'
	readonly children: ReactNode
}

export const Page = ({ title, width = 'wide', children }: PageProps) => {
	usePageTitle(title)
	return (
		<div
			className={`mx-auto flex w-full flex-1 flex-col px-4 pt-6 pb-page-end md:pt-10 ${
				width === 'narrow' ? 'max-w-xl' : 'max-w-5xl'
			}`}
		>
			{children}
		</div>
	)
}

interface LatePartProps {
	readonly children: ReactNode
	/** Shown if the part fails to load or render. */
	readonly failed?: ReactNode
	readonly loading?: ReactNode
}

/** Boundary of a part that loads late and that the page can do without. */
export const LazyBoundary = ({ children, failed = null, loading = null }: LatePartProps) => (
	<CatchBoundary
		getResetKey={() => 'late'}
		onCatch={(error) => reportError(error)}
		errorComponent={() => failed}
	>
		<Suspense fallback={loading}>{children}</Suspense>
	</CatchBoundary>
)
