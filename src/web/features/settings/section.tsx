import { type ReactNode, useId } from 'react'

interface SectionProps {
	readonly title: string
	readonly children: ReactNode
}

export const Section = ({ title, children }: SectionProps) => {
	const id = useId()
	return (
		<section
			aria-labelledby={id}
			className="mt-6 rounded-box border border-base-300 bg-surface p-5 shadow-paper"
		>
			<h2 id={id} className="text-xl font-semibold">
				{title}
			</h2>
			{children}
		</section>
	)
}
