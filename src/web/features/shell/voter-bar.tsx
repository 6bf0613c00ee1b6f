import { Link, useCanGoBack, useMatches, useRouter, useRouterState } from '@tanstack/react-router'
import { ArrowLeft, House, LogOut, Menu } from 'lucide-react'
import type { User } from '#contract/users.ts'
import type { Subpage } from '#web/router.tsx'
import { nav, shell } from '#web/texts/en/shell.ts'
import { Popup } from '#web/ui/dialog.tsx'
import { InstallItem } from '#web/ui/install-button.tsx'
import { LazyBoundary, latePart } from '#web/ui/page.tsx'
import { useWide } from '#web/ui/wide.ts'
import { BarLinks, type NavLink } from './nav-links.tsx'
import { SettingsIcon, SettingsLink } from './settings-link.tsx'

// Lazy: reads the device's database, which must not delay the bar.
const SyncStatus = latePart(
	async () => (await import('./sync-status.tsx')).SyncStatus,
	<span className="size-12" />,
)

interface LateSyncStatusProps {
	readonly compact?: boolean
	/** Windows whose bar this is: CSS hides the other bar, whose status would read the outbox without need. */
	readonly on: 'wide' | 'narrow' | 'all'
}

const LateSyncStatus = ({ compact = false, on }: LateSyncStatusProps) => {
	const wide = useWide()
	if (on !== 'all' && wide !== (on === 'wide')) return null
	return (
		<LazyBoundary>
			<SyncStatus compact={compact} />
		</LazyBoundary>
	)
}

interface MenuLinkProps extends NavLink {
	readonly onChoose: () => void
}

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

interface SignOutItemProps {
	/** Differs between the bar's menu and the settings, as specified. */
	readonly label: string
	readonly onChoose: () => void
}

export const SignOutItem = ({ label, onChoose }: SignOutItemProps) => (
	<button
		type="button"
		className="flex min-h-12 w-full items-center gap-3 rounded-field px-4 font-medium hover:bg-base-200"
		onClick={onChoose}
	>
		<LogOut aria-hidden="true" className="size-5" />
		<span>{label}</span>
	</button>
)

type VoterLink = NavLink & { readonly menuLabel?: string }

const VOTER_LINKS: readonly VoterLink[] = [
	{ to: '/elections', label: shell.elections, menuLabel: shell.findElections },
	{ to: '/activity', label: shell.myResults },
]

/** Dashboards by role; the first match counts. */
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
				<InstallItem onChoose={close} />
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

/** True on pages with their own header on phones. */
const useIsSubpage = () =>
	useMatches({ select: (matches) => matches.at(-1)?.staticData.header !== undefined })

export const VoterBar = ({
	user,
	onSignOut,
}: {
	readonly user: User
	readonly onSignOut: () => void
}) => (
	<>
		<LateSyncStatus on={useIsSubpage() ? 'wide' : 'all'} />
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

/** Shown if the part that signs out cannot be loaded. */
export const NotSignedOut = ({ onClose }: { readonly onClose: () => void }) => (
	<div
		role="alert"
		className="fixed inset-x-4 bottom-[calc(1rem+env(safe-area-inset-bottom))] z-20 mx-auto flex max-w-md items-center gap-3 rounded-box border border-base-300 bg-neutral py-2 pe-2 ps-5 text-neutral-content"
	>
		<p className="flex-1">{shell.logoutFailed}</p>
		<button type="button" className="btn btn-ghost" onClick={onClose}>
			{shell.close}
		</button>
	</div>
)

interface Header {
	readonly title: string
	readonly back: 'history' | '/elections'
}

const HEADERS: Readonly<Record<Exclude<Subpage, 'admin'>, Header>> = {
	quizzes: { title: shell.quizzes, back: 'history' },
	quiz: { title: shell.quiz, back: 'history' },
	results: { title: shell.results, back: '/elections' },
	settings: { title: shell.settings, back: 'history' },
	yourData: { title: shell.yourData, back: 'history' },
	about: { title: nav.about, back: 'history' },
}

export interface SubpageHeaderProps {
	readonly page: keyof typeof HEADERS
	readonly user: User | null
	readonly onSignOut: () => void
}

const BACK = 'grid size-12 place-items-center rounded-field hover:bg-base-200'

interface BackProps extends Pick<Header, 'back'> {
	readonly home: '/elections' | '/test'
}

const BackButton = ({ back, home }: BackProps) => {
	const router = useRouter()
	const canGoBack = useCanGoBack()
	const icon = <ArrowLeft aria-hidden="true" className="rtl:-scale-x-100" />
	return back === 'history' && canGoBack ? (
		<button
			type="button"
			aria-label={shell.back}
			className={BACK}
			onClick={() => router.history.back()}
		>
			{icon}
		</button>
	) : (
		<Link to={home} replace aria-label={shell.back} className={BACK}>
			{icon}
		</Link>
	)
}

const SettingsPopup = ({
	user,
	onSignOut,
}: {
	readonly user: User
	readonly onSignOut: () => void
}) => (
	<Popup id="settings" label={shell.settings} icon={<SettingsIcon />}>
		{(close) => (
			<>
				<p className="px-4 py-3 text-sm wrap-anywhere text-muted">{user.email ?? user.username}</p>
				<MenuLink to="/settings" label={shell.settings} onChoose={close} />
				<SignOutItem
					label={shell.signOut}
					onChoose={() => {
						close()
						onSignOut()
					}}
				/>
			</>
		)}
	</Popup>
)

export const SubpageHeader = ({ page, user, onSignOut }: SubpageHeaderProps) => {
	const { title, back } = HEADERS[page]
	// A part of the page that is shown alone: return to the page.
	const isPart = useRouterState({
		select: ({ location: { search } }) => 'view' in search && search.view === 'side-by-side',
	})
	const home = user ? '/elections' : '/test'
	return (
		<div className="flex min-h-16 flex-wrap items-center gap-1 px-2">
			<BackButton back={isPart ? 'history' : back} home={home} />
			<p className="min-w-min flex-1 text-center font-serif text-lg font-semibold max-[23rem]:text-base">
				{title}
			</p>
			{user && <LateSyncStatus compact on="narrow" />}
			<Link
				to={home}
				aria-label={shell.home}
				className="grid size-12 place-items-center rounded-field hover:bg-base-200"
			>
				<House aria-hidden="true" />
			</Link>
			{user && <SettingsPopup user={user} onSignOut={onSignOut} />}
		</div>
	)
}
