import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'

interface FoldProps {
	readonly title: string
	readonly children: ReactNode
}

/** A part of a candidate's card that opens on demand. */
export const Fold = ({ title, children }: FoldProps) => (
	<details className="group border-t border-base-300">
		<summary className="flex min-h-12 cursor-pointer list-none items-center justify-between font-medium text-primary [&::-webkit-details-marker]:hidden">
			<span>{title}</span>
			<ChevronDown
				aria-hidden="true"
				className="size-5 transition-transform group-open:rotate-180"
			/>
		</summary>
		{children}
	</details>
)
