import type { ReactNode } from 'react'

interface PageLinkProps {
	/** Unvalidated user input. */
	readonly url: string
	readonly className?: string
	/** Content of the link by the address's host. */
	readonly children: (host: string) => ReactNode
	/** Shown for any other address. */
	readonly otherwise: ReactNode
}

/** Link to a user-entered address in a new tab. Only http(s): `javascript:` would run code. */
export const PageLink = ({ url, className, children, otherwise }: PageLinkProps) =>
	/^https?:/i.test(url) && URL.canParse(url) ? (
		<a className={className} href={url} target="_blank" rel="noopener noreferrer">
			{children(new URL(url).hostname)}
		</a>
	) : (
		otherwise
	)
