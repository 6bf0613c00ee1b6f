import { Link } from '@tanstack/react-router'
import type { NavLink } from './nav-links.tsx'

interface MenuLinkProps extends NavLink {
	readonly onChoose: () => void
}

/** A menu's line that leads to a page. */
export const MenuLink = ({ to, label, onChoose }: MenuLinkProps) => (
	<Link
		to={to}
		onClick={onChoose}
		className="flex min-h-12 items-center rounded-field px-4 font-medium hover:bg-base-200"
		activeProps={{ className: 'text-primary underline' }}
	>
		{label}
	</Link>
)
