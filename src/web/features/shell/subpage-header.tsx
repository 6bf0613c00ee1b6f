import { Link, useCanGoBack, useRouter } from '@tanstack/react-router'
import { ArrowLeft, House, Settings } from 'lucide-react'
import type { User } from '#contract/users.ts'
import type { Subpage } from '#web/router.tsx'
import { shell } from '#web/texts/shell.ts'
import { LateSyncStatus } from './late-parts.tsx'
import { MenuLink } from './menu-link.tsx'
import { Popup } from './popup.tsx'
import { SignOutItem } from './sign-out-item.tsx'

interface Header {
	readonly title: string
	/** Where "back" leads: to the page before, or to the elections. */
	readonly back: 'history' | '/elections'
}

const HEADERS: Readonly<Record<Exclude<Subpage, 'admin'>, Header>> = {
	quizzes: { title: shell.quizzes, back: 'history' },
	quiz: { title: shell.quiz, back: 'history' },
	results: { title: shell.results, back: '/elections' },
	settings: { title: shell.settings, back: 'history' },
	yourData: { title: shell.yourData, back: 'history' },
}

interface SubpageHeaderProps {
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
	<Popup id="settings" label={shell.settings} icon={<Settings aria-hidden="true" />}>
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

/** The phone's header of pages below a list: back, title, home and settings. */
export const SubpageHeader = ({ page, user, onSignOut }: SubpageHeaderProps) => {
	const { title, back } = HEADERS[page]
	const home = user ? '/elections' : '/test'
	return (
		<div className="flex min-h-16 flex-wrap items-center gap-1 px-2">
			<BackButton back={back} home={home} />
			<p className="min-w-min flex-1 text-center font-serif text-lg font-semibold max-[23rem]:text-base">
				{title}
			</p>
			{user && <LateSyncStatus compact />}
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
