import { CircleCheck, CloudAlert, CloudDownload, CloudOff, type LucideIcon } from 'lucide-react'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import type { StoredElection } from '#device/db.ts'
import type { PackStatus } from '#device/offline-pack-store.ts'
import { isFailure, type PackTrouble, type PackWork } from '#device/offline-packs.ts'
import { local } from '#web/app/local.ts'
import { askToPersist } from '#web/app/persistence.ts'
import { keeping } from '#web/app/storage.ts'
import { elections } from '#web/texts/en/elections.ts'
import { settings } from '#web/texts/en/settings.ts'
import { contentLanguage } from '#web/texts/language.ts'
import { ProgressBar } from '#web/ui/candidate-avatar.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { STORE_LOST, storageErrorText } from '#web/ui/failure.tsx'
import { failureText } from '#web/ui/failure-text.ts'
import { minuteText, sizeText } from '#web/ui/format.ts'
import { useOnline } from '#web/ui/hooks.ts'
import { useLive } from '#web/ui/live.ts'

export interface PackWords {
	readonly tone: 'ready' | 'open' | 'away' | 'trouble'
	readonly text: string
	readonly detail: string
}

export type PackAction = 'save' | 'keep' | 'resume' | 'retry' | 'cancel' | 'remove'

const texts = elections.pack

const OWN_TROUBLE = {
	full: texts.full,
	lost: STORE_LOST,
	incomplete: texts.incomplete,
} as const

const troubleText = (trouble: PackTrouble): string =>
	isFailure(trouble) ? failureText(trouble, texts.unread) : OWN_TROUBLE[trouble.kind]

const readyWords = ({ savedAt, bytes, kept }: PackStatus, now: number): PackWords => ({
	tone: 'ready',
	text: texts.ready,
	detail: [
		...(kept ? [texts.saved] : []),
		...(bytes === null ? [] : [sizeText(bytes)]),
		...(savedAt === null ? [] : [texts.updated(minuteText(savedAt, now))]),
	].join(' · '),
})

const partWords = ({ here, total }: PackStatus): string => texts.part(here, total)

/** Status texts of a package. @param now ms since 1970. */
export const packWords = (
	status: PackStatus,
	work: PackWork | null,
	offline: boolean,
	now: number,
): PackWords => {
	if (work?.phase === 'saving') return { tone: 'open', text: texts.saving, detail: '' }
	if (work?.phase === 'failed') {
		const text = status.state === 'ready' ? texts.notUpdated : texts.notSaved
		return { tone: 'trouble', text, detail: troubleText(work.trouble) }
	}
	switch (status.state) {
		case 'ready':
			return readyWords(status, now)
		case 'empty':
			return { tone: 'open', text: texts.empty, detail: '' }
		case 'partial':
			return offline
				? { tone: 'away', text: texts.away, detail: texts.partHere(partWords(status)) }
				: { tone: 'open', text: texts.partly, detail: partWords(status) }
		case 'absent':
			return offline
				? { tone: 'away', text: texts.away, detail: '' }
				: { tone: 'open', text: texts.absent, detail: '' }
	}
}

/** Available actions, most important first. */
export const packActions = (
	{ state, kept }: PackStatus,
	work: PackWork | null,
	offline: boolean,
): readonly PackAction[] => {
	if (work?.phase === 'saving') return ['cancel']
	const last = kept ? (['remove'] as const) : []
	if (work?.phase === 'failed') return ['retry', ...last]
	if (state === 'empty' || (kept && state === 'ready') || offline) return last
	if (state === 'ready') return ['keep']
	return [kept ? 'resume' : 'save', ...last]
}

const { removal } = elections

interface RemovePackProps {
	readonly electionId: string
	readonly name: string
	readonly status: PackStatus
	readonly offline: boolean
	readonly onClose: () => void
}

/** Dialog that confirms the removal of an offline package. */
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
	return (
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
		</Dialog>
	)
}

/** Loads the candidates' logos once so that the service worker caches them. */
export const preloadLogos = async (electionId: string): Promise<void> => {
	for (const logo of await local.packs.logos(electionId)) new Image().src = logo
}

/** Saves an election for offline use. Progress and errors are part of the package's state. */
export const savePack = async (electionId: string): Promise<void> => {
	await local.packs.save(electionId)
	await preloadLogos(electionId)
	if ((await local.packs.status(electionId)).state === 'ready') await askToPersist()
}

