import { useState } from 'react'
import type { ManagedCandidate } from '#contract/manage-candidates.ts'
import type { ManagedElection } from '#contract/manage-elections.ts'
import { common } from '#web/texts/admin/common.ts'
import { elections } from '#web/texts/admin/elections.ts'
import { Face } from '#web/ui/face.tsx'
import { findCandidates } from '../candidates/read.ts'
import { Picker } from '../forms/picker.tsx'
import { ListFrame } from '../lists/list-frame.tsx'
import { type Adding, QuickAdd } from './quick-add.tsx'
import { useStanding } from './use-standing.ts'

const texts = elections.standing

interface RowProps {
	readonly candidate: ManagedCandidate
	readonly isPrimary: boolean
	readonly busy: boolean
	readonly onUnassign: () => void
}

const Row = ({ candidate: { name, party, logo }, isPrimary, busy, onUnassign }: RowProps) => (
	<li className="flex flex-wrap items-center gap-3 rounded-field border border-base-300 px-3 py-2">
		<Face key={logo} name={name} logo={logo} className="size-10" />
		<div className="min-w-0 flex-1 basis-24">
			<p className="font-medium wrap-anywhere">{name}</p>
			<p className="text-sm text-muted wrap-anywhere">
				{[party, isPrimary ? texts.primary : null].filter(Boolean).join(' · ')}
			</p>
		</div>
		<button
			type="button"
			className="btn px-3"
			aria-label={common.of(texts.unassign, name)}
			aria-disabled={busy}
			onClick={onUnassign}
		>
			{texts.unassign}
		</button>
	</li>
)

interface StandingPanelProps {
	readonly election: ManagedElection
	/** Hears by how many the candidates became more. */
	readonly onCount: (by: number) => void
	/** Hears how it stands with a new candidate. */
	readonly onAdding: (adding: Adding) => void
}

/** Who stands in an election: the list, an existing candidate to assign, and a new one. */
export const StandingPanel = ({ election, onCount, onAdding }: StandingPanelProps) => {
	const standing = useStanding(election, onCount)
	const { pages, busy, error, left, assign, unassign, takeBack } = standing
	// A new form for each: the last one has done its work.
	const [round, setRound] = useState(0)
	const [added, setAdded] = useState<string | null>(null)
	return (
		<div className="mt-4">
			<h3 className="sr-only">{texts.title}</h3>
			<p role="alert" className="mb-3 font-medium text-error empty:hidden">
				{error}
			</p>
			{/* Not a toast: nothing beside a modal dialog can be pressed or is read out. */}
			<div role="status" className="mb-3 empty:hidden">
				{added !== null && left === null && (
					<p className="rounded-field bg-base-200 px-4 py-3 wrap-anywhere">{texts.added(added)}</p>
				)}
				{left && (
					<div className="flex flex-wrap items-center gap-3 rounded-field bg-base-200 py-1 ps-4 pe-1">
						<p className="min-w-0 flex-1 basis-40 wrap-anywhere">{texts.unassigned(left.name)}</p>
						<button type="button" className="btn" onClick={takeBack}>
							{common.undo}
						</button>
					</div>
				)}
			</div>
			<ListFrame pages={pages} empty={texts.empty} failed={texts.failed}>
				{(rows) => (
					<ul className="grid gap-2">
						{rows.map((candidate) => (
							<Row
								key={candidate.id}
								candidate={candidate}
								isPrimary={candidate.electionId === election.id}
								busy={busy === candidate.id}
								onUnassign={() => unassign(candidate)}
							/>
						))}
					</ul>
				)}
			</ListFrame>
			<div className="mt-6">
				<Picker
					label={texts.assign}
					placeholder={texts.assignHint}
					find={findCandidates}
					failed={texts.failed}
					keyOf={({ id }) => id}
					textOf={({ name }) => name}
					detailOf={({ party, website }) => party ?? website ?? ''}
					onPick={assign}
				/>
			</div>
			<QuickAdd
				key={round}
				electionId={election.id}
				onAdding={onAdding}
				onAdded={({ name }) => {
					setAdded(name)
					setRound(round + 1)
					standing.added()
				}}
			/>
		</div>
	)
}
