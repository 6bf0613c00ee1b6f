import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { HISTORY_NOUNS, type HistoryNoun } from '#contract/history.ts'
import { common } from '#web/texts/admin/common.ts'
import { history as texts } from '#web/texts/admin/history.ts'
import { type Option, Select } from '../forms/select.tsx'
import { AdminPage } from '../frame/admin-page.tsx'
import { ListFrame } from '../lists/list-frame.tsx'
import { SearchField } from '../lists/search-field.tsx'
import { usePages } from '../lists/use-pages.ts'
import { ChangeCard } from './change-card.tsx'
import { nameOf } from './changes.ts'
import { readHistory } from './read.ts'
import type { HistoryFilter } from './search.ts'

const NOUNS: readonly Option<HistoryNoun | ''>[] = [
	{ value: '', label: texts.anyNoun },
	...HISTORY_NOUNS.map((value) => ({ value, label: texts.nouns[value] })),
]

const BY: readonly Option<'everybody' | ''>[] = [
	{ value: '', label: texts.byAdmins },
	{ value: 'everybody', label: texts.byEverybody },
]

interface DayProps {
	readonly label: string
	readonly hint: string
	readonly day: string
	readonly onDay: (day: string) => void
}

const DayField = ({ label, hint, day, onDay }: DayProps) => {
	const id = useId()
	return (
		<div>
			<label htmlFor={id} className="mb-1 block text-sm font-medium">
				{label}
			</label>
			<input
				id={id}
				type="date"
				value={day}
				aria-describedby={hint}
				className="input w-full border-edge bg-surface text-base"
				onChange={({ target }) => onDay(target.value)}
			/>
		</div>
	)
}

interface FilterProps {
	readonly filter: HistoryFilter
	readonly onFilter: (filter: HistoryFilter) => void
}

/** A filter with one part of it changed; an empty part is none. */
const changed = (filter: HistoryFilter, part: Record<string, string>): HistoryFilter =>
	Object.fromEntries(Object.entries({ ...filter, ...part }).filter(([, value]) => value !== ''))

const FilterBar = ({ filter, onFilter }: FilterProps) => {
	const days = useId()
	const set = (part: Record<string, string>): void => onFilter(changed(filter, part))
	return (
		<search className="mb-5 grid gap-3">
			<div className="grid gap-3 sm:grid-cols-[1fr_13rem_13rem]">
				<SearchField
					label={texts.search}
					term={filter.search ?? ''}
					onSearch={(search) => set({ search })}
				/>
				<Select
					label={texts.noun}
					value={filter.noun ?? ''}
					options={NOUNS}
					onValue={(noun) => set({ noun })}
				/>
				<Select
					label={texts.by}
					value={filter.by ?? ''}
					options={BY}
					onValue={(by) => set({ by })}
				/>
			</div>
			<div className="grid grid-cols-2 gap-3 sm:grid-cols-[12rem_12rem_1fr] sm:items-end">
				<DayField
					label={texts.from}
					hint={days}
					day={filter.from ?? ''}
					onDay={(from) => set({ from })}
				/>
				<DayField label={texts.to} hint={days} day={filter.to ?? ''} onDay={(to) => set({ to })} />
				<label className="col-span-2 flex min-h-12 items-center gap-3 font-medium sm:col-span-1 sm:ps-2">
					<input
						type="checkbox"
						checked={filter.deleted === 'true'}
						className="checkbox checkbox-primary border-edge"
						onChange={({ target }) => set({ deleted: target.checked ? 'true' : '' })}
					/>
					{texts.deleted}
				</label>
			</div>
			<p id={days} className="text-sm text-muted">
				{texts.days}
			</p>
		</search>
	)
}

/** The log of changes, or what of it is about one record. */
export const HistoryPage = ({ filter, onFilter }: FilterProps) => {
	const pages = usePages(JSON.stringify(filter), (after, signal) =>
		readHistory(filter, after, signal),
	)
	const alone = filter.target !== undefined
	const own = pages.rows.find((row) => row.target === filter.target && row.name)
	const name = alone && own ? nameOf(own) : null
	return (
		<AdminPage
			title={alone ? (name ? texts.title(name) : texts.ofOne) : common.pages.history}
			about={texts.about}
			actions={
				alone && (
					<Link to="/admin/history" search={{}} className="btn">
						{texts.all}
					</Link>
				)
			}
		>
			{!alone && <FilterBar filter={filter} onFilter={onFilter} />}
			<ListFrame pages={pages} empty={texts.empty} failed={texts.failed}>
				{(rows) => (
					<ol className="grid gap-3">
						{rows.map((change) => (
							<li key={change.id}>
								<ChangeCard change={change} alone={alone} onRestored={pages.reload} />
							</li>
						))}
					</ol>
				)}
			</ListFrame>
		</AdminPage>
	)
}
