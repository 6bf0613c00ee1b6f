import type { ReactNode } from 'react'
import type { Refresh } from './refresh.ts'

export const Mark = ({ className = 'size-8' }: { readonly className?: string }) => (
	<svg viewBox="0 0 32 32" className={className} aria-hidden="true" focusable="false">
		<rect width="32" height="32" rx="9" className="fill-primary" />
		<rect x="8" y="10" width="16" height="4" rx="2" className="fill-primary-content" />
		<rect x="8" y="18" width="16" height="4" rx="2" className="fill-primary-content" />
	</svg>
)

interface NoticeProps {
	readonly title: string
	readonly text?: string
	readonly tone?: 'calm' | 'error'
	/** 1 if it replaces the whole page. */
	readonly level?: 1 | 2
	readonly children?: ReactNode
}

/** Replaces a page's content: empty state, not found, or failure, with the next step. */
export const Notice = ({ title, text, tone = 'calm', level = 2, children }: NoticeProps) => {
	const Heading = level === 1 ? 'h1' : 'h2'
	return (
		<section
			role={tone === 'error' ? 'alert' : undefined}
			className="mx-auto my-8 flex w-full max-w-md flex-col items-center gap-3 rounded-box border border-base-300 bg-surface px-6 py-10 text-center wrap-anywhere shadow-paper"
		>
			<Mark
				className={`size-10 ${tone === 'error' ? 'opacity-50 [filter:grayscale(1)]' : 'opacity-80'}`}
			/>
			<Heading className="text-xl font-semibold">{title}</Heading>
			{text && <p className="text-muted">{text}</p>}
			{children && (
				<div className="mt-3 flex w-full flex-col gap-3 *:w-full sm:w-auto sm:flex-row sm:*:w-auto">
					{children}
				</div>
			)}
		</section>
	)
}

export interface NeedsConnectionProps {
	readonly title: string
	readonly text: string
	readonly onRetry: () => void
	readonly children?: ReactNode
	readonly level?: 1 | 2
}

export interface StaleNoteProps {
	readonly refresh: Refresh
	/** The content depends on the day, so the offline note names it. */
	readonly byDay?: boolean
}

interface SkeletonsProps {
	/** For screen readers. */
	readonly label: string
	readonly count?: number
}

export const Skeletons = ({ label, count = 3 }: SkeletonsProps) => (
	<div role="status" className="grid gap-4 sm:grid-cols-2">
		<span className="sr-only">{label}</span>
		{Array.from({ length: count }, (_, index) => `row-${index}`).map((key) => (
			<div key={key} className="skeleton h-32 rounded-box" />
		))}
	</div>
)
