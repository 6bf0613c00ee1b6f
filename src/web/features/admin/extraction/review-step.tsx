import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { StoredSource } from '#contract/admin/extraction.ts'
import { useBlockReload } from '#web/app/reload-block.ts'
import { common } from '#web/texts/en/admin/common.ts'
import { extraction } from '#web/texts/en/admin/extraction.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { type KnownNames, type Names, NamesUnread } from '../kit/neutrality.tsx'
import { CloseButton } from '../kit/page.tsx'
import { unwrap } from '../kit/queries.ts'
import { Switch } from '../kit/switch.tsx'
import { PolicyTools } from '../policies/policy-tools.tsx'
import { readStoredSource } from './api.ts'
import { SaveDialog, type Saved } from './complete-step.tsx'
import { DiscardedProposals, LeftOutText } from './discarded.tsx'
import { ReviewButtons } from './review-buttons.tsx'
import { PolicyDetail } from './review-editor.tsx'
import { PolicyList } from './review-list.tsx'
import { FILTERS, filterCounts, isDecided, SORTS, savingOf, weakCount } from './review-policies.ts'
import type { KeptReview, ReviewKeeper } from './saved-review.ts'
import { StepFrame } from './step-frame.tsx'
import {
	type Review,
	type ReviewActions,
	useReview,
	useReviewActions,
	useReviewKeys,
} from './use-review.ts'

const texts = extraction.review
const keysTexts = extraction.keys

interface KeysDialogProps {
	readonly on: boolean
	readonly onSwitch: () => void
	readonly onClose: () => void
}

const KeysDialog = ({ on, onSwitch, onClose }: KeysDialogProps) => (
	<Dialog title={keysTexts.title} onClose={onClose}>
		<CloseButton onClose={onClose} />
		<p className="mt-2 text-muted">{keysTexts.why}</p>
		<dl className="mt-4 grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-2">
			{keysTexts.list.map(([key, meaning]) => (
				<div key={key} className="contents">
					<dt className="rounded-field border border-base-300 bg-base-200 px-2 py-0.5 text-sm font-semibold">
						{key}
					</dt>
					<dd>{meaning}</dd>
				</div>
			))}
		</dl>
		<div className="mt-4 flex flex-wrap items-center justify-between gap-3">
			<Switch name={keysTexts.on} label={keysTexts.on} on={on} onSwitch={onSwitch} />
			<button type="button" className="btn btn-primary" onClick={onClose}>
				{common.close}
			</button>
		</div>
	</Dialog>
)

interface ReviewPanesProps {
	readonly review: Review
	readonly actions: ReviewActions
	readonly names: Names
	readonly source: UseQueryResult<StoredSource | null>
}

const SORT_OPTIONS = SORTS.map((value) => ({ value, label: texts.sorts[value] }))

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

