import { Link } from '@tanstack/react-router'

export interface NavLink {
	readonly to:
		| '/about'
		| '/login'
		| '/register'
		| '/elections'
		| '/activity'
		| '/settings'
		| '/admin'
		| '/moderator'
	readonly label: string
}

export const BarLinks = ({ links }: { readonly links: readonly NavLink[] }) =>
	links.map(({ to, label }) => (
		<Link
			key={label}
			to={to}
			className="flex min-h-12 items-center rounded-field px-2 font-medium sm:px-3 text-muted hover:text-base-content"
			activeProps={{ className: 'text-primary! underline decoration-2 underline-offset-8' }}
		>
			{label}
		</Link>
	))
