import { useRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'

interface PathLinkProps {
	/** A path of this app, with its search. */
	readonly href: string
	readonly label?: string
	readonly className?: string
	readonly children: ReactNode
}

/** A link to another page of the back-office by its address. */
export const PathLink = ({ href, label, className, children }: PathLinkProps) => {
	const router = useRouter()
	const go = (event: MouseEvent): void => {
		// Whoever wants another tab or window has the browser open it.
		if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
		event.preventDefault()
		router.navigate({ href }).catch(reportError)
	}
	return (
		<a href={href} aria-label={label} className={className} onClick={go}>
			{children}
		</a>
	)
}
