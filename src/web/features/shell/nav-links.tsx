import { Link } from '@tanstack/react-router'

interface NavLink {
	readonly to: '/login' | '/register' | '/elections' | '/activity'
	readonly label: string
	/** Where the phone's menu says it differently. */
	readonly menuLabel?: string
}

const VISITOR_LINKS: readonly NavLink[] = [
	{ to: '/login', label: 'Login' },
	{ to: '/register', label: 'Register' },
]

const VOTER_LINKS: readonly NavLink[] = [
	{ to: '/elections', label: 'Elections', menuLabel: 'Find Elections' },
	{ to: '/activity', label: 'My Results' },
]

/** The links that a visitor or a voter has in the navigation bar. */
const linksFor = (signedIn: boolean): readonly NavLink[] => (signedIn ? VOTER_LINKS : VISITOR_LINKS)

/** The links side by side, for the bar. */
export const BarLinks = ({ signedIn }: { readonly signedIn: boolean }) =>
	linksFor(signedIn).map(({ to, label }) => (
		<Link
			key={label}
			to={to}
			className="flex min-h-12 items-center rounded-field px-3 font-medium text-muted hover:text-base-content"
			activeProps={{ className: 'text-primary! underline decoration-2 underline-offset-8' }}
		>
			{label}
		</Link>
	))

/** The links one below the other, for the phone's menu. */
export const MenuLinks = ({ onChoose }: { readonly onChoose: () => void }) =>
	linksFor(true).map(({ to, label, menuLabel }) => (
		<Link
			key={label}
			to={to}
			onClick={onChoose}
			className="flex min-h-12 items-center rounded-field px-4 font-medium hover:bg-base-200"
			activeProps={{ className: 'text-primary' }}
		>
			{menuLabel ?? label}
		</Link>
	))
