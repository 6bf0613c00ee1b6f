import { createFileRoute } from '@tanstack/react-router'
import { lazy, useState } from 'react'
import { useSession } from '#web/app/session.ts'
import { SettingsScreen } from '#web/features/settings/settings-screen.tsx'
import { SignOut } from '#web/features/shell/lazy-parts.tsx'
import { settings } from '#web/texts/en/settings.ts'
import { LazyBoundary } from '#web/ui/page.tsx'

export const Route = createFileRoute('/settings')({
	staticData: { header: 'settings' },
	component: SettingsPage,
})

// Lazy: reads the device's database, which signed-out visitors do not need.
const SavedElections = lazy(async () => ({
	default: (await import('#web/features/elections/offline-pack.tsx')).SavedElections,
}))

function SettingsPage() {
	const { user } = useSession()
	const [leaving, setLeaving] = useState(false)
	return (
		<>
			<SettingsScreen
				user={user}
				onSignOut={() => setLeaving(true)}
				saved={(onRemoved) =>
					user && (
						<LazyBoundary failed={<p className="mt-5 text-error">{settings.savedFailed}</p>}>
							<SavedElections onRemoved={onRemoved} />
						</LazyBoundary>
					)
				}
			/>
			{leaving && <SignOut onClose={() => setLeaving(false)} />}
		</>
	)
}
