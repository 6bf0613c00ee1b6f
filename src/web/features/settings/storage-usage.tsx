import { type ReactNode, useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { keeping } from '#web/app/storage.ts'
import { installing } from '#web/texts/en/late.ts'
import { settings } from '#web/texts/en/settings.ts'
import { roomText } from '#web/ui/format.ts'
import { InstallButton } from '#web/ui/install-button.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { Section } from './section.tsx'

/** Undefined in insecure contexts, contrary to its type. */
const { storage } = navigator as { readonly storage?: StorageManager }

export interface Room {
	/** Bytes; null if the browser does not report it. */
	readonly used: number | null
	readonly allowed: number | null
	/** True if the browser does not evict the data on its own. */
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

const canAsk = storage !== undefined

const askToKeep = async (): Promise<boolean> => (await storage?.persist()) ?? false

const useRoom = (): { readonly room: Room | null; readonly again: () => void } => {
	const [room, setRoom] = useState<Room | null>(null)
	const again = useCallback(() => {
		measure().then(setRoom, (fault) => {
			// Browsers that block storage for this page also reject the estimate.
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
	readonly room: Room | null
	readonly onAsked: () => void
}

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
	readonly saved: (onRemoved: () => void) => ReactNode
}

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
