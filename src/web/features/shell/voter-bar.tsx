import { Link } from '@tanstack/react-router'
import { Menu } from 'lucide-react'
import type { User } from '#contract/users.ts'
import { LateInstallItem, LateSyncStatus } from './late-parts.tsx'
import { BarLinks, type NavLink } from './nav-links.tsx'
import { Popup } from './popup.tsx'
import { SignOutItem } from './sign-out-item.tsx'

/** `menuLabel`: where the phone's menu says it differently. */
const VOTER_LINKS: readonly (NavLink & { readonly menuLabel?: string })[] = [
	{ to: '/elections', label: 'Elections', menuLabel: 'Find Elections' },
	{ to: '/activity', label: 'My Results' },
]

const VoterMenu = ({
	user,
	onSignOut,
}: {
	readonly user: User
	readonly onSignOut: () => void
}) => (
	<Popup id="voter-menu" label="Menu" icon={<Menu aria-hidden="true" />}>
		{(close) => (
			<nav aria-label="Menu">
				{VOTER_LINKS.map(({ to, label, menuLabel = label }) => (
					<Link
						key={label}
						to={to}
						onClick={close}
						className="flex min-h-12 items-center rounded-field px-4 font-medium hover:bg-base-200"
						activeProps={{ className: 'text-primary' }}
					>
						{menuLabel}
					</Link>
				))}
				<hr className="my-2 border-base-300" />
				<p className="truncate px-4 py-2 text-sm text-muted">{user.username}</p>
				<LateInstallItem onChoose={close} />
				<SignOutItem
					label="Logout"
					onChoose={() => {
						close()
						onSignOut()
					}}
				/>
			</nav>
		)}
	</Popup>
)

/** What the bar has for a voter: where to go, the account and what is unsent. */
export const VoterBar = ({
	user,
	onSignOut,
}: {
	readonly user: User
	readonly onSignOut: () => void
}) => (
	<>
		<LateSyncStatus />
		<nav aria-label="Main" className="hidden items-center gap-1 md:flex">
			<BarLinks links={VOTER_LINKS} />
		</nav>
		<span className="hidden max-w-40 truncate border-l border-base-300 pl-4 text-sm text-muted md:block">
			{user.username}
		</span>
		<button type="button" className="btn btn-ghost hidden md:inline-flex" onClick={onSignOut}>
			Logout
		</button>
		<div className="md:hidden">
			<VoterMenu user={user} onSignOut={onSignOut} />
		</div>
	</>
)
