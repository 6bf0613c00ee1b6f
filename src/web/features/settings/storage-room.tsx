import { useState } from 'react'
import { settings } from '#web/texts/settings.ts'
import { ProgressBar } from '#web/ui/bar.tsx'
import { askToKeep, canAsk, type Room } from './room.ts'
import { roomText } from './room-text.ts'

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
export const StorageRoom = ({ room, onAsked }: StorageRoomProps) => {
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
