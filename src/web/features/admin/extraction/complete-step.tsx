import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { policyExtraction } from '#contract/admin/extraction.ts'
import type { Reply } from '#contract/endpoint.ts'
import { uuid } from '#web/app/api.ts'
import { common } from '#web/texts/en/admin/common.ts'
import { extraction } from '#web/texts/en/admin/extraction.ts'
import { policies as policyTexts } from '#web/texts/en/admin/policies.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { useEvent, useOneAtATime } from '#web/ui/hooks.ts'
import { toast } from '#web/ui/toast.ts'
import { faultTexts, hasStatus } from '../kit/errors.ts'
import { saveReview } from './api.ts'
import { numberOfSent, savingOf } from './review-policies.ts'
import type { KeptReview } from './saved-review.ts'
import { StepFrame } from './step-frame.tsx'
import type { Review } from './use-review.ts'

const texts = extraction.complete
const saveTexts = extraction.save

export type Saved = Reply<typeof policyExtraction.save>

interface SaveDialogProps {
	readonly extractionId: string
	readonly start: KeptReview
	readonly review: Review
	readonly name: string
	readonly onSaved: (saved: Saved) => void
	readonly onClose: () => void
}

const useSaving = ({ extractionId, start, review, onSaved }: SaveDialogProps) => {
	const { busy, run } = useOneAtATime()
	const [error, setError] = useState<string | null>(null)

	const act = async (): Promise<string | null> => {
		// Reuse the key until something changes, so that a retry after a lost reply does not save twice.
		const key = review.state.saveKey ?? uuid()
		review.dispatch({ type: 'save', key })
		const { policies } = review.state
		const { kept } = savingOf(review.state)
		const nameOf = (path: string): string => {
			const number = numberOfSent(policies, path)
			return number === null ? '' : saveTexts.place(number)
		}
		const reply = await saveReview(extractionId, start, kept, key)
		if (!reply.ok) {
			if (!hasStatus(reply.error, 401)) {
				const message = saveTexts.failed(faultTexts(reply.error, saveTexts.failedWhy, nameOf))
				// 409: already saved. The review is not kept.
				return hasStatus(reply.error, 409) ? message : `${message} ${saveTexts.kept}`
			}
			// The page redirects to the login: show the message there too.
			toast(saveTexts.expired)
			return saveTexts.expired
		}
		const { status, errors } = reply.value
		if (status !== 'SUCCESS') return saveTexts.failed(errors.join(' ') || saveTexts.failedWhy)
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

export const SaveDialog = (props: SaveDialogProps) => {
	const { review, name, onClose } = props
	const { busy, error, save } = useSaving(props)
	const { kept, statuses, concerned, naming, untouched } = savingOf(review.state)
	const has = (wanted: string): boolean => statuses.some(({ status }) => status === wanted)
	const close = (): void => {
		if (!busy) onClose()
	}
	return (
		<Dialog title={saveTexts.title(kept.length)} onClose={close}>
			<p className="mt-3 wrap-anywhere">{saveTexts.of(name)}</p>
			<ul className="mt-3 list-disc ps-5 tabular-nums">
				{statuses.map(({ status, count }) => (
					<li key={status}>{saveTexts.count(count, policyTexts.statuses[status])}</li>
				))}
			</ul>
			<p className="mt-3 text-muted">
				{[
					saveTexts.asked,
					has('PENDING') || has('NEEDS_REVIEW') ? saveTexts.pending : null,
					has('REJECTED') ? saveTexts.rejected : null,
					untouched > 0 ? extraction.review.weakNotSaved(untouched) : null,
				]
					.filter(Boolean)
					.join(' ')}
			</p>
			{concerned > 0 && (
				<p className="mt-3 rounded-field border border-warning bg-warning/15 px-4 py-3 font-medium">
					{saveTexts.concerned(concerned, naming)}
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
					{busy ? saveTexts.saving : saveTexts.save}
				</button>
			</div>
		</Dialog>
	)
}

/** Seconds until the redirect to the dashboard, from the specification. */
const SECONDS = 5

interface CompleteStepProps {
	readonly saved: Saved
	readonly candidate: { readonly id: string; readonly name: string }
	readonly onMore: () => void
	readonly onLeave: () => void
}

const useCountdown = (onEnd: () => void) => {
	const [left, setLeft] = useState<number | null>(SECONDS)
	const end = useEvent(onEnd)
	useEffect(() => {
		if (left === null) return
		if (left === 0) return end()
		const timer = setTimeout(() => setLeft(left - 1), 1000)
		return () => clearTimeout(timer)
	}, [left, end])
	return { left, stop: () => setLeft(null) }
}

/** Last step: the result and further links. Redirects to the dashboard unless the user stops the countdown. */
export const CompleteStep = ({ saved, candidate, onMore, onLeave }: CompleteStepProps) => {
	const { left, stop } = useCountdown(onLeave)
	const warnings = saved.warnings
	return (
		<StepFrame step="complete" footless>
			<p role="status" className="font-serif text-2xl font-semibold text-success">
				{texts.title(saved.totalSaved)}
			</p>
			<p className="mt-1 wrap-anywhere">{texts.of(candidate.name)}</p>
			{warnings.length > 0 && (
				<div className="mt-4 rounded-field border border-warning bg-warning/15 px-4 py-3">
					<p className="font-medium">{texts.warnings}</p>
					<ul className="mt-1 list-disc ps-5">
						{warnings.map((warning) => (
							<li key={warning}>{warning}</li>
						))}
					</ul>
				</div>
			)}
			{/* biome-ignore lint/a11y/noStaticElementInteractions: focus on a link stops the countdown. */}
			<div className="mt-6 flex flex-wrap gap-3" onFocus={stop}>
				<Link
					to="/admin/edit-policies/$candidateId"
					params={{ candidateId: candidate.id }}
					className="btn btn-primary"
				>
					{texts.edit}
				</Link>
				<Link to="/admin/compare-quizzes" className="btn">
					{texts.quizzes}
				</Link>
				<button type="button" className="btn" onClick={onMore}>
					{texts.more}
				</button>
			</div>
			<div className="mt-6 flex flex-wrap items-center gap-3 border-t border-base-300 pt-4">
				<p role="timer" className="min-w-0 flex-1 basis-56 text-muted tabular-nums">
					{left === null ? texts.stopped : texts.countdown(left)}
				</p>
				{left !== null && (
					<button type="button" className="btn" onClick={stop}>
						{texts.stay}
					</button>
				)}
				<button type="button" className="btn" onClick={onLeave}>
					{texts.dashboard}
				</button>
			</div>
			<p role="status" className="sr-only">
				{left === null
					? texts.stopped
					: common.of(common.pages.dashboard, texts.countdown(SECONDS))}
			</p>
		</StepFrame>
	)
}
