import { useState } from 'react'
import type { ManagedCandidate } from '#contract/manage-candidates.ts'
import { candidates as texts } from '#web/texts/admin/candidates.ts'
import { common } from '#web/texts/admin/common.ts'
import { toast } from '#web/ui/toasts-show.ts'
import { ElectionPicker } from '../elections/election-picker.tsx'
import { rememberElection, useElectionNames } from '../elections/names.ts'
import { faultText } from '../faults.ts'
import { DraftBar } from '../forms/draft-bar.tsx'
import { AdminPage } from '../frame/admin-page.tsx'
import { NewButton } from '../frame/new-button.tsx'
import { ListFrame } from '../lists/list-frame.tsx'
import { SearchField } from '../lists/search-field.tsx'
import { type Pages, usePages } from '../lists/use-pages.ts'
import { CANDIDATE, CandidateDialog } from './candidate-dialog.tsx'
import { CandidateRow } from './candidate-row.tsx'
import { readCandidate, readCandidates } from './read.ts'
import { RemoveCandidate } from './remove-candidate.tsx'
import { electionsOf } from './standing.ts'

interface Filter {
	readonly search?: string
	readonly electionId?: string
}

interface CandidatesPageProps {
	readonly search: string
	readonly electionId: string | undefined
	readonly onFilter: (filter: Filter) => void
}

const filterOf = (search: string, electionId: string | undefined): Filter => ({
	...(search && { search }),
	...(electionId && { electionId }),
})

const FilterBar = ({ search, electionId, onFilter }: CandidatesPageProps) => {
	const nameOf = useElectionNames(electionId === undefined ? [] : [electionId])
	return (
		<search className="mb-5 grid items-end gap-3 sm:grid-cols-2">
			<SearchField
				label={texts.search}
				term={search}
				onSearch={(term) => onFilter(filterOf(term, electionId))}
			/>
			<ElectionPicker
				label={texts.ofElection}
				placeholder={texts.allElections}
				failed={texts.electionsFailed}
				chosen={electionId === undefined ? '' : (nameOf(electionId) ?? '…')}
				onPick={(election) => {
					rememberElection(election)
					onFilter(filterOf(search, election.id))
				}}
				onClear={() => onFilter(filterOf(search, undefined))}
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
	readonly pages: Pages<ManagedCandidate>
	readonly onClose: () => void
}

const OpenDialog = ({ open, electionId, pages, onClose }: OpenDialogProps) => {
	if (open.kind === 'new' || open.kind === 'edit') {
		const candidate = open.kind === 'new' ? null : open.candidate
		return (
			<CandidateDialog
				candidate={candidate}
				electionId={electionId}
				onClose={onClose}
				onSaved={({ name }) => {
					toast(candidate ? texts.saved(name) : texts.created(name), 'good')
					// Another name or other elections may have another place in the list, or none.
					pages.reload()
					onClose()
				}}
			/>
		)
	}
	const { candidate } = open
	return (
		<RemoveCandidate
			candidate={candidate}
			onRemoved={() => pages.patch((rows) => rows.filter(({ id }) => id !== candidate.id))}
			onRestored={pages.reload}
			onClose={onClose}
		/>
	)
}

/** The candidates, to search, make, change and delete; those of one election where it is chosen. */
export const CandidatesPage = (props: CandidatesPageProps) => {
	const { search, electionId } = props
	const [open, setOpen] = useState<Open | null>(null)
	const pages = usePages(`${electionId ?? ''}/${search}`, (after, signal) =>
		readCandidates({ search, electionId }, after, signal),
	)
	const electionName = useElectionNames(pages.rows.flatMap(electionsOf))
	const goOn = async (id: string | null): Promise<void> => {
		if (id === null) return setOpen({ kind: 'new' })
		const read = await readCandidate(id)
		if (read.ok) setOpen({ kind: 'edit', candidate: read.value })
		else toast(faultText(read.error, texts.detailsFailed))
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
			<ListFrame pages={pages} empty={texts.empty} failed={texts.failed}>
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
			{open && (
				<OpenDialog
					open={open}
					electionId={electionId}
					pages={pages}
					onClose={() => setOpen(null)}
				/>
			)}
		</AdminPage>
	)
}
