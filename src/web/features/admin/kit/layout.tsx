import '../admin.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { Link, useRouterState } from '@tanstack/react-router'
import {
	ArrowLeftRight,
	ChartColumn,
	FileInput,
	Gauge,
	GraduationCap,
	Grid3x3,
	History,
	House,
	Info,
	Landmark,
	ListChecks,
	LogOut,
	type LucideIcon,
	Menu,
	MessageSquareText,
	Scale,
	UserRound,
	Users,
} from 'lucide-react'
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Capability } from '#contract/capabilities.ts'
import { capabilities, useCapability } from '#web/app/capabilities.ts'
import { session, useSession } from '#web/app/session.ts'
import { common } from '#web/texts/en/admin/common.ts'
import { useOnline } from '#web/ui/hooks.ts'
import { Mark } from '#web/ui/notice.tsx'
import { queryClient } from './queries.ts'

export interface MenuLine {
	readonly to: string
	readonly label: string
	readonly icon: LucideIcon
	readonly needs?: Capability
}

export const MENU = [
	{ to: '/admin', label: common.pages.dashboard, icon: Gauge },
	{ to: '/admin/elections', label: common.pages.elections, icon: Landmark },
	{ to: '/admin/candidates', label: common.pages.candidates, icon: UserRound },
	{ to: '/admin/extract-policies', label: common.pages.extraction, icon: FileInput },
	{
		to: '/admin/positions',
		label: common.pages.positions,
		icon: Grid3x3,
		needs: 'positions',
	},
	{ to: '/admin/compare-quizzes', label: common.pages.quizzes, icon: ListChecks },
	{ to: '/admin/categories', label: common.pages.weights, icon: Scale },
	{ to: '/admin/policy-stats', label: common.pages.statistics, icon: ChartColumn },
	{ to: '/admin/users', label: common.pages.users, icon: Users },
	{ to: '/admin/test-management', label: common.pages.testManagement, icon: GraduationCap },
	{ to: '/admin/test-feedback', label: common.pages.testFeedback, icon: MessageSquareText },
	{ to: '/admin/history', label: common.pages.history, icon: History, needs: 'history' },
	{ to: '/admin/about', label: common.pages.about, icon: Info, needs: 'about' },
	{ to: '/admin/exchange', label: common.pages.exchange, icon: ArrowLeftRight, needs: 'transfer' },
] as const satisfies readonly MenuLine[]

export const MODERATOR_MENU = [
	{ to: '/moderator', label: common.pages.dashboard, icon: Gauge },
] as const satisfies readonly MenuLine[]

export const useOffered = <Line extends MenuLine>(menu: readonly Line[]): readonly Line[] => {
	const about = useCapability('about')
	const history = useCapability('history')
	const positions = useCapability('positions')
	const transfer = useCapability('transfer')
	const offered: Partial<Record<Capability, boolean>> = { about, history, positions, transfer }
	return menu.filter(({ needs }) => needs === undefined || offered[needs])
}

const LINE =
	'flex min-h-12 w-full items-center gap-3 rounded-field px-4 font-medium hover:bg-base-200'

interface MenuProps {
	readonly name?: string
	readonly menu: typeof MENU | typeof MODERATOR_MENU
	readonly onSignOut: () => void
	readonly onChoose?: () => void
}

const MenuLines = ({ name = common.menu, menu, onSignOut, onChoose }: MenuProps) => {
	const { user } = useSession()
	return (
		<>
			<nav aria-label={name} className="grid gap-1">
				{useOffered<(typeof MENU | typeof MODERATOR_MENU)[number]>(menu).map(
					({ to, label, icon: Icon }) => (
						<Link
							key={to}
							to={to}
							{...(onChoose && { onClick: onChoose })}
							className={LINE}
							activeProps={{ className: 'bg-primary/10 text-primary underline underline-offset-4' }}
							activeOptions={{ includeSearch: false, exact: to === menu[0].to }}
						>
							<Icon aria-hidden="true" className="size-5 shrink-0" />
							<span>{label}</span>
						</Link>
					),
				)}
			</nav>
			<Link to="/test" className="btn btn-outline mt-4 justify-start gap-3">
				<House aria-hidden="true" className="size-5 shrink-0" />
				<span>{common.back}</span>
			</Link>
			<div className="mt-auto grid gap-1 border-t border-base-300 pt-3">
				<p className="px-4 text-sm text-muted">
					{common.signedInAs}{' '}
					<strong className="font-semibold text-base-content wrap-anywhere">
						{user?.username}
					</strong>
				</p>
				<button
					type="button"
					className={LINE}
					onClick={() => {
						onChoose?.()
						onSignOut()
					}}
				>
					<LogOut aria-hidden="true" className="size-5 shrink-0" />
					<span>{common.signOut}</span>
				</button>
			</div>
		</>
	)
}