const LOOKS: Readonly<Record<PackWords['tone'], string>> = {
	ready: 'text-success',
	open: 'text-muted',
	away: 'text-muted',
	trouble: 'text-warning',
}
const icon = (Icon: LucideIcon, tone: PackWords['tone']): ReactNode => (
	<Icon aria-hidden="true" className={`size-5 shrink-0 ${LOOKS[tone]}`} />
)
// Created once: React skips elements that are identical.
const ICONS: Readonly<Record<PackWords['tone'], ReactNode>> = {
	ready: icon(CircleCheck, 'ready'),
	open: icon(CloudDownload, 'open'),
	away: icon(CloudOff, 'away'),
	trouble: icon(CloudAlert, 'trouble'),
}

const Steps = ({ work, name }: { readonly work: PackWork | null; readonly name: string }) => {
	if (work?.phase !== 'saving' || work.total === null) return null
	const { done, total } = work
	return (
		<span className="mt-1 flex items-center gap-2">
			<ProgressBar percentage={Math.round((done / total) * 100)} label={texts.progressOf(name)} />
			<span aria-hidden="true" className="shrink-0 tabular-nums">
				{texts.steps(done, total)}
			</span>
		</span>
	)
}

interface PackBarProps {
	readonly electionId: string
	readonly name: string
	readonly status: PackStatus
	readonly offline: boolean
	readonly folded?: boolean
	readonly className: string
}

/** Offline status of an election with its actions. */
export const PackBar = ({
	electionId,
	name,
	status,
	offline,
	folded = false,
	className,
}: PackBarProps) => {
	const keeps = useSyncExternalStore(keeping.subscribe, keeping.keeps)
	const work = useSyncExternalStore(local.packs.subscribe, () => local.packs.work(electionId))
	// Store the id, not a flag: the list reuses this component for other elections.
	const [removing, setRemoving] = useState<string | null>(null)
	const [open, setOpen] = useState(!folded)
	const shown = open || work?.phase === 'failed'
	// The page already warns if the browser stores nothing.
	if (!keeps) return null
	const words = packWords(status, work, offline, Date.now())
	const act = (action: PackAction): void => {
		if (action === 'remove') setRemoving(electionId)
		else if (action === 'cancel') local.packs.cancel(electionId)
		else savePack(electionId).catch(reportError)
	}
	return (
		<div className={`flex flex-wrap items-center gap-x-3 py-1 text-sm ${className}`}>
			{ICONS[words.tone]}
			{/* Key by election: screen readers must not announce a recycled card as a status change. */}
			<div key={electionId} className="min-w-32 flex-1 py-2 leading-snug">
				<p role="status">
					<span className="block font-medium">{words.text}</span>
					{shown && words.detail && <span className="block text-muted">{words.detail}</span>}
				</p>
				<Steps work={work} name={name} />
			</div>
			<div className="flex gap-1">
				{(shown ? packActions(status, work, offline) : []).map((action, index) => (
					<button
						// Keyed by index: the focus stays on the button when "save" becomes "cancel".
						// biome-ignore lint/suspicious/noArrayIndexKey: see above.
						key={index}
						type="button"
						aria-label={texts.actionOn(texts[action], name)}
						className="btn btn-ghost px-3"
						onClick={({ detail }) => {
							// Ignore the second click of a double tap: the button's action may have changed.
							if (detail < 2) act(action)
						}}
					>
						{texts[action]}
					</button>
				))}
				{folded && (
					<button
						type="button"
						aria-expanded={open}
						className="btn btn-ghost px-3"
						onClick={() => setOpen(!open)}
					>
						{open ? texts.less : texts.more}
					</button>
				)}
			</div>
			{removing === electionId &&
				createPortal(
					<RemovePack
						{...{ electionId, name, status, offline }}
						onClose={() => setRemoving(null)}
					/>,
					document.body,
				)}
		</div>
	)
}

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

/** Elections saved on this device and their sizes. @param onRemoved called after a removal. */
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
			{removing &&
				createPortal(
					<RemovePack
						electionId={removing.election.id}
						name={removing.election.name}
						status={removing.status}
						offline={!online}
						onClose={close}
					/>,
					document.body,
				)}
		</>
	)
}
