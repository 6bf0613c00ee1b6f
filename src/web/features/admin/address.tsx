import type { ReactNode } from 'react'

/** Whether a browser opens an address as a page, and runs nothing of it. */
const isPage = (url: string): boolean => /^https?:/i.test(url)

interface AddressProps {
	/** As somebody typed it once. */
	readonly url: string
	readonly className?: string
	/** What stands beside the address where it can be opened. */
	readonly children?: ReactNode
}

/** An address that somebody typed: it leads to its page, or, where it is none of a page, it is a text. */
export const Address = ({ url, className = 'link', children }: AddressProps) =>
	isPage(url) ? (
		<a className={className} href={url} target="_blank" rel="noopener noreferrer">
			<span className="min-w-0 wrap-anywhere">{url}</span>
			{children}
		</a>
	) : (
		<span className="wrap-anywhere">{url}</span>
	)