const ReviewPanes = ({ review, actions, names, source }: ReviewPanesProps) => {
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
					<PolicyTools {...toolsOf(review, actions)} />
					<PolicyList
						shown={shown}
						numbers={numbers}
						selected={state.selected}
						ticked={state.ticked}
						empty={state.policies.length === 0 ? texts.empty : texts.emptyFilter}
						weak={weakCount(state)}
						weakShown={state.weakShown}
						names={names}
						dispatch={dispatch}
						onOpen={actions.open}
					/>
				</div>
				<div data-policy-detail className={opened ? '' : 'max-lg:hidden'}>
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

interface ReviewStepProps {
	readonly extractionId: string
	readonly start: KeptReview
	readonly keeper: ReviewKeeper
	readonly name: string
	readonly known: KnownNames
	readonly onBack: () => void
	readonly onSaved: (saved: Saved) => void
}

const decidedText = ({ state }: Review): string => {
	const { kept } = savingOf(state)
	return texts.decided(kept.filter(isDecided).length, kept.length)
}

interface SaveBarProps {
	readonly review: Review
	readonly onSave: () => void
	readonly onShowUnready: (filter: 'LENGTH' | 'NAMES') => void
}

const SaveBar = ({ review, onSave, onShowUnready }: SaveBarProps) => {
	const { kept, unready, unreasoned, untouched } = savingOf(review.state)
	const open = unready.length > 0 ? 'LENGTH' : unreasoned.length > 0 ? 'NAMES' : null
	const ready = kept.length > 0 && open === null
	const notReady =
		open === 'NAMES' ? texts.noReason(unreasoned.length) : texts.notReady(unready.length)
	const why = kept.length === 0 ? texts.noneToSave : notReady
	return (
		<div className="flex min-w-0 flex-1 flex-wrap items-center justify-end gap-3">
			{!ready && (
				<p id="not-ready" className="font-medium text-error">
					{why}
				</p>
			)}
			{untouched > 0 && <p className="text-sm text-muted">{texts.weakNotSaved(untouched)}</p>}
			{open !== null && (
				<button type="button" className="btn" onClick={() => onShowUnready(open)}>
					{texts.showNotReady}
				</button>
			)}
			<button
				type="button"
				className="btn btn-primary"
				aria-haspopup="dialog"
				aria-disabled={!ready}
				aria-describedby={ready ? undefined : 'not-ready'}
				onClick={() => {
					if (ready) onSave()
					else if (open !== null) onShowUnready(open)
				}}
			>
				{texts.save(kept.length)}
			</button>
		</div>
	)
}

interface ReviewDialogsProps
	extends Pick<ReviewStepProps, 'extractionId' | 'start' | 'name' | 'onSaved'> {
	readonly review: Review
	readonly actions: ReviewActions
	readonly keys: ReturnType<typeof useReviewKeys>
	readonly saving: boolean
	readonly onClose: () => void
}

const ReviewDialogs = ({ actions, keys, saving, ...save }: ReviewDialogsProps) => (
	<>
		{actions.keysShown && (
			<KeysDialog on={keys.on} onSwitch={keys.switchKeys} onClose={actions.hideKeys} />
		)}
		{saving && <SaveDialog {...save} />}
	</>
)

export const ReviewStep = (props: ReviewStepProps) => {
	const { extractionId, keeper, name, known, onBack, onSaved } = props
	const { names } = known
	const [start] = useState(() => keeper.read() ?? props.start)
	const review = useReview(start, keeper, names)
	const { state, dispatch } = review
	const actions = useReviewActions(review)
	const keys = useReviewKeys(actions.run)
	const [saving, setSaving] = useState(false)
	// Postpone app updates until the review is done.
	useBlockReload()
	const source = useQuery({
		queryKey: ['extractions', 'source', extractionId],
		queryFn: async ({ signal }) =>
			start.known ? unwrap(readStoredSource(extractionId, signal)) : null,
	})
	return (
		<StepFrame
			step="review"
			framed={false}
			why={decidedText(review)}
			actions={
				<ReviewButtons
					state={state}
					dispatch={dispatch}
					onUndo={actions.undo}
					onAdded={actions.edit}
					onKeys={() => actions.run('keys')}
				/>
			}
			onBack={onBack}
			next={
				<SaveBar
					review={review}
					onSave={() => setSaving(true)}
					onShowUnready={(filter) => {
						dispatch({ type: 'filter', filter })
						actions.edit()
					}}
				/>
			}
		>
			<p role="status" className="sr-only">
				{actions.announcement}
			</p>
			<NamesUnread known={known} />
			{keys.on && <p className="mb-2 text-sm text-muted max-lg:hidden">{texts.keysHint}</p>}
			<ReviewPanes {...{ review, actions, names, source }} />
			<p className={`mt-4 text-sm ${review.kept ? 'text-muted' : 'font-medium text-error'}`}>
				{review.kept ? texts.kept : texts.notSaved}
			</p>
			{start.result && <DiscardedProposals result={start.result} />}
			{start.result && <LeftOutText leftOut={start.result.leftOut} />}
			<ReviewDialogs
				{...{ extractionId, start, review, name, actions, keys, saving, onSaved }}
				onClose={() => setSaving(false)}
			/>
		</StepFrame>
	)
}
