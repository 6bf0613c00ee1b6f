import { useState } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import type { policyExtraction } from '#contract/policy-extraction.ts'
import { uuid } from '#web/app/uuid.ts'
import { common } from '#web/texts/admin/common.ts'
import { extraction } from '#web/texts/admin/extraction.ts'
import { policies as policyTexts } from '#web/texts/admin/policies.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toasts-show.ts'
import { faultTexts, hasStatus } from '../faults.ts'
import { useOneAtATime } from '../use-one-at-a-time.ts'
import type { KeptReview } from './kept-review.ts'
import { saveReview } from './read.ts'
import { numberOfSent, savingOf } from './review-view.ts'
import type { Review } from './use-review.ts'

const texts = extraction.save

/** What the server says of what was saved. */
export type Saved = Reply<typeof policyExtraction.save>

interface SaveDialogProps {
	readonly extractionId: string
	readonly start: KeptReview
	readonly review: Review
	/** Of the candidate. */
	readonly name: string
	readonly onSaved: (saved: Saved) => void
	readonly onClose: () => void
}

const useSaving = ({ extractionId, start, review, onSaved }: SaveDialogProps) => {
	const { busy, run } = useOneAtATime()
	const [error, setError] = useState<string | null>(null)

	const act = async (): Promise<string | null> => {
		// The same key as long as nothing is changed: a repetition after a lost reply saves nothing twice.
		const key = review.state.saveKey ?? uuid()
		review.dispatch({ type: 'save', key })
		const { policies } = review.state
		const { kept } = savingOf(review.state)
		const nameOf = (path: string): string => {
			const number = numberOfSent(policies, path)
			return number === null ? '' : texts.place(number)
		}
		const reply = await saveReview(extractionId, start, kept, key)
		if (!reply.ok) {
			if (!hasStatus(reply.error, 401)) {
				const said = texts.failed(faultTexts(reply.error, texts.failedWhy, nameOf))
				// What was saved already is not reviewed again.
				return hasStatus(reply.error, 409) ? said : `${said} ${texts.kept}`
			}
			// The page goes to the sign-in: it is said there as well.
			toast(texts.expired)
			return texts.expired
		}
		const { status, errors } = reply.value
		if (status !== 'SUCCESS') return texts.failed(errors.join(' ') || texts.failedWhy)
		review.settle()
		onSaved(reply.value)
		return null
	}
	const save = (): void =>
		run(async () => {
			setError(null)
			setError(await act())
		})
	return { busy, error, save }
}

/** Asks before the policies are saved: how many, of whom, and with which status. */
export const SaveDialog = (props: SaveDialogProps) => {
	const { review, name, onClose } = props
	const { busy, error, save } = useSaving(props)
	const { kept, statuses, concerned, naming } = savingOf(review.state)
	const has = (wanted: string): boolean => statuses.some(({ status }) => status === wanted)
	const close = (): void => {
		if (!busy) onClose()
	}
	return (
		<Dialog title={texts.title(kept.length)} onClose={close}>
			<p className="mt-3 wrap-anywhere">{texts.of(name)}</p>
			<ul className="mt-3 list-disc ps-5 tabular-nums">
				{statuses.map(({ status, count }) => (
					<li key={status}>{texts.count(count, policyTexts.statuses[status])}</li>
				))}
			</ul>
			<p className="mt-3 text-muted">
				{[
					texts.asked,
					has('PENDING') || has('NEEDS_REVIEW') ? texts.pending : null,
					has('REJECTED') ? texts.rejected : null,
				]
					.filter(Boolean)
					.join(' ')}
			</p>
			{concerned > 0 && (
				<p className="mt-3 rounded-field border border-warning bg-warning/15 px-4 py-3 font-medium">
					{texts.concerned(concerned, naming)}
				</p>
			)}
			<p role="alert" className="mt-3 font-medium text-error wrap-anywhere empty:hidden">
				{error}
			</p>
			<div className="mt-5 grid gap-3 sm:grid-cols-2">
				<button type="button" className="btn" aria-disabled={busy} onClick={close}>
					{common.cancel}
				</button>
				<button type="button" className="btn btn-primary" aria-disabled={busy} onClick={save}>
					{busy ? texts.saving : texts.save}
				</button>
			</div>
		</Dialog>
	)
}
