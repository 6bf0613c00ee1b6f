import { CatchBoundary } from '@tanstack/react-router'
import { type ComponentType, type ReactNode, Suspense, useEffect, useState } from 'react'

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

/**
 * Creates a component that loads when it is first drawn. Without `lazy`, because React draws what has suspended up to 300 ms
 * late. @param loading shown until then.
 */
export const latePart = <Props extends object>(
	load: () => Promise<ComponentType<Props>>,
	loading: ReactNode = null,
): ComponentType<Props> => {
	let loaded: ComponentType<Props> | null = null
	return (props) => {
		const [Part, setPart] = useState(() => loaded)
		useEffect(() => {
			const show = (part: ComponentType<Props>): void => {
				loaded = part
				setPart(() => part)
			}
			const fail = (error: unknown): void =>
				setPart(() => {
					throw error
				})
			if (loaded === null) load().then(show, fail)
		}, [])
		return Part === null ? loading : <Part {...props} />
	}
}
