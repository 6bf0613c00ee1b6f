import type { ReactNode } from 'react'
import { installing } from '#web/texts/installing.ts'
import { settings } from '#web/texts/settings.ts'
import { InstallButton } from '#web/ui/install-button.tsx'
import { useRoom } from './room.ts'
import { Section } from './section.tsx'
import { StorageRoom } from './storage-room.tsx'

interface AppSectionProps {
	/** What of the voter's is kept for a time without a connection. @param onRemoved measures anew. */
	readonly saved: (onRemoved: () => void) => ReactNode
}

/** The app on this device: its installation, and what it takes. */
export const AppSection = ({ saved }: AppSectionProps) => {
	const { room, again } = useRoom()
	return (
		<Section title={settings.app}>
			<InstallButton className="btn btn-primary mt-4">{installing.installApp}</InstallButton>
			<StorageRoom room={room} onAsked={again} />
			{saved(again)}
		</Section>
	)
}
