import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { TestSummary } from '#domain/test-summary.ts'
import { testEnd } from '#web/texts/test-end.ts'
import { toast } from '#web/ui/toasts-show.ts'
import { useDraft } from '#web/ui/use-draft.ts'
import { useQuestion } from '#web/ui/use-question.ts'
import { FeedbackDialog } from './feedback-dialog.tsx'
import { share } from './share.ts'

const OUTLINE = 'btn btn-outline text-base'

const ShareButton = ({ summary }: { readonly summary: TestSummary }) => {
	const [busy, setBusy] = useState(false)
	const press = async (): Promise<void> => {
		setBusy(true)
		try {
			const done = await share(summary)
			if (done === 'copied') toast(testEnd.pictureAndText, 'good')
			if (done === 'saved') toast(testEnd.picture, 'good')
		} catch (error) {
			reportError(error)
			toast(testEnd.shareFailed)
		} finally {
			setBusy(false)
		}
	}
	return (
		<button type="button" className={OUTLINE} disabled={busy} onClick={() => void press()}>
			{testEnd.share}
		</button>
	)
}

interface ResultsActionsProps {
	readonly sessionId: string
	/** Null while there is nothing to share. */
	readonly summary: TestSummary | null
	/** Whether the session is on this device, from which a feedback can be given. */
	readonly known: boolean
}

/** What can be done after a test. */
export const ResultsActions = ({ sessionId, summary, known }: ResultsActionsProps) => {
	const [telling, setTelling] = useState(false)
	const [draft, setDraft] = useDraft(`feedback.${sessionId}`)
	useQuestion(draft.trim() !== '')
	return (
		<div className="mt-7 grid gap-3 sm:grid-cols-2">
			<Link
				to="/test/results/$sessionId"
				params={{ sessionId }}
				className="btn btn-primary text-base sm:col-span-2"
			>
				{testEnd.viewDetails}
			</Link>
			{known && (
				<button type="button" className={OUTLINE} onClick={() => setTelling(true)}>
					{testEnd.giveFeedback}
				</button>
			)}
			{summary && <ShareButton summary={summary} />}
			<Link to="/test" search={{}} activeOptions={{ exact: true }} className={OUTLINE}>
				{testEnd.takeAgain}
			</Link>
			<Link to="/elections" className={OUTLINE}>
				{testEnd.findElection}
			</Link>
			{telling && (
				<FeedbackDialog
					sessionId={sessionId}
					draft={draft}
					onDraft={setDraft}
					onClose={() => setTelling(false)}
				/>
			)}
		</div>
	)
}
