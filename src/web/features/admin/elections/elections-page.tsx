import { useInfiniteQuery } from '@tanstack/react-query'
import { Pencil, Trash, Users } from 'lucide-react'
import { useState } from 'react'
import type { ManagedElection } from '#contract/admin/elections.ts'
import { isPast, JURISDICTION_LABELS, placeText } from '#domain/jurisdiction.ts'
import { serverClock } from '#web/app/api.ts'
import { candidates } from '#web/texts/en/admin/candidates.ts'
import { common } from '#web/texts/en/admin/common.ts'
import { elections as texts } from '#web/texts/en/admin/elections.ts'
import { dayText } from '#web/ui/format.ts'
import { toast } from '#web/ui/toast.ts'
import { IconButton } from '../kit/actions.tsx'
import { DraftBar } from '../kit/drafts.tsx'
import { errorText } from '../kit/errors.ts'
import { type Option, Select } from '../kit/fields.tsx'
import { ListFrame, SearchField } from '../kit/list.tsx'
import { AdminPage, HistoryLink, NewButton } from '../kit/page.tsx'
import { given, invalidate, listQuery, patchLists } from '../kit/queries.ts'
import { readElection, readElections, rereadActive } from './api.ts'
import { QUICK_ADD } from './election-candidates.tsx'
import {
	EditElection,
	ELECTION,
	type ElectionTab,
	NewElection,
	RemoveElection,
} from './election-dialog.tsx'

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

interface ElectionCardProps {
	readonly election: ManagedElection
	readonly onOpen: (kind: ElectionTab | 'remove') => void
}

const ElectionCard = ({ election, onOpen }: ElectionCardProps) => {
	const { name } = election
	return (
		<article className="flex h-full flex-col rounded-box border border-base-300 bg-surface shadow-paper">
			<div className="flex-1 p-5">
				<h2 className="text-xl leading-snug font-semibold wrap-anywhere">{name}</h2>
				<Facts election={election} />
			</div>
			<div className="flex flex-wrap gap-1 border-t border-base-300 p-2">
				<IconButton
					label={texts.manageCandidates}
					name={name}
					icon={Users}
					onPress={() => onOpen('candidates')}
				/>
				<IconButton
					label={common.edit}
					name={name}
					icon={Pencil}
					onPress={() => onOpen('details')}
				/>
				<HistoryLink id={election.id} name={name} />
				<IconButton
					label={common.remove}
					name={name}
					icon={Trash}
					className="text-error"
					onPress={() => onOpen('remove')}
				/>
			</div>
		</article>
	)
}

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
			onSearch={(term) => onFilter(given({ search: term, active }))}
		/>
		<Select
			label={texts.show}
			value={active ?? ''}
			options={ACTIVITIES}
			onValue={(value) => onFilter(given({ search, active: value }))}
		/>
	</search>
)

type Open =
	| { readonly kind: 'new' }
	| { readonly kind: ElectionTab | 'remove'; readonly election: ManagedElection }

interface OpenDialogProps {
	readonly open: Open
	readonly onClose: () => void
}

const OpenDialog = ({ open, onClose }: OpenDialogProps) => {
	const patch = (id: string, change: (row: ManagedElection) => ManagedElection): void =>
		patchLists<ManagedElection>('elections', (rows) =>
			rows.map((row) => (row.id === id ? change(row) : row)),
		)
	if (open.kind === 'new') {
		return (
			<NewElection
				onClose={onClose}
				onSaved={() => {
					toast(texts.created, 'good')
					invalidate('elections')
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
					patchLists<ManagedElection>('elections', (rows) => rows.filter((row) => row.id !== id))
					rereadActive()
				}}
				onRestored={() => {
					invalidate('elections')
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

export const ElectionsPage = ({ search, active, onFilter }: FilterBarProps) => {
	const [open, setOpen] = useState<Open | null>(null)
	const filter = { search, active }
	const list = useInfiniteQuery(
		listQuery('elections', filter, (after, signal) => readElections(filter, after, signal)),
	)
	const goOn = async (id: string | null, kind: ElectionTab): Promise<void> => {
		if (id === null) return setOpen({ kind: 'new' })
		const read = await readElection(id)
		if (read.ok) setOpen({ kind, election: read.value })
		else toast(errorText(read.error, texts.failed))
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
			<ListFrame list={list} empty={texts.empty} failed={texts.failed}>
				{(rows) => (
					<ul className="grid gap-4 lg:grid-cols-2">
						{rows.map((election) => (
							<li key={election.id}>
								<ElectionCard election={election} onOpen={(kind) => setOpen({ kind, election })} />
							</li>
						))}
					</ul>
				)}
			</ListFrame>
			{open && <OpenDialog open={open} onClose={() => setOpen(null)} />}
		</AdminPage>
	)
}
