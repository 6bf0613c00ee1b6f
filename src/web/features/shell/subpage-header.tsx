import { Link, useCanGoBack, useRouter } from '@tanstack/react-router'
import { ArrowLeft, House, Settings } from 'lucide-react'
import type { User } from '#contract/users.ts'
import { LateSyncStatus } from './late-parts.tsx'
import { Popup } from './popup.tsx'
import { SignOutItem } from './sign-out-item.tsx'

interface SubpageHeaderProps {
	readonly title: string
	readonly back: 'history' | '/elections'
	readonly user: User | null
	readonly onSignOut: () => void
}

const BACK = 'grid size-12 place-items-center rounded-field hover:bg-base-200'

const BackButton = ({ back }: Pick<SubpageHeaderProps, 'back'>) => {
	const router = useRouter()
	const canGoBack = useCanGoBack()
	const icon = <ArrowLeft aria-hidden="true" />
	return back === 'history' && canGoBack ? (
		<button type="button" aria-label="Back" className={BACK} onClick={() => router.history.back()}>
			{icon}
		</button>
	) : (
		<Link to="/elections" replace aria-label="Back" className={BACK}>
			{icon}
		</Link>
	)
}

/** The phone's header of pages below a list: back, title, home and settings. */
export const SubpageHeader = ({ title, back, user, onSignOut }: SubpageHeaderProps) => (
	<div className="flex h-16 items-center gap-1 px-2">
		<BackButton back={back} />
		<p className="min-w-0 flex-1 truncate text-center font-serif text-lg font-semibold">{title}</p>
		{user && <LateSyncStatus compact />}
		<Link
			to="/elections"
			aria-label="Home"
			className="grid size-12 place-items-center rounded-field hover:bg-base-200"
		>
			<House aria-hidden="true" />
		</Link>
		{user && (
			<Popup id="settings" label="Settings" icon={<Settings aria-hidden="true" />}>
				{(close) => (
					<>
						<p className="truncate px-4 py-3 text-sm text-muted">{user.email ?? user.username}</p>
						<SignOutItem
							label="Sign Out"
							onChoose={() => {
								close()
								onSignOut()
							}}
						/>
					</>
				)}
			</Popup>
		)}
	</div>
)
