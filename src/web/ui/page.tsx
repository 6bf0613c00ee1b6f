import { CatchBoundary } from '@tanstack/react-router'
import { type ReactNode, Suspense, useEffect } from 'react'

/** Names the page in the browser's tab and history; null leaves the name as it is until there is one. */
export const usePageTitle = (title: string | null): void => {
	useEffect(() => {
		if (title !== null) document.title = title === 'Evenhand' ? title : `${title} · Evenhand`
	}, [title])
}

interface PageProps {
	/** Of the browser's tab; null until it is known. */
	readonly title: string | null
	readonly width?: 'narrow' | 'wide'
	readonly children: ReactNode
}

/** The column that a page's content stands in. */
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
	/** Stands in where the part cannot be loaded or fails; the page goes on without it. */
	readonly failed?: ReactNode
	/** Keeps its place until it is there. */
	readonly loading?: ReactNode
}

/** A part of the page that is loaded after the page, and that the page can do without. */
export const LazyBoundary = ({ children, failed = null, loading = null }: LatePartProps) => (
	<CatchBoundary
		getResetKey={() => 'late'}
		onCatch={(error) => reportError(error)}
		errorComponent={() => failed}
	>
		<Suspense fallback={loading}>{children}</Suspense>
	</CatchBoundary>
)
