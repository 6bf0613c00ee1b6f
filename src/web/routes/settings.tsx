import { createFileRoute } from '@tanstack/react-router'
import { SettingsScreen } from '#web/features/settings/settings-screen.tsx'
import { SignOut } from '#web/features/shell/lazy-parts.tsx'

export const Route = createFileRoute('/settings')({
	staticData: { header: 'settings' },
	component: SettingsPage,
})

// Lazy: reads the device's database, which signed-out visitors do not need.
const loadSaved = () => import('#web/features/elections/saved-elections.tsx')

function SettingsPage() {
	return <SettingsScreen loadSaved={loadSaved} signOut={SignOut} />
}
