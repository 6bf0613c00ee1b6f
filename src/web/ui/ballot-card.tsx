import type { ReactNode } from 'react'
import { contentLanguage } from '#web/texts/language.ts'

/** Shrinks long texts, and all on low screens, so that a phone shows the text without scrolling. */
const sizeOf = (text: string): string =>
	text.length > 220
		? 'text-[clamp(1rem,2.8svh,1.25rem)]'
		: text.length > 120
			? 'text-[clamp(1.125rem,3.2svh,1.5rem)]'
			: 'text-[clamp(1.25rem,4svh,1.7rem)]'

interface BallotCardProps {
	readonly text: string
	readonly children?: ReactNode
}

export const BallotCard = ({ text, children }: BallotCardProps) => (
	<article className="flex w-full flex-col gap-4 rounded-box border border-base-300 bg-surface p-[min(1.5rem,5vw)] shadow-paper sm:p-8">
		<h2
			lang={contentLanguage}
			className={`my-auto leading-snug font-medium text-pretty wrap-anywhere ${sizeOf(text)}`}
		>
			{text}
		</h2>
		{children}
	</article>
)

/** Area for one ballot card, or several on top of each other. */
export const CardArea = ({ children }: { readonly children: ReactNode }) => (
	<div className="relative grid min-h-[min(16rem,28svh)] short:min-h-36 flex-1 *:col-start-1 *:row-start-1">
		{children}
	</div>
)
