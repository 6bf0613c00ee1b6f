import type { ReactNode } from 'react'
import { sizeOf } from '#web/first/looks.ts'
import { contentLanguage } from '#web/texts/language.ts'

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
