import { Menu } from 'lucide-react'
import type { User } from '#contract/users.ts'
import { shell } from '#web/texts/shell.ts'
import { LateInstallItem, LateSyncStatus } from './late-parts.tsx'
import { MenuLink } from './menu-link.tsx'
import { BarLinks, type NavLink } from './nav-links.tsx'
import { Popup } from './popup.tsx'
import { SettingsLink } from './settings-link.tsx'
import { SignOutItem } from './sign-out-item.tsx'

/** `menuLabel`: where the phone's menu says it differently. */
type VoterLink = NavLink & { readonly menuLabel?: string }

const VOTER_LINKS: readonly VoterLink[] = [
	{ to: '/elections', label: shell.elections, menuLabel: shell.findElections },
	{ to: '/activity', label: shell.myResults },
]

/** Where a role has work to do; the first that somebody has counts. */
const DASHBOARDS = [
	['ROLE_ADMIN', '/admin'],
	['ROLE_MODERATOR', '/moderator'],
] as const

const linksFor = ({ roles }: User): readonly VoterLink[] => {
	const [, to] = DASHBOARDS.find(([role]) => roles.includes(role)) ?? []
	return to === undefined ? VOTER_LINKS : [...VOTER_LINKS, { to, label: shell.dashboard }]
}

const VoterMenu = ({
	user,
	onSignOut,
}: {
	readonly user: User
	readonly onSignOut: () => void
}) => (
	<Popup id="voter-menu" label={shell.menu} icon={<Menu aria-hidden="true" />}>
		{(close) => (
			<nav aria-label={shell.menu}>
				{linksFor(user).map(({ to, label, menuLabel = label }) => (
					<MenuLink key={label} to={to} label={menuLabel} onChoose={close} />
				))}
				<hr className="my-2 border-base-300" />
				<p className="px-4 py-2 text-sm wrap-anywhere text-muted">{user.username}</p>
				<MenuLink to="/settings" label={shell.settings} onChoose={close} />
				<LateInstallItem onChoose={close} />
				<SignOutItem
					label={shell.logout}
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
		<nav aria-label={shell.main} className="hidden items-center gap-1 md:flex">
			<BarLinks links={linksFor(user)} />
		</nav>
		<span className="hidden max-w-40 truncate border-s border-base-300 ps-4 text-sm text-muted md:block">
			{user.username}
		</span>
		<SettingsLink className="hidden md:grid" />
		<button type="button" className="btn btn-ghost hidden md:inline-flex" onClick={onSignOut}>
			{shell.logout}
		</button>
		<div className="md:hidden">
			<VoterMenu user={user} onSignOut={onSignOut} />
		</div>
	</>
)
