import { useState } from 'react'
import type { ManagedElection } from '#contract/manage-elections.ts'
import { candidates } from '#web/texts/admin/candidates.ts'
import { common } from '#web/texts/admin/common.ts'
import { elections as texts } from '#web/texts/admin/elections.ts'
import { toast } from '#web/ui/toasts-show.ts'
import { faultText } from '../faults.ts'
import { DraftBar } from '../forms/draft-bar.tsx'
import { type Option, Select } from '../forms/select.tsx'
import { AdminPage } from '../frame/admin-page.tsx'
import { NewButton } from '../frame/new-button.tsx'
import { ListFrame } from '../lists/list-frame.tsx'
import { SearchField } from '../lists/search-field.tsx'
import { type Pages, usePages } from '../lists/use-pages.ts'
import { ElectionCard } from './election-card.tsx'
import { EditElection, type ElectionTab, NewElection } from './election-dialog.tsx'
import { ELECTION } from './election-form.tsx'
import { QUICK_ADD } from './quick-add.tsx'
import { readElection, readElections } from './read.ts'
import { RemoveElection } from './remove-election.tsx'
import { rereadActive } from './reread-active.ts'

type Active = 'true' | 'false' | undefined

interface Filter {
	readonly search?: string
	readonly active?: 'true' | 'false'
}

interface FilterBarProps {
	readonly search: string
	readonly active: Active
	readonly onFilter: (filter: Filter) => void
}

const filterOf = (search: string, active: Active): Filter => ({
	...(search && { search }),
	...(active && { active }),
})

const ACTIVITIES = [
	{ value: '', label: texts.all },
	{ value: 'true', label: texts.onlyActive },
	{ value: 'false', label: texts.onlyInactive },
] as const satisfies readonly Option<'' | 'true' | 'false'>[]

const FilterBar = ({ search, active, onFilter }: FilterBarProps) => (
	<search className="mb-5 grid gap-3 sm:grid-cols-[1fr_13rem]">
		<SearchField
			label={texts.search}
			term={search}
			onSearch={(term) => onFilter(filterOf(term, active))}
		/>
		<Select
			label={texts.show}
			value={active ?? ''}
			options={ACTIVITIES}
			onValue={(value) => onFilter(filterOf(search, value || undefined))}
		/>
	</search>
)

type Open =
	| { readonly kind: 'new' }
	| { readonly kind: ElectionTab | 'remove'; readonly election: ManagedElection }

interface OpenDialogProps {
	readonly open: Open
	readonly pages: Pages<ManagedElection>
	readonly onClose: () => void
}

const OpenDialog = ({ open, pages, onClose }: OpenDialogProps) => {
	const patch = (id: string, change: (row: ManagedElection) => ManagedElection): void =>
		pages.patch((rows) => rows.map((row) => (row.id === id ? change(row) : row)))
	if (open.kind === 'new') {
		return (
			<NewElection
				onClose={onClose}
				onSaved={({ name }) => {
					toast(texts.created(name), 'good')
					pages.reload()
					rereadActive()
					onClose()
				}}
			/>
		)
	}
	const { kind, election } = open
	const { id } = election
	if (kind === 'remove') {
		return (
			<RemoveElection
				election={election}
				onRemoved={() => {
					pages.patch((rows) => rows.filter((row) => row.id !== id))
					rereadActive()
				}}
				onRestored={() => {
					pages.reload()
					rereadActive()
				}}
				onClose={onClose}
			/>
		)
	}
	return (
		<EditElection
			election={election}
			tab={kind}
			onClose={onClose}
			onCount={(by) =>
				patch(id, (row) => ({
					...row,
					candidateCount: row.candidateCount === null ? null : row.candidateCount + by,
				}))
			}
			onSaved={(saved) => {
				toast(texts.saved(saved.name), 'good')
				patch(id, (row) => ({ ...row, ...saved }))
				rereadActive()
				onClose()
			}}
		/>
	)
}

/** The elections, to search, make, change and delete. */
export const ElectionsPage = ({ search, active, onFilter }: FilterBarProps) => {
	const [open, setOpen] = useState<Open | null>(null)
	const pages = usePages(`${active ?? ''}/${search}`, (after, signal) =>
		readElections({ search, active }, after, signal),
	)
	const goOn = async (id: string | null, kind: ElectionTab): Promise<void> => {
		if (id === null) return setOpen({ kind: 'new' })
		const read = await readElection(id)
		if (read.ok) setOpen({ kind, election: read.value })
		else toast(faultText(read.error, texts.failed))
	}
	return (
		<AdminPage
			title={common.pages.elections}
			about={texts.about}
			actions={<NewButton label={texts.create} onNew={() => setOpen({ kind: 'new' })} />}
		>
			{open === null && (
				<>
					<DraftBar
						noun={ELECTION}
						called={texts.noun}
						onContinue={(id) => void goOn(id, 'details').catch(reportError)}
					/>
					<DraftBar
						noun={QUICK_ADD}
						called={candidates.noun}
						onContinue={(id) => void goOn(id, 'candidates').catch(reportError)}
					/>
				</>
			)}
			<FilterBar search={search} active={active} onFilter={onFilter} />
			<ListFrame pages={pages} empty={texts.empty} failed={texts.failed}>
				{(rows) => (
					<ul className="grid gap-4 lg:grid-cols-2">
						{rows.map((election) => (
							<li key={election.id}>
								<ElectionCard
									election={election}
									onEdit={() => setOpen({ kind: 'details', election })}
									onCandidates={() => setOpen({ kind: 'candidates', election })}
									onRemove={() => setOpen({ kind: 'remove', election })}
								/>
							</li>
						))}
					</ul>
				)}
			</ListFrame>
			{open && <OpenDialog open={open} pages={pages} onClose={() => setOpen(null)} />}
		</AdminPage>
	)
}
