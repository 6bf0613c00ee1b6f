import { CircleCheck, TriangleAlert } from 'lucide-react'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import type { PackStatus } from '#device/offline-pack-store.ts'
import type { PackWork } from '#device/offline-packs.ts'
import { local } from '#web/app/local.ts'
import { askToPersist } from '#web/app/persistence.ts'
import { keeping } from '#web/app/storage.ts'
import { elections } from '#web/texts/en/elections.ts'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { type PackAction, type PackWords, packActions, packWords } from './pack-words.ts'
import { RemovePack } from './remove-pack.tsx'

const texts = elections.pack

/** Loads the candidates' logos once so that the service worker caches them. */
export const preloadLogos = async (electionId: string): Promise<void> => {
	for (const logo of await local.packs.logos(electionId)) new Image().src = logo
}

/** Saves an election for offline use. Progress and errors are part of the pack's state. */
const savePack = async (electionId: string): Promise<void> => {
	await local.packs.save(electionId)
	await preloadLogos(electionId)
	if ((await local.packs.status(electionId)).state === 'ready') await askToPersist()
}

// Created once: React skips elements that are identical. The other states have words only.
const ICONS: Partial<Readonly<Record<PackWords['tone'], ReactNode>>> = {
	ready: <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-success" />,
	trouble: <TriangleAlert aria-hidden="true" className="size-5 shrink-0 text-warning" />,
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
	const [removing, setRemoving] = useState(false)
	const [open, setOpen] = useState(!folded)
	const shown = open || work?.phase === 'failed'
	// The page already warns if the browser stores nothing.
	if (!keeps) return null
	const words = packWords(status, work, offline, Date.now())
	const act = (action: PackAction): void => {
		if (action === 'remove') setRemoving(true)
		else if (action === 'cancel') local.packs.cancel(electionId)
		else savePack(electionId).catch(reportError)
	}
	return (
		<div className={`flex flex-wrap items-center gap-x-3 py-1 text-sm ${className}`}>
			{ICONS[words.tone]}
			<div className="min-w-32 flex-1 py-2 leading-snug">
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
			{removing && (
				<RemovePack {...{ electionId, name, status, offline }} onClose={() => setRemoving(false)} />
			)}
		</div>
	)
}
