import type { StoredSource } from '#contract/policy-extraction.ts'
import { extraction } from '#web/texts/admin/extraction.ts'
import type { Read } from '../lists/use-read.ts'
import type { Names } from '../neutrality/concerns.ts'
import { ReviewTools } from '../policies/review-tools.tsx'
import { PolicyDetail } from './policy-detail.tsx'
import { PolicyList } from './policy-list.tsx'
import { FILTERS, filterCounts, SORTS } from './review-view.ts'
import type { Review } from './use-review.ts'
import type { ReviewActions } from './use-review-actions.ts'

const texts = extraction.review

interface ReviewPanesProps {
	readonly review: Review
	readonly actions: ReviewActions
	/** Whom no statement names. */
	readonly names: Names
	/** The source as it is stored; null where it is not. */
	readonly source: Read<StoredSource | null>
}

const SORT_OPTIONS = SORTS.map((value) => ({ value, label: texts.sorts[value] }))

/** The tools of the list, for the review's state. */
const toolsOf = ({ state, dispatch }: Review, { shown, setStatusOf }: ReviewActions) => {
	const counts = filterCounts(state)
	const filters = FILTERS.filter(
		(filter) => filter === 'ALL' || filter === state.filter || counts[filter] > 0,
	)
	return {
		filter: {
			label: texts.filter,
			value: state.filter,
			options: filters.map((value) => ({
				value,
				label: texts.counted(texts.filters[value], counts[value]),
			})),
			onValue: (filter: (typeof FILTERS)[number]) => dispatch({ type: 'filter', filter }),
		},
		order: {
			label: texts.sort,
			value: state.sort,
			options: SORT_OPTIONS,
			onValue: (sort: (typeof SORTS)[number]) => dispatch({ type: 'sort', sort }),
		},
		category: state.category,
		search: state.search,
		shown: shown.map(({ id }) => id),
		ticked: state.ticked,
		onCategory: (category: typeof state.category) => dispatch({ type: 'category', category }),
		onSearch: (search: string) => dispatch({ type: 'search', search }),
		onTick: (ids: readonly string[], on: boolean) => dispatch({ type: 'tick', ids, on }),
		onStatus: setStatusOf,
	}
}

/** The list of the policies and the opened one beside it; on a phone they take turns. */
export const ReviewPanes = ({ review, actions, names, source }: ReviewPanesProps) => {
	const { state, dispatch } = review
	const { places, opened, shown } = actions
	const numbers = new Map(state.policies.map(({ id }, index) => [id, index + 1]))
	const policy = state.policies.find(({ id }) => id === state.selected)
	const at = shown.findIndex(({ id }) => id === state.selected) + 1
	return (
		<section ref={places.root} aria-label={texts.list}>
			<div className="grid items-start gap-4 lg:grid-cols-[18rem_minmax(0,1fr)]">
				<div
					className={`overflow-hidden rounded-box border border-base-300 bg-surface shadow-paper lg:sticky lg:top-20 short:static ${opened ? 'max-lg:hidden' : ''}`}
				>
					<ReviewTools {...toolsOf(review, actions)} />
					<PolicyList
						shown={shown}
						numbers={numbers}
						selected={state.selected}
						ticked={state.ticked}
						empty={state.policies.length === 0 ? texts.empty : texts.emptyFilter}
						names={names}
						dispatch={dispatch}
						onOpen={actions.open}
					/>
				</div>
				<div className={opened ? '' : 'max-lg:hidden'}>
					{policy && (
						<PolicyDetail
							policy={policy}
							at={at}
							of={shown.length}
							names={names}
							source={source}
							field={places.field}
							heading={places.heading}
							dispatch={dispatch}
							onStatus={actions.setStatus}
							onRemove={actions.remove}
							onStep={actions.step}
							onList={actions.close}
							onEscape={actions.toRow}
						/>
					)}
				</div>
			</div>
		</section>
	)
}
