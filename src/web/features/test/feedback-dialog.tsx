import { liveQuery } from 'dexie'
import { useState } from 'react'
import * as v from 'valibot'
import { FeedbackText } from '#contract/knowledge-test.ts'
import { readIssue } from '#contract/messages.ts'
import { FEEDBACK_MAX, TOAST_MS } from '#domain/limits.ts'
import { testEnds } from '#web/app/knowledge-test-end.ts'
import { testEnd } from '#web/texts/en/test-end.ts'
import { messageText } from '#web/texts/language.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { showToast, toast } from '#web/ui/toast.ts'

/** Validation error of a feedback as specified, or null. */
export const feedbackProblem = (text: string): string | null => {
	const checked = v.safeParse(FeedbackText, text)
	return checked.success ? null : messageText(readIssue(checked.issues[0].message))
}

/**
 * Shows a toast for queued feedback, and replaces it if the server refuses. @param seq last entry before the feedback.
 */
const thank = (sessionId: string, seq: number): void => {
	const close = showToast({
		text: navigator.onLine ? testEnd.thanks : `${testEnd.thanks} ${testEnd.sentLater}`,
		tone: 'good',
	})
	const watching = liveQuery(() => testEnds.unsent(sessionId)).subscribe({
		next(entries) {
			const own = entries.find((each) => each.command === 'test.feedback' && each.seq > seq)
			if (own?.state === 'waiting') return
			watching.unsubscribe()
			if (own === undefined) return
			close()
			toast(testEnd.feedbackFailed)
		},
		error: reportError,
	})
	// The toast is gone by then, and the results list refused feedback.
	setTimeout(() => watching.unsubscribe(), TOAST_MS)
}

const queue = async (sessionId: string, text: string): Promise<boolean> => {
	try {
		const before = await testEnds.unsent(sessionId)
		if (!(await testEnds.feedback(sessionId, text)).ok) return false
		thank(sessionId, before.at(-1)?.seq ?? 0)
		return true
	} catch (fault) {
		reportError(fault)
		return false
	}
}

interface FeedbackDialogProps {
	readonly sessionId: string
	readonly draft: string
	readonly onDraft: (text: string) => void
	readonly onClose: () => void
}

const useSending = ({ sessionId, draft, onDraft, onClose }: FeedbackDialogProps) => {
	const [sending, setSending] = useState(false)
	const [failed, setFailed] = useState(false)
	const send = async (): Promise<void> => {
		setSending(true)
		setFailed(false)
		const queued = await queue(sessionId, draft.trim())
		setSending(false)
		setFailed(!queued)
		if (!queued) return toast(testEnd.feedbackFailed)
		onDraft('')
		onClose()
	}
	return { sending, failed, send: () => void send() }
}

interface FieldProps extends Pick<FeedbackDialogProps, 'draft' | 'onDraft'> {
	readonly error: string | null
	readonly onBlur: () => void
}

const Field = ({ draft, onDraft, error, onBlur }: FieldProps) => (
	<>
		<label htmlFor="feedback" className="mt-4 block text-muted">
			{testEnd.feedbackLabel}
		</label>
		<textarea
			id="feedback"
			rows={6}
			value={draft}
			aria-invalid={error !== null}
			aria-describedby="feedback-count feedback-error"
			className="mt-2 w-full rounded-field border border-edge bg-base-100 p-3"
			onChange={(event) => onDraft(event.target.value)}
			onBlur={onBlur}
		/>
		<p id="feedback-count" className="text-end text-sm text-muted tabular-nums">
			{`${draft.length}/${FEEDBACK_MAX}`}
		</p>
		<p id="feedback-error" role="alert" className="font-medium text-error empty:hidden">
			{error}
		</p>
	</>
)

export const FeedbackDialog = (props: FeedbackDialogProps) => {
	const { draft, onDraft, onClose } = props
	const [touched, setTouched] = useState(false)
	const { sending, failed, send } = useSending(props)
	const blank = draft.trim() === ''
	const problem = feedbackProblem(draft)
	const error =
		problem !== null && (!blank || touched) ? problem : failed ? testEnd.feedbackFailedHere : null
	return (
		<Dialog title={testEnd.giveFeedback} onClose={onClose}>
			<form
				noValidate
				onSubmit={(event) => {
					event.preventDefault()
					setTouched(true)
					if (problem === null && !sending) send()
				}}
			>
				<Field draft={draft} error={error} onDraft={onDraft} onBlur={() => setTouched(true)} />
				<div className="mt-5 grid gap-3">
					<button type="submit" className="btn btn-primary" disabled={blank || sending}>
						{sending ? testEnd.sending : testEnd.sendFeedback}
					</button>
					<button type="button" className="btn btn-ghost" onClick={onClose}>
						{testEnd.cancel}
					</button>
				</div>
			</form>
		</Dialog>
	)
}
