import { useState } from 'react'
import { createPortal } from 'react-dom'
import type { PackStatus } from '#device/offline-pack-store.ts'
import { local } from '#web/app/local.ts'
import { elections } from '#web/texts/en/elections.ts'
import { contentLanguage } from '#web/texts/language.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { storageErrorText } from '#web/ui/failure.tsx'
import { sizeText } from '#web/ui/format.ts'

const { removal } = elections

interface RemovePackProps {
	readonly electionId: string
	readonly name: string
	readonly status: PackStatus
	readonly offline: boolean
	readonly onClose: () => void
}

export const RemovePack = ({ electionId, name, status, offline, onClose }: RemovePackProps) => {
	const [error, setError] = useState('')
	const remove = async (): Promise<void> => {
		try {
			await local.packs.remove(electionId)
			onClose()
		} catch (fault) {
			reportError(fault)
			setError(storageErrorText(fault, removal.failed, removal.failed))
		}
	}
	const room = status.bytes === null ? removal.someRoom : sizeText(status.bytes)
	return createPortal(
		<Dialog title={removal.title} onClose={onClose}>
			<p lang={contentLanguage} className="mt-3 font-medium wrap-anywhere">
				{name}
			</p>
			<p className="mt-2 text-muted">
				{offline ? removal.textOffline(room) : removal.textOnline(room)}
			</p>
			<p role="alert" className="mt-3 font-medium text-error empty:hidden">
				{error}
			</p>
			<div className="mt-6 flex flex-wrap justify-end gap-3">
				<button type="button" className="btn" onClick={onClose}>
					{removal.keep}
				</button>
				<button
					type="button"
					className="btn btn-outline btn-error"
					onClick={() => void remove().catch(reportError)}
				>
					{removal.remove}
				</button>
			</div>
		</Dialog>,
		document.body,
	)
}
