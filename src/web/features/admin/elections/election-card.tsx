import { Pencil, Trash, Users } from 'lucide-react'
import type { ManagedElection } from '#contract/manage-elections.ts'
import { isPast, JURISDICTION_LABELS, placeText } from '#domain/jurisdiction.ts'
import { serverClock } from '#web/app/client.ts'
import { common } from '#web/texts/admin/common.ts'
import { elections as texts } from '#web/texts/admin/elections.ts'
import { dayText } from '#web/ui/dates.ts'
import { HistoryLink } from '../frame/history-link.tsx'

export interface ElectionActions {
	readonly onEdit: (election: ManagedElection) => void
	readonly onCandidates: (election: ManagedElection) => void
	readonly onRemove: (election: ManagedElection) => void
}

const ICON = 'size-5 shrink-0'

const Facts = ({ election }: { readonly election: ManagedElection }) => {
	const place = placeText(election)
	const { candidateCount, quizCount } = election
	return (
		<>
			<p className="mt-1 text-muted">{dayText(election.electionDate)}</p>
			<p className="mt-3 flex flex-wrap gap-2">
				<span className="badge badge-outline">{JURISDICTION_LABELS[election.jurisdiction]}</span>
				{place && <span className="badge badge-ghost">{place}</span>}
				{isPast(election, serverClock.today()) && (
					<span className="badge badge-ghost">{texts.past}</span>
				)}
				<span className={`badge ${election.active ? 'badge-success' : 'badge-ghost'}`}>
					{election.active ? texts.active : texts.inactive}
				</span>
			</p>
			<p className="mt-3 text-sm text-muted">
				{[
					candidateCount === null ? null : texts.candidates(candidateCount),
					quizCount === null ? null : texts.quizzes(quizCount),
				]
					.filter(Boolean)
					.join(' · ')}
			</p>
		</>
	)
}

interface ElectionCardProps extends ElectionActions {
	readonly election: ManagedElection
}

/** An election with what can be done to it. */
export const ElectionCard = ({ election, onEdit, onCandidates, onRemove }: ElectionCardProps) => {
	const { name } = election
	return (
		<article className="flex h-full flex-col rounded-box border border-base-300 bg-surface shadow-paper">
			<div className="flex-1 p-5">
				<h2 className="text-xl leading-snug font-semibold wrap-anywhere">{name}</h2>
				<Facts election={election} />
			</div>
			<div className="flex flex-wrap gap-1 border-t border-base-300 p-2">
				<button
					type="button"
					className="btn btn-ghost"
					aria-label={common.of(texts.manageCandidates, name)}
					onClick={() => onCandidates(election)}
				>
					<Users aria-hidden="true" className={ICON} />
					<span>{texts.manageCandidates}</span>
				</button>
				<button
					type="button"
					className="btn btn-ghost"
					aria-label={common.of(common.edit, name)}
					onClick={() => onEdit(election)}
				>
					<Pencil aria-hidden="true" className={ICON} />
					<span>{common.edit}</span>
				</button>
				<HistoryLink id={election.id} name={name} />
				<button
					type="button"
					className="btn btn-ghost text-error"
					aria-label={common.of(common.remove, name)}
					onClick={() => onRemove(election)}
				>
					<Trash aria-hidden="true" className={ICON} />
					<span>{common.remove}</span>
				</button>
			</div>
		</article>
	)
}
