import { CircleCheck, CloudAlert, CloudDownload, CloudOff, type LucideIcon } from 'lucide-react'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import type { PackWork } from '#local/pack-jobs.ts'
import type { PackStatus } from '#local/pack-store.ts'
import { local } from '#web/app/local.ts'
import { keeping } from '#web/app/storage.ts'
import { elections } from '#web/texts/elections.ts'
import { ProgressBar } from '#web/ui/bar.tsx'
import { type PackAction, type PackWords, packActions, packWords } from './pack-words.ts'
import { RemovePack } from './remove-pack.tsx'
import { savePack } from './save-pack.ts'

const texts = elections.pack

const LOOKS: Readonly<Record<PackWords['tone'], string>> = {
	ready: 'text-success',
	open: 'text-muted',
	away: 'text-muted',
	trouble: 'text-warning',
}
const icon = (Icon: LucideIcon, tone: PackWords['tone']): ReactNode => (
	<Icon aria-hidden="true" className={`size-5 shrink-0 ${LOOKS[tone]}`} />
)
// Made once: what is drawn is compared with what was drawn before, and these are the same.
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
	/** Whether there is no connection, as far as the page can tell. */
	readonly offline: boolean
	/** Whether details and actions are shown on demand. */
	readonly folded?: boolean
	readonly className: string
}

/** Whether an election's quizzes work without a connection, since when, and what the voter can do about that. */
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
	// Which one: a long list has the bar of one election become that of another.
	const [removing, setRemoving] = useState<string | null>(null)
	const [open, setOpen] = useState(!folded)
	const shown = open || work?.phase === 'failed'
	// Nothing can be saved where the browser stores nothing; the page says so above.
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
			{/* An election's own: how another one stands is no news of this one, to be read out. */}
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
						// By its place: the focus stays where it was when saving turns into cancelling.
						// biome-ignore lint/suspicious/noArrayIndexKey: see above.
						key={index}
						type="button"
						aria-label={texts.actionOn(texts[action], name)}
						className="btn btn-ghost px-3"
						onClick={({ detail }) => {
							// The second half of a double tap was not meant for what the button has become.
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
