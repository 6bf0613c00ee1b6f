import type { ReactNode } from 'react'
import type { Refresh } from './refresh.ts'

/** The product's mark: two equal bars. */
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
	/** 1 where it stands for the whole page. */
	readonly level?: 1 | 2
	/** What the person can do about it. */
	readonly children?: ReactNode
}

/** A page's word in place of its content: nothing here, not found, or failed, with what to do next. */
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
	/** What is not on this device. */
	readonly title: string
	/** What will work once it has been read. */
	readonly text: string
	readonly onRetry: () => void
	/** Other ways on. */
	readonly children?: ReactNode
	/** 1 where it stands for the whole page. */
	readonly level?: 1 | 2
}

export interface StaleNoteProps {
	readonly refresh: Refresh
	/** The day decides what the screen shows: without a connection the note says which day that is. */
	readonly byDay?: boolean
}

interface SkeletonsProps {
	/** What is being loaded, for those who cannot see it. */
	readonly label: string
	readonly count?: number
}

/** Stands in for a list that this device has never seen, while it is read for the first time. */
export const Skeletons = ({ label, count = 3 }: SkeletonsProps) => (
	<div role="status" className="grid gap-4 sm:grid-cols-2">
		<span className="sr-only">{label}</span>
		{Array.from({ length: count }, (_, index) => `row-${index}`).map((key) => (
			<div key={key} className="skeleton h-32 rounded-box" />
		))}
	</div>
)