const PhoneBar = ({ menu, onSignOut }: MenuProps) => {
	const panel = useRef<HTMLDivElement>(null)
	return (
		<div className="sticky top-[env(safe-area-inset-top)] z-10 flex min-h-16 flex-wrap items-center gap-2 border-b border-base-300 bg-base-100 px-4 md:hidden short:static">
			<Link
				to={menu[0].to}
				className="me-auto flex min-h-12 min-w-0 items-center gap-2.5 rounded-field pe-2"
			>
				<Mark />
				<span className="font-serif text-lg font-semibold">
					{menu[0].to === '/admin' ? common.area : common.moderation}
				</span>
			</Link>
			<button type="button" className="btn btn-ghost gap-2" popoverTarget="admin-menu">
				<Menu aria-hidden="true" className="size-5" />
				<span>{common.openMenu}</span>
			</button>
			<div
				ref={panel}
				id="admin-menu"
				popover="auto"
				className="inset-auto top-[calc(4rem+env(safe-area-inset-top))] end-3 m-0 max-h-[calc(100dvh-5rem)] w-72 max-w-[calc(100%-1.5rem)] overflow-y-auto rounded-box border border-base-300 bg-surface p-2 text-base-content shadow-paper"
			>
				<div className="grid gap-2">
					<MenuLines
						name={common.phoneMenu}
						menu={menu}
						onSignOut={onSignOut}
						onChoose={() => panel.current?.hidePopover()}
					/>
				</div>
			</div>
		</div>
	)
}

const useFocusOnPage = () => {
	const page = useRef<HTMLDivElement>(null)
	const pathname = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
	const last = useRef(pathname)
	useEffect(() => {
		if (last.current !== pathname && !page.current?.contains(document.activeElement)) {
			page.current?.focus({ preventScroll: true })
		}
		last.current = pathname
	}, [pathname])
	return page
}

/** Key of the signed-in user. Stays after a sign-out, until the page is left. */
const useShownFor = (): string | null => {
	useSession()
	const user = session.userKey()
	const [shownFor, setShownFor] = useState(user)
	if (user !== null && user !== shownFor) setShownFor(user)
	return user ?? shownFor
}

interface AdminLayoutProps extends Pick<MenuProps, 'menu'> {
	readonly signOut: ComponentType<{ readonly onClose: () => void }>
	readonly children: ReactNode
}

export const AdminLayout = ({ menu, signOut: SignOut, children }: AdminLayoutProps) => {
	const [leaving, setLeaving] = useState(false)
	const onSignOut = (): void => setLeaving(true)
	const online = useOnline()
	useEffect(() => {
		// The first try may have failed.
		if (online) capabilities.ready().catch(reportError)
	}, [online])
	const page = useFocusOnPage()
	const shownFor = useShownFor()
	return (
		<div className="admin" lang="en" style={{ flex: 1, display: 'grid' }}>
			<div className="grid grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr] md:grid-cols-[17rem_minmax(0,1fr)] md:grid-rows-1">
				{/* biome-ignore lint/a11y/useValidAnchor: a skip link; it moves the focus and leaves the URL unchanged. */}
				<a
					href="#admin-page"
					onClick={(event) => {
						event.preventDefault()
						page.current?.focus()
					}}
					className="absolute start-2 top-2 z-20 -translate-y-20 rounded-field bg-primary px-4 py-3 text-primary-content focus:translate-y-0"
				>
					{common.skip}
				</a>
				<PhoneBar menu={menu} onSignOut={onSignOut} />
				<div className="hidden border-e border-base-300 md:block">
					<div className="sticky top-16 flex h-[calc(100dvh-4rem)] flex-col overflow-y-auto p-3 short:static short:h-auto">
						<MenuLines menu={menu} onSignOut={onSignOut} />
					</div>
				</div>
				<div ref={page} id="admin-page" tabIndex={-1} className="flex min-w-0 flex-col">
					<p
						role="status"
						className="border-b border-base-300 bg-base-200 px-4 py-3 font-medium empty:hidden md:px-8"
					>
						{!online && common.offline}
					</p>
					{/* Another tab may sign in another user: remount, so that no data of the last one stays. */}
					<QueryClientProvider key={shownFor} client={queryClient}>
						{children}
					</QueryClientProvider>
				</div>
			</div>
			{leaving && <SignOut onClose={() => setLeaving(false)} />}
		</div>
	)
}
