import { useState } from 'react'
import { extraction } from '#web/texts/admin/extraction.ts'
import { useQuestion } from '#web/ui/use-question.ts'
import { useRead } from '../lists/use-read.ts'
import { NamesUnread } from '../neutrality/names-unread.tsx'
import type { KnownNames } from '../neutrality/use-names.ts'
import { Dropped, LeftOut } from './dropped.tsx'
import type { KeptReview, ReviewKeeper } from './kept-review.ts'
import { KeysDialog } from './keys-dialog.tsx'
import { readStoredSource } from './read.ts'
import { ReviewButtons } from './review-buttons.tsx'
import { ReviewPanes } from './review-panes.tsx'
import { savingOf } from './review-view.ts'
import { SaveDialog, type Saved } from './save-dialog.tsx'
import { StepFrame } from './step-frame.tsx'
import { type Review, useReview } from './use-review.ts'
import { type ReviewActions, useReviewActions } from './use-review-actions.ts'
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
	const { kept } = savingOf(state)
	const decided = kept.filter(({ values }) =>
		['VALIDATED', 'REJECTED'].includes(values.validationStatus),
	).length
	return texts.decided(decided, kept.length)
}

interface SaveBarProps {
	readonly review: Review
	readonly onSave: () => void
	readonly onShowUnready: (filter: 'LENGTH' | 'NAMES') => void
}

const SaveBar = ({ review, onSave, onShowUnready }: SaveBarProps) => {
	const { kept, unready, unreasoned } = savingOf(review.state)
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
	/** Whether it is being asked if the policies are to be saved. */
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

/** The fourth step: every policy is looked at beside its place in the source, changed, and decided about. */
export const ReviewStep = (props: ReviewStepProps) => {
	const { extractionId, keeper, name, known, onBack, onSaved } = props
	const { names } = known
	// Whoever comes back to it finds it as they left it.
	const [start] = useState(() => keeper.read() ?? props.start)
	const review = useReview(start, keeper, names)
	const { state, dispatch } = review
	const actions = useReviewActions(review)
	const keys = useReviewKeys(actions.run)
	const [saving, setSaving] = useState(false)
	// An update of the app waits until it is done.
	useQuestion()
	const source = useRead(extractionId, async (signal) =>
		start.known ? readStoredSource(extractionId, signal) : { ok: true, value: null },
	)
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
				{actions.said}
			</p>
			<NamesUnread known={known} />
			<ReviewPanes {...{ review, actions, names, source }} />
			<p className={`mt-4 text-sm ${review.kept ? 'text-muted' : 'font-medium text-error'}`}>
				{review.kept ? texts.kept : texts.notSaved}
			</p>
			{start.result && <Dropped result={start.result} />}
			{start.result && <LeftOut leftOut={start.result.leftOut} />}
			<ReviewDialogs
				{...{ extractionId, start, review, name, actions, keys, saving, onSaved }}
				onClose={() => setSaving(false)}
			/>
		</StepFrame>
	)
}
