import { ChevronsUpDown, Keyboard, Plus, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { POLICY_STATUSES } from '#domain/policies.ts'
import { uuid } from '#web/app/uuid.ts'
import { extraction } from '#web/texts/admin/extraction.ts'
import { policies as policyTexts } from '#web/texts/admin/policies.ts'
import { Select } from '../forms/select.tsx'
import type { PolicyStatus, ReviewPolicy } from './review-policy.ts'
import type { ReviewEvent, ReviewState } from './review-state.ts'
import { FILTERS, type Filter, filterCounts, SORTS } from './review-view.ts'
import { changeText } from './review-words.ts'

const texts = extraction.review

interface ActionsProps {
	readonly state: ReviewState
	readonly dispatch: (event: ReviewEvent) => void
	readonly onUndo: () => void
	readonly onAdded: () => void
	readonly onKeys: () => void
}

/** What is done to the review as a whole. */
export const ReviewButtons = ({ state, dispatch, onUndo, onAdded, onKeys }: ActionsProps) => {
	const last = state.past.at(-1)
	return (
		<div className="flex flex-wrap gap-2">
			<button
				type="button"
				className="btn"
				aria-disabled={!last}
				aria-label={last ? texts.undoOf(changeText(last)) : texts.undo}
				title={last ? texts.undoOf(changeText(last)) : texts.nothingToUndo}
				onClick={onUndo}
			>
				<RotateCcw aria-hidden="true" className="size-5 shrink-0" />
				{texts.undo}
			</button>
			<button
				type="button"
				className="btn"
				onClick={() => {
					dispatch({ type: 'add', id: uuid() })
					onAdded()
				}}
			>
				<Plus aria-hidden="true" className="size-5 shrink-0" />
				{texts.add}
			</button>
			<button
				type="button"
				aria-label={texts.keys}
				aria-haspopup="dialog"
				className="btn btn-ghost max-sm:px-3"
				onClick={onKeys}
			>
				<Keyboard aria-hidden="true" className="size-5 shrink-0" />
				<span className="max-sm:hidden">{texts.keys}</span>
			</button>
		</div>
	)
}

interface ToolsProps {
	readonly state: ReviewState
	readonly shown: readonly ReviewPolicy[]
	readonly dispatch: (event: ReviewEvent) => void
	/** Says what was done to those who do not see it. */
	readonly onSay: (text: string) => void
}

const BulkStatus = ({ state, shown, dispatch, onSay }: ToolsProps) => {
	const [status, setStatus] = useState<PolicyStatus>('VALIDATED')
	const there = new Set(shown.map(({ id }) => id))
	const ticked = state.ticked.filter((id) => there.has(id))
	const ids = ticked.length > 0 ? ticked : [...there]
	const allTicked = shown.length > 0 && ticked.length === shown.length
	return (
		<details open={ticked.length > 0} className="border-t border-base-300 px-3">
			<summary className="flex min-h-12 cursor-pointer items-center justify-between gap-2 text-sm font-medium">
				{texts.many}
				<span className="ms-auto text-muted tabular-nums">
					{ticked.length > 0 && texts.ticked(ticked.length)}
				</span>
				<ChevronsUpDown aria-hidden="true" className="size-5 shrink-0 text-muted" />
			</summary>
			<label className="flex min-h-12 items-center gap-3 text-sm">
				<input
					type="checkbox"
					checked={allTicked}
					className="checkbox checkbox-sm checkbox-primary rounded-sm border-edge"
					onChange={({ target }) => dispatch({ type: 'tick', ids: [...there], on: target.checked })}
				/>
				{texts.tickShown}
			</label>
			<div className="grid gap-2 pb-3">
				<Select
					label={texts.bulk}
					value={status}
					options={POLICY_STATUSES.map((value) => ({ value, label: policyTexts.statuses[value] }))}
					onValue={setStatus}
				/>
				<button
					type="button"
					className="btn"
					disabled={ids.length === 0}
					onClick={() => {
						dispatch({ type: 'status', ids, status })
						onSay(texts.applied(ids.length, policyTexts.statuses[status]))
					}}
				>
					{ticked.length > 0 ? texts.applyTicked(ids.length) : texts.applyShown(ids.length)}
				</button>
			</div>
		</details>
	)
}

const LINE = 'grid grid-cols-[3rem_minmax(0,1fr)] items-center gap-2 text-sm font-medium'

/** What is shown of the policies, in which order, and what is done to many of them at once. */
export const ReviewTools = (props: ToolsProps) => {
	const { state, dispatch } = props
	const counts = filterCounts(state)
	const filters: readonly Filter[] = FILTERS.filter(
		(filter) => filter === 'ALL' || filter === state.filter || counts[filter] > 0,
	)
	return (
		<div className="border-b border-base-300">
			<div className="grid gap-2 p-3">
				<div className={LINE}>
					<span aria-hidden="true">{texts.filter}</span>
					<Select
						label={texts.filter}
						value={state.filter}
						options={filters.map((value) => ({
							value,
							label: texts.counted(texts.filters[value], counts[value]),
						}))}
						onValue={(filter) => dispatch({ type: 'filter', filter })}
					/>
				</div>
				<div className={LINE}>
					<span aria-hidden="true">{texts.sort}</span>
					<Select
						label={texts.sort}
						value={state.sort}
						options={SORTS.map((value) => ({ value, label: texts.sorts[value] }))}
						onValue={(sort) => dispatch({ type: 'sort', sort })}
					/>
				</div>
			</div>
			<BulkStatus {...props} />
		</div>
	)
}
