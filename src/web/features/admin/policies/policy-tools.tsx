import { ChevronsUpDown } from 'lucide-react'
import { useState } from 'react'
import { POLICY_STATUSES } from '#domain/policies.ts'
import { POLICY_CATEGORIES } from '#domain/types.ts'
import { extraction } from '#web/texts/en/admin/extraction.ts'
import { categoryName, policies as policyTexts } from '#web/texts/en/admin/policies.ts'
import { type Option, Select } from '../kit/fields.tsx'
import { SearchField } from '../kit/list.tsx'

const texts = extraction.review

export type PolicyStatus = (typeof POLICY_STATUSES)[number]
export type CategoryFilter = (typeof POLICY_CATEGORIES)[number] | 'ALL'

interface Listed {
	readonly text: string
	readonly category: string
	readonly keywords: string
}

export const isFound = (
	{ text, category, keywords }: Listed,
	search: string,
	wanted: CategoryFilter,
): boolean => {
	const said = `${text} ${keywords}`.toLowerCase()
	const words = search.toLowerCase().split(/\s+/u).filter(Boolean)
	return (wanted === 'ALL' || category === wanted) && words.every((word) => said.includes(word))
}

const PRESSED: Readonly<Record<PolicyStatus, string>> = {
	PENDING: 'aria-pressed:bg-base-300',
	VALIDATED: 'aria-pressed:bg-success aria-pressed:text-success-content',
	NEEDS_REVIEW: 'aria-pressed:bg-warning aria-pressed:text-warning-content',
	REJECTED: 'aria-pressed:bg-error aria-pressed:text-error-content',
}

interface StatusButtonsProps {
	readonly status: string
	readonly label?: string
	readonly busy?: boolean
	readonly onStatus: (status: PolicyStatus) => void
}

export const StatusButtons = (props: StatusButtonsProps) => {
	const { status, label = texts.status, busy = false, onStatus } = props
	return (
		<fieldset className="flex flex-wrap gap-2">
			<legend className="sr-only">{label}</legend>
			{POLICY_STATUSES.map((each) => (
				<button
					key={each}
					type="button"
					aria-pressed={each === status}
					aria-disabled={busy}
					className={`btn px-3 ${PRESSED[each]}`}
					onClick={() => {
						if (!busy) onStatus(each)
					}}
				>
					{texts.actions[each]}
				</button>
			))}
		</fieldset>
	)
}

interface ToolsProps<Filter extends string, Order extends string> {
	readonly filter: Bar<Filter>
	readonly order: Bar<Order>
	readonly category: CategoryFilter
	readonly search: string
	readonly shown: readonly string[]
	readonly ticked: readonly string[]
	readonly wide?: boolean
	readonly busy?: boolean
	readonly onCategory: (category: CategoryFilter) => void
	readonly onSearch: (search: string) => void
	readonly onTick: (ids: readonly string[], on: boolean) => void
	readonly onStatus: (ids: readonly string[], status: PolicyStatus) => void
}

interface Bar<Value extends string> {
	readonly label: string
	readonly value: Value
	readonly options: readonly Option<Value>[]
	readonly onValue: (value: Value) => void
}

const BulkStatus = (
	props: Pick<ToolsProps<string, string>, 'shown' | 'ticked' | 'busy' | 'onTick' | 'onStatus'>,
) => {
	const { shown, busy = false, onTick, onStatus } = props
	const [status, setStatus] = useState<PolicyStatus>('VALIDATED')
	const there = new Set(shown)
	const ticked = props.ticked.filter((id) => there.has(id))
	const ids = ticked.length > 0 ? ticked : shown
	const allTicked = shown.length > 0 && ticked.length === shown.length
	return (
		<details open={ticked.length > 0} className="border-t border-base-300 px-3">
			<summary className="flex min-h-12 cursor-pointer items-center justify-between gap-2 text-sm font-medium">
				<span>{texts.many}</span>
				<span className="ms-auto text-muted tabular-nums">
					{ticked.length > 0 && texts.ticked(ticked.length)}
				</span>
				<ChevronsUpDown aria-hidden="true" className="size-5 shrink-0 text-muted" />
			</summary>
			<label className="flex min-h-12 items-center gap-3 text-sm">
				<input
					type="checkbox"
					checked={allTicked}
					className="checkbox checkbox-sm checkbox-primary border-edge"
					onChange={({ target }) => onTick(shown, target.checked)}
				/>
				<span>{texts.tickShown}</span>
			</label>
			<div className="grid gap-2 pb-3 sm:max-w-md">
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
					aria-disabled={busy}
					onClick={() => {
						if (!busy) onStatus(ids, status)
					}}
				>
					{ticked.length > 0 ? texts.applyTicked(ids.length) : texts.applyShown(ids.length)}
				</button>
			</div>
		</details>
	)
}

const Choice = <Value extends string>({
	bar,
	wide,
}: {
	readonly bar: Bar<Value>
	readonly wide: boolean
}) => (
	<div
		className={
			wide ? 'grid gap-1.5' : 'grid grid-cols-[4.5rem_minmax(0,1fr)] items-center gap-2 text-sm'
		}
	>
		<span aria-hidden="true" className="font-medium">
			{bar.label}
		</span>
		<Select {...bar} />
	</div>
)

const CATEGORIES: readonly Option<CategoryFilter>[] = [
	{ value: 'ALL', label: texts.allCategories },
	...POLICY_CATEGORIES.map((value) => ({ value, label: categoryName(value) })),
]

export const PolicyTools = <Filter extends string, Order extends string>(
	props: ToolsProps<Filter, Order>,
) => {
	const { filter, order, category, search, wide = false, onCategory, onSearch } = props
	const categories = { label: texts.onlyCategory, value: category, options: CATEGORIES }
	return (
		<search className="block border-b border-base-300">
			<div className={`grid gap-3 p-3 ${wide ? 'sm:grid-cols-2 xl:grid-cols-4' : ''}`}>
				<div className={wide ? 'self-end' : ''}>
					<SearchField label={texts.search} term={search} delayMs={0} onSearch={onSearch} />
				</div>
				<Choice bar={filter} wide={wide} />
				<Choice bar={{ ...categories, onValue: onCategory }} wide={wide} />
				<Choice bar={order} wide={wide} />
			</div>
			<BulkStatus {...props} />
		</search>
	)
}
