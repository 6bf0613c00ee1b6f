import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronDown, RotateCcw } from 'lucide-react'
import { useId, useState } from 'react'
import { type Change, HISTORY_NOUNS, type HistoryNoun } from '#contract/admin/overview.ts'
import { useCapability } from '#web/app/capabilities.ts'
import { common } from '#web/texts/en/admin/common.ts'
import { history as texts } from '#web/texts/en/admin/history.ts'
import { agoText, wholeMoment } from '#web/ui/format.ts'
import { toast } from '#web/ui/toast.ts'
import { rereadActive } from '../elections/api.ts'
import { useAction } from '../kit/actions.tsx'
import { errorText } from '../kit/errors.ts'
import { type Option, Select } from '../kit/fields.tsx'
import { ListFrame, SearchField } from '../kit/list.tsx'
import { AdminPage } from '../kit/page.tsx'
import { given, invalidate, listQuery, rowsOf } from '../kit/queries.ts'
import {
	actionText,
	actorText,
	type FieldChange,
	fieldChanges,
	fieldName,
	type HistoryFilter,
	nameOf,
	nounOf,
	readHistory,
	readNames,
	restoreOf,
} from './api.ts'

const CELL = 'px-3 py-2 align-top text-start wrap-anywhere'

const named = (text: string, names: ReadonlyMap<string, string> | undefined): string =>
	text
		.split(', ')
		.map((part) => names?.get(part) ?? part)
		.join(', ')

interface TableProps {
	readonly label: string
	readonly fields: readonly FieldChange[]
	readonly names: ReadonlyMap<string, string> | undefined
}

const Table = ({ label, fields, names }: TableProps) => (
	<table aria-label={label} className="w-full table-fixed text-sm">
		<thead className="text-muted">
			<tr>
				{[texts.field, texts.before, texts.after].map((column) => (
					<th key={column} scope="col" className={`${CELL} font-medium`}>
						{column}
					</th>
				))}
			</tr>
		</thead>
		<tbody>
			{fields.map(({ name, before, after }) => (
				<tr key={name} className="border-t border-base-300">
					<th scope="row" className={`${CELL} font-medium`}>
						{fieldName(name)}
					</th>
					<td className={CELL}>{named(before, names)}</td>
					<td className={CELL}>{named(after, names)}</td>
				</tr>
			))}
		</tbody>
	</table>
)

const ChangeFields = ({ change }: { readonly change: Change }) => {
	const { data: names } = useQuery({
		queryKey: ['history', 'names', change.id],
		queryFn: ({ signal }) => readNames(change, signal),
	})
	const fields = fieldChanges(change)
	const differing = fields.filter(({ differs }) => differs)
	const same = fields.filter(({ differs }) => !differs)
	if (fields.length === 0) return <p className="text-muted">{texts.none}</p>
	return (
		<div className="grid gap-3">
			{differing.length > 0 ? (
				<Table label={texts.changed} fields={differing} names={names} />
			) : (
				<p className="text-muted">{texts.nothing}</p>
			)}
			{same.length > 0 && (
				<details>
					<summary className="flex min-h-12 cursor-pointer items-center px-3 text-sm text-muted">
						{texts.same(same.length)}
					</summary>
					<Table label={texts.same(same.length)} fields={same} names={names} />
				</details>
			)}
		</div>
	)
}

interface ChangeProps {
	readonly change: Change
}

const useRestoring = ({ change }: ChangeProps) => {
	const { busy, error, run } = useAction()
	const noun = nounOf(change)
	const offered = useCapability('restore')
	const restoring = offered ? restoreOf(noun) : undefined
	const act = async (): Promise<string | null> => {
		const reply = await restoring?.(change.target)
		if (reply === undefined) return null
		if (!reply.ok) return errorText(reply.error, texts.restoreFailed)
		toast(common.undone, 'good')
		if (noun === 'election') rereadActive()
		invalidate('history')
		return null
	}
	return {
		possible: restoring !== undefined && change.restorableUntil !== null,
		busy,
		error,
		restore: () => run(act),
	}
}

const Restore = (props: ChangeProps) => {
	const { possible, busy, error, restore } = useRestoring(props)
	const { name, target, restorableUntil } = props.change
	if (!possible || restorableUntil === null) return null
	return (
		<div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
			<button
				type="button"
				className="btn btn-primary"
				aria-disabled={busy}
				aria-label={busy ? undefined : texts.restoreOf(name ?? target)}
				onClick={restore}
			>
				<RotateCcw aria-hidden="true" className="size-5 shrink-0" />
				<span>{busy ? texts.restoring : texts.restore}</span>
			</button>
			<p className="text-sm text-muted">{texts.until(wholeMoment(restorableUntil))}</p>
			<p role="alert" className="font-medium text-error empty:hidden">
				{error}
			</p>
		</div>
	)
}

const When = ({ at }: Pick<Change, 'at'>) => (
	<p className="text-sm text-muted">
		<time dateTime={at}>{`${agoText(at, Date.now())} · ${wholeMoment(at)}`}</time>
	</p>
)

interface ChangeCardProps extends ChangeProps {
	readonly alone: boolean
}

const ChangeCard = ({ change, alone }: ChangeCardProps) => {
	const id = useId()
	const [open, setOpen] = useState(false)
	const { at, target, name } = change
	const what = actionText(change)
	const called = name ?? target
	return (
		<article
			aria-labelledby={id}
			className="rounded-box border border-base-300 bg-surface px-4 py-3 shadow-paper sm:px-5"
		>
			<h2 id={id} className="font-sans text-base font-normal wrap-anywhere">
				<strong className="font-semibold">{actorText(change)}</strong>
				<span>{` ${what}`}</span>
			</h2>
			<When at={at} />
			<Restore change={change} />
			<div className="mt-1 -ms-3 flex flex-wrap gap-x-2">
				<button
					type="button"
					className="btn btn-ghost"
					aria-expanded={open}
					aria-label={texts.showOf(what)}
					onClick={() => setOpen(!open)}
				>
					<ChevronDown
						aria-hidden="true"
						className={`size-5 shrink-0 transition-transform ${open ? 'rotate-180' : ''}`}
					/>
					<span>{texts.show}</span>
				</button>
				{!alone && target !== '' && (
					<Link
						to="/admin/history"
						search={{ target }}
						className="btn btn-ghost"
						aria-label={texts.thisRecordOf(called)}
					>
						{texts.thisRecord}
					</Link>
				)}
			</div>
			{open && (
				<div className="mt-2 -mx-3 border-t border-base-300 pt-2">
					<ChangeFields change={change} />
				</div>
			)}
		</article>
	)
}

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

const FilterBar = ({ filter, onFilter }: FilterProps) => {
	const days = useId()
	const set = (part: { readonly [Name in keyof HistoryFilter]?: HistoryFilter[Name] | '' }): void =>
		onFilter(given({ ...filter, ...part }))
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

export const HistoryPage = ({ filter, onFilter }: FilterProps) => {
	const list = useInfiniteQuery(
		listQuery('history', filter, (after, signal) => readHistory(filter, after, signal)),
	)
	const alone = filter.target !== undefined
	const own = rowsOf(list).find((row) => row.target === filter.target && row.name)
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
			<ListFrame list={list} empty={texts.empty} failed={texts.failed}>
				{(rows) => (
					<ol className="grid gap-3">
						{rows.map((change) => (
							<li key={change.id}>
								<ChangeCard change={change} alone={alone} />
							</li>
						))}
					</ol>
				)}
			</ListFrame>
		</AdminPage>
	)
}
