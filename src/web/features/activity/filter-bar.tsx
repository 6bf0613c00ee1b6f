import type { AttemptSummary } from '#local/attempts.ts'
import { activity } from '#web/texts/activity.ts'
import { numberText } from '#web/ui/numbers.ts'
import { FILTERS, type Filter, matches } from './filters.ts'

interface FilterBarProps {
	readonly list: readonly AttemptSummary[]
	readonly filter: Filter
	readonly onFilter: (filter: Filter) => void
}

/** All, in progress, completed: each with how many there are. */
export const FilterBar = ({ list, filter, onFilter }: FilterBarProps) => (
	<fieldset className="mb-5 flex flex-wrap gap-2">
		<legend className="sr-only">{activity.show}</legend>
		{FILTERS.map((option) => (
			<button
				key={option}
				type="button"
				aria-pressed={filter === option}
				className="min-h-12 grow rounded-full sm:grow-0 border border-edge px-3 text-sm font-medium sm:px-5 sm:text-base aria-pressed:border-primary aria-pressed:bg-primary aria-pressed:text-primary-content"
				onClick={() => onFilter(option)}
			>
				{activity.filter(
					activity.filters[option],
					numberText(list.filter((summary) => matches(summary, option)).length),
				)}
			</button>
		))}
	</fieldset>
)
