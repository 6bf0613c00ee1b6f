import type { ReactNode } from 'react'
import { usePageTitle } from './use-page-title.ts'

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
