import type { ReactNode } from 'react'
import { Mark } from './mark.tsx'

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
