import type { AttemptSummary } from '#local/attempts.ts'
import { FILTERS, type Filter, matches } from './filters.ts'

interface FilterBarProps {
	readonly list: readonly AttemptSummary[]
	readonly filter: Filter
	readonly onFilter: (filter: Filter) => void
}

/** All, in progress, completed: each with how many there are. */
export const FilterBar = ({ list, filter, onFilter }: FilterBarProps) => (
	<fieldset className="mb-5 flex gap-2 overflow-x-auto p-1">
		<legend className="sr-only">Show</legend>
		{FILTERS.map((option) => (
			<button
				key={option.filter}
				type="button"
				aria-pressed={filter === option.filter}
				className="min-h-12 shrink-0 rounded-full border border-base-300 px-4 font-medium aria-pressed:border-primary aria-pressed:bg-primary aria-pressed:text-primary-content"
				onClick={() => onFilter(option.filter)}
			>
				{option.label} ({list.filter((summary) => matches(summary, option.filter)).length})
			</button>
		))}
	</fieldset>
)
