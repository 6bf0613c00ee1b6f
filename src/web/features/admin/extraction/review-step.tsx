import { useState } from 'react'
import { extraction } from '#web/texts/admin/extraction.ts'
import { useQuestion } from '#web/ui/use-question.ts'
import { useRead } from '../lists/use-read.ts'
import { NamesUnread } from '../neutrality/names-unread.tsx'
import type { KnownNames } from '../neutrality/use-names.ts'
import { Dropped } from './dropped.tsx'
import type { KeptReview, ReviewKeeper } from './kept-review.ts'
import { KeysDialog } from './keys-dialog.tsx'
import { PolicyDetail } from './policy-detail.tsx'
import { PolicyList } from './policy-list.tsx'
import { readStoredSource } from './read.ts'
import { ReviewButtons, ReviewTools } from './review-tools.tsx'
import { savingOf } from './review-view.ts'
import { SaveDialog, type Saved } from './save-dialog.tsx'
import { StepFrame } from './step-frame.tsx'
import { type Review, useReview } from './use-review.ts'
import { useReviewActions } from './use-review-actions.ts'
import { useReviewKeys } from './use-review-keys.ts'

const texts = extraction.review

interface ReviewStepProps {
	readonly extractionId: string
	/** The review as it is begun. */
	readonly start: KeptReview
	readonly keeper: ReviewKeeper
	/** Of the candidate. */
	readonly name: string
	/** Whom no statement names. */
	readonly known: KnownNames
	readonly onBack: () => void
	readonly onSaved: (saved: Saved) => void
}

const decidedText = ({ state }: Review): string => {
	const { kept } = savingOf(state.policies)
	const decided = kept.filter(({ values }) =>
		['VALIDATED', 'REJECTED'].includes(values.validationStatus),
	).length
	return texts.decided(decided, kept.length)
}

interface SaveBarProps {
	readonly review: Review
	readonly onSave: () => void
	readonly onShowUnready: () => void
}

const SaveBar = ({ review, onSave, onShowUnready }: SaveBarProps) => {
	const { kept, unready } = savingOf(review.state.policies)
	const ready = kept.length > 0 && unready.length === 0
	const why = kept.length === 0 ? texts.noneToSave : texts.notReady(unready.length)
	return (
		<div className="flex min-w-0 flex-1 flex-wrap items-center justify-end gap-3">
			{!ready && (
				<p id="not-ready" className="font-medium text-error">
					{why}
				</p>
			)}
			{unready.length > 0 && (
				<button type="button" className="btn" onClick={onShowUnready}>
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
					else if (unready.length > 0) onShowUnready()
				}}
			>
				{texts.save(kept.length)}
			</button>
		</div>
	)
}

/** The fourth step: every policy is looked at beside its place in the source, changed, and decided about. */
export const ReviewStep = (props: ReviewStepProps) => {
	const { extractionId, keeper, name, known, onBack, onSaved } = props
	const { names } = known
	// Whoever comes back to it finds it as they left it.
	const [start] = useState(() => keeper.read() ?? props.start)
	const review = useReview(start, keeper, names)
	const { state, dispatch } = review
	const actions = useReviewActions(review)
	const { places, opened, shown } = actions
	const keys = useReviewKeys(actions.run)
	const [saving, setSaving] = useState(false)
	// An update of the app waits until it is done.
	useQuestion()
	const source = useRead(extractionId, async (signal) =>
		start.known ? readStoredSource(extractionId, signal) : { ok: true, value: null },
	)
	const numbers = new Map(state.policies.map(({ id }, index) => [id, index + 1]))
	const policy = state.policies.find(({ id }) => id === state.selected)
	const at = shown.findIndex(({ id }) => id === state.selected) + 1
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
					onShowUnready={() => {
						dispatch({ type: 'filter', filter: 'LENGTH' })
						actions.edit()
					}}
				/>
			}
		>
			<p role="status" className="sr-only">
				{actions.said}
			</p>
			<NamesUnread known={known} />
			<section ref={places.root} aria-label={texts.list}>
				<div className="grid items-start gap-4 lg:grid-cols-[18rem_minmax(0,1fr)]">
					<div
						className={`overflow-hidden rounded-box border border-base-300 bg-surface shadow-paper lg:sticky lg:top-20 short:static ${opened ? 'max-lg:hidden' : ''}`}
					>
						<ReviewTools state={state} shown={shown} dispatch={dispatch} onSay={actions.say} />
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
			<p className={`mt-4 text-sm ${review.kept ? 'text-muted' : 'font-medium text-error'}`}>
				{review.kept ? texts.kept : texts.notSaved}
			</p>
			{start.result && <Dropped result={start.result} />}
			{actions.keysShown && (
				<KeysDialog on={keys.on} onSwitch={keys.switchKeys} onClose={actions.hideKeys} />
			)}
			{saving && (
				<SaveDialog
					extractionId={extractionId}
					start={start}
					review={review}
					name={name}
					onSaved={onSaved}
					onClose={() => setSaving(false)}
				/>
			)}
		</StepFrame>
	)
}
