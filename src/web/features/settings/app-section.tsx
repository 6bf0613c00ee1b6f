import { type ReactNode, useSyncExternalStore } from 'react'
import { keeping } from '#web/app/storage.ts'
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
	const keeps = useSyncExternalStore(keeping.subscribe, keeping.keeps)
	return (
		<Section title={settings.app}>
			<InstallButton className="btn btn-primary mt-4">{installing.installApp}</InstallButton>
			{keeps ? (
				<>
					<StorageRoom room={room} onAsked={again} />
					{saved(again)}
				</>
			) : (
				<>
					<h3 className="mt-5 font-semibold">{settings.storage}</h3>
					<p className="mt-2 text-muted">{settings.nothingKept}</p>
				</>
			)}
		</Section>
	)
}
