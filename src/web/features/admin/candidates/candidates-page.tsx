import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ExternalLink, FileInput, ListChecks, Pencil, Trash } from 'lucide-react'
import { useState } from 'react'
import type { ManagedCandidate } from '#contract/admin/candidates.ts'
import { candidates as texts } from '#web/texts/en/admin/candidates.ts'
import { common } from '#web/texts/en/admin/common.ts'
import { CandidateAvatar } from '#web/ui/candidate-avatar.tsx'
import { toast } from '#web/ui/toast.ts'
import {
	ElectionPicker,
	rememberElection,
	useElectionNames,
} from '../elections/election-picker.tsx'
import { IconButton } from '../kit/actions.tsx'
import { DraftBar } from '../kit/drafts.tsx'
import { errorText } from '../kit/errors.ts'
import { ListFrame, SearchField } from '../kit/list.tsx'
import { Address, AdminPage, HistoryLink, NewButton, PathLink } from '../kit/page.tsx'
import { given, invalidate, listQuery, patchLists, rowsOf } from '../kit/queries.ts'
import { electionsOf, readCandidate, readCandidates } from './api.ts'
import { CANDIDATE, CandidateDialog, RemoveCandidate } from './candidate-dialog.tsx'

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

const CandidateRow = (props: CandidateRowProps) => {
	const { candidate, onEdit, onRemove } = props
	const { id, name, logo } = candidate
	return (
		<article className="rounded-box border border-base-300 bg-surface shadow-paper">
			<div className="flex items-start gap-4 p-4 sm:p-5">
				<CandidateAvatar key={logo} name={name} logo={logo} className="size-14 text-lg" />
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
				<IconButton label={common.edit} name={name} icon={Pencil} onPress={onEdit} />
				<HistoryLink id={id} name={name} />
				<IconButton
					label={common.remove}
					name={name}
					icon={Trash}
					className="text-error"
					onPress={onRemove}
				/>
			</div>
		</article>
	)
}

interface Filter {
	readonly search?: string
	readonly electionId?: string
}

interface CandidatesPageProps {
	readonly search: string
	readonly electionId: string | undefined
	readonly onFilter: (filter: Filter) => void
}

const FilterBar = ({ search, electionId, onFilter }: CandidatesPageProps) => {
	const nameOf = useElectionNames(electionId === undefined ? [] : [electionId])
	return (
		<search className="mb-5 grid items-end gap-3 sm:grid-cols-2">
			<SearchField
				label={texts.search}
				term={search}
				onSearch={(term) => onFilter(given({ search: term, electionId }))}
			/>
			<ElectionPicker
				label={texts.ofElection}
				placeholder={texts.allElections}
				failed={texts.electionsFailed}
				chosen={electionId === undefined ? '' : (nameOf(electionId) ?? '…')}
				onPick={(election) => {
					rememberElection(election)
					onFilter(given({ search, electionId: election.id }))
				}}
				onClear={() => onFilter(given({ search }))}
			/>
		</search>
	)
}

type Open =
	| { readonly kind: 'new' }
	| { readonly kind: 'edit' | 'remove'; readonly candidate: ManagedCandidate }

interface OpenDialogProps {
	readonly open: Open
	readonly electionId: string | undefined
	readonly onClose: () => void
}

const OpenDialog = ({ open, electionId, onClose }: OpenDialogProps) => {
	if (open.kind === 'new' || open.kind === 'edit') {
		const candidate = open.kind === 'new' ? null : open.candidate
		return (
			<CandidateDialog
				candidate={candidate}
				electionId={electionId}
				onClose={onClose}
				onSaved={({ name }) => {
					toast(candidate ? texts.saved(name) : texts.created, 'good')
					// The change may move the candidate within the list or out of the filter.
					invalidate('candidates')
					onClose()
				}}
			/>
		)
	}
	const { candidate } = open
	return (
		<RemoveCandidate
			candidate={candidate}
			onRemoved={() =>
				patchLists<ManagedCandidate>('candidates', (rows) =>
					rows.filter(({ id }) => id !== candidate.id),
				)
			}
			onRestored={() => invalidate('candidates')}
			onClose={onClose}
		/>
	)
}

export const CandidatesPage = (props: CandidatesPageProps) => {
	const { search, electionId } = props
	const [open, setOpen] = useState<Open | null>(null)
	const filter = { search, electionId }
	const list = useInfiniteQuery(
		listQuery('candidates', filter, (after, signal) => readCandidates(filter, after, signal)),
	)
	const electionName = useElectionNames(rowsOf(list).flatMap(electionsOf))
	const goOn = async (id: string | null): Promise<void> => {
		if (id === null) return setOpen({ kind: 'new' })
		const read = await readCandidate(id)
		if (read.ok) setOpen({ kind: 'edit', candidate: read.value })
		else toast(errorText(read.error, texts.detailsFailed))
	}
	return (
		<AdminPage
			title={common.pages.candidates}
			about={texts.about}
			actions={<NewButton label={texts.create} onNew={() => setOpen({ kind: 'new' })} />}
		>
			{open === null && (
				<DraftBar
					noun={CANDIDATE}
					called={texts.noun}
					onContinue={(id) => void goOn(id).catch(reportError)}
				/>
			)}
			<FilterBar {...props} />
			<ListFrame list={list} empty={texts.empty} failed={texts.failed}>
				{(rows) => (
					<ul className="grid gap-4 xl:grid-cols-2">
						{rows.map((candidate) => (
							<li key={candidate.id}>
								<CandidateRow
									candidate={candidate}
									electionName={electionName}
									onEdit={() => setOpen({ kind: 'edit', candidate })}
									onRemove={() => setOpen({ kind: 'remove', candidate })}
								/>
							</li>
						))}
					</ul>
				)}
			</ListFrame>
			{open && <OpenDialog open={open} electionId={electionId} onClose={() => setOpen(null)} />}
		</AdminPage>
	)
}
