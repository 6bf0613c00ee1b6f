import { Link } from '@tanstack/react-router'
import { ExternalLink, FileInput, ListChecks, type LucideIcon, Pencil, Trash } from 'lucide-react'
import type { ManagedCandidate } from '#contract/manage-candidates.ts'
import { candidates as texts } from '#web/texts/admin/candidates.ts'
import { common } from '#web/texts/admin/common.ts'
import { Face } from '#web/ui/face.tsx'
import { Address } from '../address.tsx'
import { HistoryLink } from '../frame/history-link.tsx'
import { PathLink } from '../frame/path-link.tsx'
import { electionsOf } from './standing.ts'

const ICON = 'size-5 shrink-0'

interface CandidateRowProps {
	readonly candidate: ManagedCandidate
	readonly electionName: (id: string) => string | null
	readonly onEdit: () => void
	readonly onRemove: () => void
}

const countsText = ({ policyCount, validatedCount }: ManagedCandidate): string =>
	[
		policyCount === null ? null : texts.policies(policyCount),
		validatedCount === null ? null : texts.validated(validatedCount),
	]
		.filter(Boolean)
		.join(', ')

const Facts = ({
	candidate,
	electionName,
}: Pick<CandidateRowProps, 'candidate' | 'electionName'>) => {
	const { name, party, website } = candidate
	const elections = electionsOf(candidate)
	return (
		<div className="min-w-0 flex-1">
			<h2 className="text-lg leading-snug font-semibold wrap-anywhere">{name}</h2>
			<p className="text-sm text-muted wrap-anywhere">
				{[party, countsText(candidate)].filter(Boolean).join(' · ')}
			</p>
			<ul className="mt-2 flex flex-wrap gap-2">
				{elections.length === 0 && <li className="badge badge-ghost">{texts.nowhere}</li>}
				{elections.map((id) => (
					<li key={id} className="badge badge-outline h-auto max-w-full py-0.5 wrap-anywhere">
						{electionName(id) ?? '…'}
					</li>
				))}
			</ul>
			{website && (
				<Address
					url={website}
					className="inline-flex min-h-12 max-w-full items-center gap-1.5 text-primary underline"
				>
					<ExternalLink aria-hidden="true" className="size-4 shrink-0" />
				</Address>
			)}
		</div>
	)
}

interface ActionProps {
	readonly label: string
	/** Of the candidate: what tells it from the others' for whoever hears it alone. */
	readonly name: string
	readonly icon: LucideIcon
	readonly look?: string
	readonly onPress: () => void
}

const Action = ({ label, name, icon: Icon, look = '', onPress }: ActionProps) => (
	<button
		type="button"
		className={`btn btn-ghost ${look}`}
		aria-label={common.of(label, name)}
		onClick={onPress}
	>
		<Icon aria-hidden="true" className={ICON} />
		<span>{label}</span>
	</button>
)

/** A candidate with what is known of them and what can be done. */
export const CandidateRow = (props: CandidateRowProps) => {
	const { candidate, onEdit, onRemove } = props
	const { id, name, logo } = candidate
	return (
		<article className="rounded-box border border-base-300 bg-surface shadow-paper">
			<div className="flex items-start gap-4 p-4 sm:p-5">
				<Face key={logo} name={name} logo={logo} className="size-14 text-lg" />
				<Facts {...props} />
			</div>
			<div className="flex flex-wrap gap-1 border-t border-base-300 p-2">
				<Link
					to="/admin/edit-policies/$candidateId"
					params={{ candidateId: id }}
					aria-label={common.of(texts.viewPolicies, name)}
					className="btn btn-ghost"
				>
					<ListChecks aria-hidden="true" className={ICON} />
					<span>{texts.viewPolicies}</span>
				</Link>
				<PathLink
					href={`/admin/extract-policies/${encodeURIComponent(id)}`}
					label={common.of(texts.importPolicies, name)}
					className="btn btn-ghost"
				>
					<FileInput aria-hidden="true" className={ICON} />
					<span>{texts.importPolicies}</span>
				</PathLink>
				<Action label={common.edit} name={name} icon={Pencil} onPress={onEdit} />
				<HistoryLink id={id} name={name} />
				<Action
					label={common.remove}
					name={name}
					icon={Trash}
					look="text-error"
					onPress={onRemove}
				/>
			</div>
		</article>
	)
}
