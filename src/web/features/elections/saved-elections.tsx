import { useState } from 'react'
import type { StoredElection } from '#device/db.ts'
import type { PackStatus } from '#device/offline-pack-store.ts'
import { local } from '#web/app/local.ts'
import { settings } from '#web/texts/en/settings.ts'
import { contentLanguage } from '#web/texts/language.ts'
import { sizeText } from '#web/ui/format.ts'
import { useOnline } from '#web/ui/hooks.ts'
import { useLive } from '#web/ui/live.ts'
import { RemovePack } from './remove-pack.tsx'

interface Saved {
	readonly election: StoredElection
	readonly status: PackStatus
}

const readSaved = async (): Promise<readonly Saved[]> => {
	const elections = (await local.elections.active()) ?? []
	const statusOf = await local.packs.statuses()
	return elections.flatMap((election) => {
		const status = statusOf(election.id)
		return status.kept ? [{ election, status }] : []
	})
}

export const SavedElections = ({ onRemoved }: { readonly onRemoved: () => void }) => {
	const { data: saved } = useLive(readSaved, ['saved elections'])
	const [removing, setRemoving] = useState<Saved | null>(null)
	const online = useOnline()
	const close = (): void => {
		setRemoving(null)
		onRemoved()
	}
	return (
		<>
			<h3 className="mt-5 font-semibold">{settings.saved}</h3>
			{saved?.length === 0 && <p className="mt-1 text-muted">{settings.noneSaved}</p>}
			<ul className="mt-1 divide-y divide-base-300">
				{saved?.map((one) => (
					<li key={one.election.id} className="flex items-center gap-3 py-2">
						<p className="min-w-0 flex-1">
							<span lang={contentLanguage} className="block font-medium wrap-anywhere">
								{one.election.name}
							</span>
							{one.status.bytes !== null && (
								<span className="block text-sm text-muted">{sizeText(one.status.bytes)}</span>
							)}
						</p>
						<button
							type="button"
							aria-label={settings.removeOne(one.election.name)}
							className="btn btn-ghost"
							onClick={() => setRemoving(one)}
						>
							{settings.remove}
						</button>
					</li>
				))}
			</ul>
			{removing && (
				<RemovePack
					electionId={removing.election.id}
					name={removing.election.name}
					status={removing.status}
					offline={!online}
					onClose={close}
				/>
			)}
		</>
	)
}
