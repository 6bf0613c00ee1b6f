import { type ReactNode, useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { keeping } from '#web/app/storage.ts'
import { settings } from '#web/texts/en/settings.ts'
import { installing } from '#web/texts/en/shell.ts'
import { ProgressBar } from '#web/ui/candidate-avatar.tsx'
import { roomText } from '#web/ui/format.ts'
import { InstallButton } from '#web/ui/install-button.tsx'
import { Section } from './section.tsx'

/** Missing on pages without TLS, whatever its type says. */
const { storage } = navigator as { readonly storage?: StorageManager }

/** What the browser says of the room that the app has on this device. */
export interface Room {
	/** In bytes; null where the browser does not tell. */
	readonly used: number | null
	readonly allowed: number | null
	/** The browser deletes nothing by itself. */
	readonly persistent: boolean
}

const UNKNOWN: Room = { used: null, allowed: null, persistent: false }

const measure = async (): Promise<Room> => {
	if (storage === undefined) return UNKNOWN
	const [{ usage, quota }, persistent] = await Promise.all([
		storage.estimate(),
		storage.persisted(),
	])
	return { used: usage ?? null, allowed: quota ?? null, persistent }
}

/** Whether the browser can be asked to delete nothing by itself. */
const canAsk = storage !== undefined

/** Asks the browser to delete nothing by itself. @returns whether it agreed. */
const askToKeep = async (): Promise<boolean> => (await storage?.persist()) ?? false

/** The room that there is; null until it is measured. `again` measures anew. */
const useRoom = (): { readonly room: Room | null; readonly again: () => void } => {
	const [room, setRoom] = useState<Room | null>(null)
	const again = useCallback(() => {
		measure().then(setRoom, (fault) => {
			// A browser that keeps nothing for this page does not measure it either.
			reportError(fault)
			setRoom(UNKNOWN)
		})
	}, [])
	useEffect(again, [again])
	return { room, again }
}

const Used = ({ used, allowed }: Room) => {
	if (used === null || allowed === null || allowed === 0) return <p>{settings.unknown}</p>
	return (
		<>
			<p className="mb-2">{settings.used(roomText(used), roomText(allowed))}</p>
			<ProgressBar percentage={Math.round((used / allowed) * 100)} label={settings.usedLabel} />
		</>
	)
}

interface StorageRoomProps {
	/** Null until it is measured: its place is kept. */
	readonly room: Room | null
	readonly onAsked: () => void
}

/** How much room the app takes, and whether it may keep that. */
const StorageRoom = ({ room, onAsked }: StorageRoomProps) => {
	const [refused, setRefused] = useState(false)
	const ask = async (): Promise<void> => {
		setRefused(!(await askToKeep()))
		onAsked()
	}
	const persistent = room?.persistent ?? false
	return (
		<>
			<h3 className="mt-5 font-semibold">{settings.storage}</h3>
			<div className="mt-2 min-h-12">{room && <Used {...room} />}</div>
			<div className="mt-3 min-h-24">
				{room && (
					<p role="status" className="text-muted">
						{persistent ? settings.persistent : refused ? settings.notKept : settings.passing}
					</p>
				)}
				{room && !persistent && canAsk && (
					<button type="button" className="btn mt-3" onClick={() => void ask().catch(reportError)}>
						{settings.keep}
					</button>
				)}
			</div>
		</>
	)
}

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
